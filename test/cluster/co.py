# SPDX-License-Identifier: GPL-2.0-or-later
"""Several private clusters side by side, and sresv co over all of them.

A file begins with

    def setUpModule():
        co.start()

which starts a and b with 8 nodes each and c with 4, of 4 CPUs each, and the link ab. Its tests are methods of
subclasses of co.Case, which find the clusters as self.sites["a"] and so on, each a gq.Cluster. Each has a time
zone of its own: nothing of sresv co may depend on the zone of a cluster.

co.fake() makes clusters that are no clusters at all, but answers written down: see fake_lrs.py.
"""
import atexit
import contextlib
import json
import os
import re
import shutil
import sys
import unittest

import case
import gq

TOOL = gq.sresv()
DONE, OFFERS, BAD, REFUSED, DENIED, UNKNOWN, SILENT, FAILED, DOUBT = range(9)
FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_lrs.py")

# name: nodes, arch, time zone
SITES = {"a": (8, "x", "UTC"), "b": (8, "y", "Pacific/Auckland"), "c": (4, "v", "America/St_Johns")}
LICENSES = {"a": "ab:2,ac:2"}  # the links
RESOURCES = """
[compute {name}-main]
cluster = {name}
partition = main
arch = {arch}
types = compute, visualize
cpus = 4
"""
LINKS = """
[link {link}]
cluster = a
ends = {ends}
license = {link}
bandwidth = 1 Gbit/s
"""

_sites = {}


class Site(gq.Cluster):
    """A cluster whose daemons live in a time zone; its clients live in that of the test."""

    def __init__(self, name, nodes, zone, **more):
        super().__init__(nodes, case.new_folder(), **more)
        self.name, self.zone = name, zone

    def cluster(self, *words, timeout=120):
        return gq.run(gq.CLUSTER, "-d", self.folder, *words, env={**os.environ, "TZ": self.zone}, timeout=timeout)

    @property
    def slurm_conf(self):
        return self.env["SLURM_CONF"]


def start(names="abc", params="", licenses=None, **more):
    """Start clusters of SITES. licenses: {cluster: text}, where LICENSES is not right."""
    unittest.addModuleCleanup(stop)
    atexit.register(stop)
    for name in names:
        nodes, _, zone = SITES[name]
        lines = [f"ClusterName={name}"]
        text = (LICENSES if licenses is None else licenses).get(name)
        lines += [f"Licenses={text}"] if text else []
        site = Site(name, nodes, zone, params=params, extra=("CPUs=4",), **more)
        site.conf = site.folder + ".conf"
        with open(site.conf, "w") as f:
            f.write("\n".join(lines) + "\n")
        _sites[name] = site
        site.__enter__()


def sites():
    """The clusters that run: {name: Site}"""
    return _sites


def stop():
    """End all clusters that were started."""
    while _sites:
        _, site = _sites.popitem()
        if os.environ.get("GARQ_KEEP"):
            print(f"kept: {site.folder}", file=sys.stderr)
            continue
        site.__exit__(None, None, None)
        for remove, path in ((os.unlink, site.conf), (os.rmdir, site.folder)):
            with contextlib.suppress(OSError):
                remove(path)


def resources(reach, sites=SITES, more=""):
    """The text of a resource file. reach: {cluster: its line of how to reach it}"""
    text = "".join(f"[cluster {name}]\n{line}\n" + RESOURCES.format(name=name, arch=sites[name][1])
                   for name, line in reach.items())
    links = [link for link in ("ab", "ac") if set(link) <= set(reach)]
    return text + "".join(LINKS.format(link=link, ends=", ".join(link)) for link in links) + more


class Tool(unittest.TestCase):
    """sresv co with a folder of its own for its files, its state and its configuration."""
    maxDiff = None

    def setUp(self):
        self.folder = case.new_folder()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name, text=None):
        """A path in the folder; with text, a file that has it."""
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w") as f:
                f.write(text)
        return path

    def env(self):
        return {**os.environ, "HOME": self.folder, "XDG_STATE_HOME": self.path("state"),
                "XDG_CONFIG_HOME": self.path("config")}

    def use(self, text):
        """What the resource file of the user says."""
        os.makedirs(self.path("config/sresv"), exist_ok=True)
        self.path("config/sresv/resources", text)

    def co(self, verb, *words, srl=None, code=None, timeout=gq.LEAST, user=None):
        """sresv co VERB; srl is the text of a file, which comes last. user: who types it, if not this test's user."""
        if user:
            for path in (self.folder, *(os.path.join(d, n) for d, ds, ns in os.walk(self.folder) for n in ds + ns)):
                shutil.chown(path, user)
        if srl is not None:
            words += (self.path("request.srl", srl),)
        r = gq.run(TOOL, "co", verb, *words, env=self.env(), user=user, timeout=timeout)
        if code is not None:
            self.assertEqual(r.code, code, r)
        return r

    def json(self, verb, *words, code=DONE, **more):
        """The object that it prints."""
        r = self.co(verb, *words[:1], "--json", *words[1:], code=code, **more)
        found = json.loads(r.out)
        self.assertEqual(found["status"], code)
        return found

    def plan(self, srl, *words, code=DONE):
        """{part: (cluster, begin)} of the best plan"""
        found = self.json("plan", *words, srl=srl, code=code)
        return {p["part"]: (p["cluster"], p["begin"]) for p in found["parts"]}


class Case(Tool):
    """A test on the clusters of co.start(), which leaves nothing behind on them."""

    @property
    def sites(self):
        return _sites

    def setUp(self):
        super().setUp()
        self.addCleanup(self.clean)
        self.use(resources({name: f"conf = {site.slurm_conf}" for name, site in _sites.items()}))

    def clean(self):
        for name, site in _sites.items():
            if not site.alive():
                site.start_controller()
            for offer in site.offers():
                site.delete(offer)
            for reservation in site.reservations():
                site.delete(reservation)
            self.assertEqual(site.reservations(), {}, name)

    def parameters(self, name, text):
        """Add to the SchedulerParameters of a cluster by reconfigure, for the rest of the test."""
        site = self.sites[name]
        base = re.search(r"^SchedulerParameters\s*=\s*(.*)$", site.scontrol("show", "config").out, re.M)[1]
        self.addCleanup(case.reconfigure, self, site, SchedulerParameters=base)
        case.reconfigure(self, site, SchedulerParameters=f"{base},{text}")

    def booked(self):
        """{cluster: {name: record}} of all reservations, as scontrol shows them."""
        return {name: site.reservations() for name, site in _sites.items()}
