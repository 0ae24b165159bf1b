# SPDX-License-Identifier: GPL-2.0-or-later
"""The output of contrib/bench/bench: lines of figures, and the bars that they
are compared with."""
import statistics


def number(value):
    """Three digits or so."""
    if value != value:
        return "-"
    if value >= 100 or value == int(value) >= 10:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


class Figure:
    """Many measurements of one thing: their median, and what half of them lie between."""

    def __init__(self, values):
        self.values = list(values)
        self.median = statistics.median(self.values) if self.values else float("nan")

    def __str__(self):
        if len(self.values) < 2:
            return number(self.median)
        low, _, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return f"{number(self.median)} [{number(low)}-{number(high)}]"

    def times(self, base):
        """As a multiple of another figure."""
        return self.median / base.median if base.median else float("nan")


class Table:
    """A line for each cluster; the ratios are to the figures that are given as base. The columns
    in plain have none."""

    def __init__(self, title, columns, plain=()):
        self.title, self.columns, self.plain, self.lines = title, columns, plain, []

    def add(self, name, figures, base=None, plain=()):
        cells = []
        for figure, first in zip(figures, base or figures):
            cells += [str(figure), "x" + number(figure.times(first)) if figure.values else ""]
        self.lines.append((name, cells + [str(cell) for cell in plain]))

    def print(self):
        heads = [h for column in self.columns for h in (column, "ratio")] + list(self.plain)
        rows = [(self.title, heads), *self.lines]
        widths = [max(len(cells[i]) for _, cells in rows) for i in range(len(heads))]
        first = max(len(name) for name, _ in rows)
        print()
        for name, cells in rows:
            print((name.ljust(first) + "".join("  " + c.rjust(w)
                                               for c, w in zip(cells, widths))).rstrip())
        print(end="", flush=True)


class Bars:
    """The bars, and whether they were reached."""

    def __init__(self):
        self.lines = []

    def most(self, what, value, limit, unit="x"):
        self._add(what, value, f"at most {unit}{limit:g}", value <= limit, unit)

    def least(self, what, value, limit, unit="x"):
        self._add(what, value, f"at least {unit}{limit:g}", value >= limit, unit)

    def _add(self, what, value, bar, met, unit):
        self.lines.append((what, unit + number(value), bar, "met" if met else "not met"))

    def print(self):
        rows = [("the bar", "measured", "asked for", ""), *self.lines]
        widths = [max(len(r[i]) for r in rows) for i in range(3)]
        print()
        for row in rows:
            print(f"{row[0]:{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:{widths[2]}}  "
                  f"{row[3]}".rstrip())
        print(end="", flush=True)
