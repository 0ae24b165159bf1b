# SPDX-License-Identifier: GPL-2.0-or-later
"""A strict reader of OpenMetrics 1.0, as far as sresv writes it: counters, gauges, summaries; no timestamps."""
import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
META = re.compile(rf"# (HELP|TYPE|UNIT) ({NAME}) (.+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"')
SAMPLE = re.compile(rf"({NAME})(?:\{{(.*)\}})? (-?[0-9]+(?:\.[0-9]+)?)")
SUFFIXES = {"counter": ("_total", ), "gauge": ("", ), "summary": ("", "_sum", "_count")}


class Wrong(Exception):
    pass


def _labels(text):
    found, at = {}, 0
    while at < len(text):
        m = LABEL.match(text, at)
        if not m or m[1] in found:
            raise Wrong(f"labels {text}")
        found[m[1]] = m[2]
        at = m.end()
        if at < len(text):
            if text[at] != "," or at + 1 == len(text):
                raise Wrong(f"labels {text}")
            at += 1
    return found


class _Reader:
    def __init__(self):
        self.families = {}  # name: {"HELP": ..., "TYPE": ..., "UNIT": ...}
        self.family = None
        self.samples = {}

    def meta(self, what, name, text):
        if name != self.family:
            if name in self.families:
                raise Wrong(f"{name} comes twice")
            self.family, self.families[name] = name, {"samples": 0}
        known = self.families[name]
        if what in known or known["samples"]:
            raise Wrong(f"{what} of {name} comes twice, or late")
        if what == "TYPE" and text not in SUFFIXES:
            raise Wrong(f"type {text}")
        if what == "TYPE" and text == "counter" and name.endswith("_total"):
            raise Wrong(f"{name}: a family of counters has no _total")
        if what == "UNIT" and not name.endswith("_" + text):
            raise Wrong(f"{name} does not end with its unit")
        known[what] = text

    def sample(self, name, labels, value):
        known = self.families.get(self.family, {})
        kind = known.get("TYPE")
        if not kind or "HELP" not in known or not name.startswith(self.family) \
                or name[len(self.family):] not in SUFFIXES[kind]:
            raise Wrong(f"{name} does not belong to {self.family}")
        quantile = labels.get("quantile")
        if (kind == "summary" and name == self.family) != (quantile is not None):
            raise Wrong(f"{name}: quantile")
        if quantile is not None and not 0 <= float(quantile) <= 1:
            raise Wrong(f"{name}: quantile {quantile}")
        key = (name, tuple(sorted(labels.items())))
        if key in self.samples:
            raise Wrong(f"{key} comes twice")
        if kind != "gauge" and float(value) < 0:
            raise Wrong(f"{key} is {value}")
        known["samples"] += 1
        self.samples[key] = float(value)


def read(text):
    """{(name, labels): value}; raises Wrong."""
    if not text.endswith("# EOF\n"):
        raise Wrong("no # EOF at the end")
    r = _Reader()
    for line in text.split("\n")[:-2]:
        meta, sample = META.fullmatch(line), SAMPLE.fullmatch(line)
        if meta:
            r.meta(*meta.groups())
        elif sample:
            r.sample(sample[1], _labels(sample[2] or ""), sample[3])
        else:
            raise Wrong(f"line {line!r}")
    return r.samples
