# SPDX-License-Identifier: GPL-2.0-or-later
"""The page in a browser, with a server whose bookings are made up: each fact can be had at once, and is the same each time."""
import datetime
import json
import os
import re
import time
import unittest
import zoneinfo

from selenium.webdriver.common.keys import Keys

import browser
import mock
import openapi

HOUR, DAY = 3600, 86400
NOW = int(os.environ.get("NOW", "1795512000"))  # Tue 24 Nov 2026, 10:20 in Berlin
HOSTILE = "<img src=x onerror=document.title='owned'>"
_browser = None


def setUpModule():
    global _browser
    _browser = browser.Browser()
    unittest.addModuleCleanup(_browser.close)


def contrast(a, b):
    """The contrast of two colours, as WCAG has it; rgb(1, 2, 3) or #010203."""
    def light(color):
        parts = [int(color[i:i + 2], 16) for i in (1, 3, 5)] if color[0] == "#" else [int(n) for n in color[4:-1].split(",")]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (p / 255 for p in parts)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    low, high = sorted((light(a), light(b)))
    return high / low


class Case(unittest.TestCase):
    """A world of 8 nodes, with a course on 5 of them tomorrow from 9 to 11 UTC; self.b shows tomorrow.

    It is always the same instant, so that no test depends on the hour at which it is run; NOW=SECONDS tries another.
    """
    nodes, zone, config = 8, "Europe/Berlin", {}

    def setUp(self):
        self.b = _browser
        self.b.cdp("Emulation.setTimezoneOverride", timezoneId=self.zone)
        self.w = mock.World(self.nodes, **{"now": NOW, **self.config})
        self.day = (self.w.now() // DAY + 1) * DAY
        self.fill()
        self.server = mock.Server(self.w, spec=openapi.Spec() if self.nodes <= 1000 else None).__enter__()
        self.addCleanup(self.server.__exit__)
        self.url = f"{self.server.url}#token={mock.TOKEN}"
        self.b.errors()
        self.open()

    def fill(self):
        self.put("course", 9, 11, range(5), users=["bob"], accounts=["chem"])

    def open(self, more=""):
        self.b.open(self.url + more)
        if not more:
            self.b.show(self.day + 6 * HOUR, 16 * HOUR)

    def tearDown(self):
        self.b.driver.get("about:blank")
        self.assertEqual(self.b.errors(), [])
        self.assertEqual(self.server.wrong[:3], [])

    def at(self, hour):
        return self.day + round(hour * HOUR)

    def put(self, name, start, end, nodes, **more):
        return self.w.put(name, self.at(start), self.at(end), list(nodes), **more)

    def ask(self, start, end, first, last):
        """Drag over nodes and time."""
        p = self.b.point(self.at(start), first)
        self.b.drag(p, self.b.point(self.at(end), last))

    def calendar(self, view="Week"):
        """Week or Month of the day, with the bookings in it."""
        self.b.view(view)
        self.b.wait("return document.querySelector('#calendar .event')", "the bookings are there")
        self.b.js("document.getElementById('calendar').calendar.scrollToTime('08:00')")

    def slot(self, hour):
        """The middle of a column of Week at a time of the day."""
        return tuple(self.b.js("""const {zone} = document.querySelector('.timeline').timeline.view, local = arguments[0] + zone.offsetAt(arguments[0]);
            const lane = document.querySelector(`.lane[data-date="${new Date(local * 1000).toISOString().slice(0, 10)}"]`), r = lane.getBoundingClientRect();
            return [r.left + r.width / 2, r.top + local % 86400 / 86400 * r.height].map(Math.round)""", self.at(hour)))

    def requests(self):
        """Those with open offers."""
        with self.w.lock:
            return {o["request"] for o in self.w.offers}

    def until(self, is_it, what):
        end = time.monotonic() + 180
        while not is_it():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)

    def times(self, name):
        b = self.w.bookings[name]
        return ((b["start"] - self.day) / HOUR, (b["end"] - self.day) / HOUR)


class Unit(unittest.TestCase):
    def test_functions(self):
        seed = os.environ.get("SEED", "1")
        with mock.Server(mock.World(1)) as server:
            _browser.driver.get(f"{server.url}test/unit.html?seed={seed}")
            results = json.loads(_browser.wait("return document.body.dataset.results", "the unit tests have run"))
            _browser.driver.get("about:blank")
        _browser.errors()
        self.assertGreater(len(results), 20)
        for one in results:
            with self.subTest(one["name"]):
                self.assertEqual(one["error"], "")


class Manual(unittest.TestCase):
    def test_it_and_the_file_have_the_same_operations(self):
        """Each line of the manual's table is an operation of the file, and no other line is the same one."""
        with open(os.path.join(openapi.gq.TOP, "doc", "garq-web.8"), encoding="utf-8") as f:
            text = f.read().replace("\\-", "-")
        rows = re.findall(r"^(GET|POST|DELETE) +(\S+(?:, \S+)*)  ", text, re.MULTILINE)
        told = [(method.lower(), re.sub(r"\bNAME\b", "x", path)) for method, paths in rows for path in paths.split(", ")]
        self.assertGreater(len(told), 25)
        self.assertEqual(len(told), len(set(told)), told)
        spec = openapi.Spec()
        known = {(method, path) for method, path in spec.operations()}
        for method, path in told:
            with self.subTest((method, path)):
                self.assertIn((method, spec.path(f"/api/v1/{path}")), known)


class Ask(Case):
    def test_cores_tasks_and_switches(self):
        self.ask(12, 14, "n1", "n4")
        self.b.answer("free")
        self.b.click("#panel summary", "More wishes")
        self.b.fill("For this many tasks", 6)
        self.b.wait("return document.getElementById('answer').innerText.includes('A multiple of 6')", "the cores are asked for")
        self.b.fill("At most leaf switches", 2)
        self.b.fill("Cores, in all", 24)
        self.assertIn("4 nodes (n[1-4]) at 2 leaf switches, ", self.b.answer("free"))
        text = self.b.text("#panel .commands")
        self.assertIn("--switches 2 --tasks 6 --cpus-per-task 4", text)
        self.assertIn("ReservationName=switches:2:tasks:6:NAME", text)
        self.assertIn("CoreCnt=24", text)
        self.b.fill("For this many tasks", "")
        self.b.wait("return document.querySelector('#panel .commands').innerText.includes('--cores 24')", "cores alone")
        self.b.answer("free")
        self.b.fill("Name", "near")
        self.b.click("#panel form button", "Book")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'near'", "it is booked")
        self.assertEqual({k: self.w.wishes[-1].get(k) for k in ("cores", "tasks", "switches")}, {"cores": 24, "tasks": None, "switches": 2})
        self.b.click("#panel button", "Change")
        self.b.fill("At most leaf switches", 1)
        self.b.answer("free")
        self.assertIn("sresv move near --switches 1", self.b.text("#panel .commands"))
        self.assertIn("ReservationName=switches:1:near", self.b.text("#panel .commands"))
        self.b.click("#panel form button", "Change it")
        self.b.wait("return document.querySelector('.toast')?.textContent.startsWith('Changed near')", "it is done")
        self.assertFalse(self.b.js("return [...document.querySelectorAll('.toast button')].some((b) => b.textContent === 'Undo')"), "a wish that was not known can't come back")

    def test_free_by_dragging_and_book(self):
        self.ask(12, 14, "n1", "n4")
        text = self.b.answer("free")
        self.assertIn("for 48.00 EUR", text)
        self.assertIn("4 nodes (n[1-4]), ", text)
        self.assertRegex(self.b.text("#panel"), r"sresv book -s \S+T13:00:00 -t 2:00:00 -N 4 -p main")
        self.b.fill("Name", "demo")
        self.b.shot("free")
        self.b.click("#panel button", "Book")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'demo'", "it is booked")
        self.assertEqual(self.times("demo"), (12, 14))
        self.assertEqual(self.w.bookings["demo"]["node_count"], 4)

    def test_refused_with_reason_and_take_an_offer(self):
        self.ask(9, 11, "n2", "n5")
        text = self.b.answer("refused")
        self.assertIn("1 of 4 nodes missing from ", text)
        self.assertRegex(text, r"in the way: course \(.*10:00 – 12:00, n\[1-5\]\)")
        self.assertRegex(text, r"earliest start: .*12:00")
        self.assertNotIn("too few", text)
        self.assertIn("price 36.00 EUR", text)
        self.b.shot("refused")
        self.b.fill("Name", "demo")
        self.b.click(".offer button")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'demo'", "it is booked")
        self.assertEqual(self.times("demo"), (11, 13))

    def test_offer_is_taken_from_the_timeline(self):
        self.ask(9, 11, "n2", "n5")
        self.b.answer("refused")
        x, y = self.b.js("""const t = document.querySelector('.timeline').timeline, r = t.canvas.getBoundingClientRect();
            t.paint(); return [r.left + t.box.gutter + t.scale.x(t.offers[1].offer.start) + 5, r.top + t.box.axis + 45]""")
        self.b.click_at((round(x), round(y)))
        self.b.wait("return document.activeElement.textContent === 'Take' && document.activeElement.closest('.chosen')", "the offer is pointed out")
        self.b.keys(Keys.ENTER)
        self.b.wait("return document.querySelector('#panel-title').textContent.startsWith('ada_')", "it is booked")
        self.assertEqual([b["node_count"] for n, b in self.w.bookings.items() if n != "course"], [3])

    def test_fields_ask_again(self):
        self.b.click("#book")
        self.b.fill("Nodes", 9)
        self.b.answer("refused")
        self.b.fill("Nodes", 2)
        self.b.answer("free")
        self.b.fill("How long", "soon")
        self.b.wait("return document.querySelector('#answer').textContent.includes('How long?')", "a length that is none is told")

    def fold(self, name):
        self.b.click("#panel summary", name)

    def test_less_is_booked_where_not_all_is_free(self):
        self.ask(9, 11, "n1", "n8")
        self.b.answer("refused")
        self.fold("If not all is free")
        self.b.fill("Fewest nodes", 2)
        self.assertIn("Free: 3 of 8 nodes, for 36.00 EUR", self.b.answer("free"))
        self.assertEqual(self.b.js("return document.querySelector('.timeline').timeline.selection.nodes"), 3)
        self.assertRegex(self.b.text("#panel"), r"sresv book -s \S+T10:00:00 -t 2:00:00 -N 2-8 -p main")
        self.assertIn("ReservationName=min-nodes:2:NAME", self.b.text("#panel"))
        self.b.fill("Name", "demo")
        self.b.shot("less")
        self.b.click("#panel button", "Book")
        self.b.wait("return document.querySelector('.toast')?.textContent.includes('not all was free: 3 of 8 nodes')", "it is told that less is booked")
        self.assertEqual((self.times("demo"), self.w.bookings["demo"]["node_count"]), ((9, 11), 3))

    def test_nodes_before_time_and_a_ceiling_of_price(self):
        self.ask(8, 11, "n1", "n8")
        self.b.answer("refused")
        self.fold("If not all is free")
        self.b.fill("Fewest nodes", 2)
        self.b.fill("Shortest time", "30m")
        self.assertIn("Free: 3 of 8 nodes, for 54.00 EUR", self.b.answer("free"))
        self.b.fill("Prefer", "nodes")
        self.b.wait("return document.querySelector('#answer').textContent.includes('Free: 1h of 3h, for 48.00 EUR')", "there are all nodes, for less time")
        self.b.fill("For at most", 12)
        self.b.wait("return document.querySelector('#answer').textContent.includes('Free: 4 of 8 nodes, 30m of 3h, for 12.00 EUR')", "it is no dearer")

    def test_the_least_is_no_more_than_the_most(self):
        self.ask(12, 14, "n1", "n4")
        self.b.answer("free")
        self.fold("If not all is free")
        for label, value, told in (("Fewest nodes", 5, "At least how many nodes? 1 to 4"), ("Fewest nodes", "", "Free"), ("Shortest time", "3h", "Up to 2h"),
                                   ("Shortest time", "soon", "At least how long?"), ("Shortest time", "1h", "Free")):
            self.b.fill(label, value)
            self.b.wait("return document.querySelector('#answer').textContent.includes(arguments[0])", f"{told} is told", told)

    def test_asks_again_when_others_book(self):
        self.ask(12, 14, "n1", "n4")
        self.b.answer("free")
        self.put("other", 12, 13, range(8), users=["bob"])
        self.assertIn("in the way: other", self.b.answer("refused"))

    def test_others_make_room(self):
        plain, move = self.w.book, {"name": "flex", "start": self.at(14), "end": self.at(16), "node_list": None, "was_start": self.at(12), "was_end": self.at(14), "was_node_list": None}
        def book(wish):
            answer = plain(wish)
            answer["plan"].update(moves=[move], others=2)
            return answer
        self.w.book = book
        self.ask(12, 14, "n8", "n6")
        text = self.b.answer("free")
        self.assertIn("Others make room for it, for 36.00", text)
        self.assertRegex(text, r"flex: .*15:00 – 17:00, not .*13:00 – 15:00\s+and 2 other reservations")

    def test_a_job_is_named_and_what_is_hidden_is_not(self):
        plain, none = self.w.refused, dict.fromkeys(("name", "job", "start", "end", "node_list", "license"))
        def refused(*words):
            error = plain(*words)
            error.body["error"]["in_the_way"] = [{**none, "kind": "job", "job": 17, "start": self.at(1), "node_list": "n6"}, {**none, "kind": "reservation"},
                                                 {**none, "kind": "node", "node_list": "n7", "start": self.at(0)}, {**none, "kind": "others"}]
            return error
        self.w.refused = refused
        self.ask(9, 11, "n2", "n5")
        text = self.b.answer("refused")
        self.assertRegex(text, r"in the way: job 17 \(from .*02:00 on, n6\)")
        for words in ("a reservation that you may not see", "n7, which can't be used", "others"):
            self.assertIn(f"in the way: {words}", text)

    def outlined(self):
        return self.b.js("return [...document.querySelector('.timeline').timeline.inTheWay]")

    def test_who_would_have_to_leave(self):
        """The proof, and the bookings without which there is room: outlined; a hidden one is only told."""
        for user, told in (("bob", r"There would be room without wall, <b>; without fewer there is none\."),
                           ("eve", r"There would be room without wall, some that you may not see; without fewer there is none\.")):
            with self.subTest(user):
                self.open()
                self.put("wall", 12, 13, range(4), users=["carol"])
                self.put("<b>", 12, 14, range(4, 8), users=[user])
                self.ask(12, 14, "n1", "n4")
                self.b.answer("refused")
                self.assertEqual(sorted(self.outlined()), ["<b>", "wall"])
                self.b.click(".why button")
                self.b.wait("return document.querySelector('.why h3')", "the proof is shown")
                text = self.b.text(".why")
                self.assertIn("Moving others makes no room: that is proven", text)
                self.assertRegex(text, told)
                names = ["<b>", "wall"] if user == "bob" else ["wall"]
                self.assertEqual(sorted(self.outlined()), names)
                self.assertEqual("8 of 8 nodes stay taken" in text, user == "bob")
                self.assertEqual(self.b.js("return document.activeElement.className"), "why")
                self.b.shot(f"why-{user}")
                for name in ("wall", "<b>"):
                    self.w.remove(name)

    def test_questions_leave_nothing_behind(self):
        """No offer is open, and no place is held, once the form is closed, the page is left, or an offer was taken."""
        self.addCleanup(self.b.resize, 1400, 860)
        for width in (1440, 820, 390):
            self.b.resize(width, 860)
            with self.subTest(width):
                self.open(f"&start={self.at(12)}&duration=7200&nodes=4")
                self.assertIn("for 48.00", self.b.answer("free"))
                self.assertEqual(self.requests(), set())
                self.b.fill("Nodes", 9)
                self.assertNotIn("held", self.b.answer("refused"))
                request = self.requests()
                self.assertEqual(len(request), 1)
                self.b.fill("Nodes", 10)
                self.b.wait("return document.querySelector('#answer').textContent.includes('2 of 10 nodes')", "more are missing")
                self.assertEqual(self.requests(), request)
                self.b.shot(f"question-{width}")
                if width == 820:
                    self.b.driver.get("about:blank")
                elif width == 390:
                    self.b.js("document.getElementById('panel-title').focus()")
                    self.b.keys(Keys.ESCAPE)
                else:
                    self.b.click("#panel-close")
                self.until(lambda: not self.requests(), "the offers are withdrawn")
        self.b.resize(1400, 860)
        self.open()
        self.ask(9, 11, "n2", "n5")
        self.b.answer("refused")
        self.b.click(".offer button")
        self.b.wait("return document.querySelector('.toast.good')", "an offer is taken")
        self.until(lambda: not self.requests(), "the others have ended")
        self.assertEqual(len(self.w.bookings), 2)

    def test_week_drag(self):
        self.calendar()
        self.b.drag(self.slot(12), self.slot(13.9))
        self.b.answer("free")
        self.assertRegex(self.b.text("#panel"), r"sresv book -s \S+T13:00:00 -t 2:00:00 -N 1")
        self.b.shot("week")


class When(Case):
    """The hours of 14 days: from 14:30 in Berlin on Mon 30 Nov 2026. Tomorrow's course leaves 3 nodes from 10 to 12 there."""
    config = {"now": 1796045400}

    def ask_for(self, nodes, hours="2h"):
        self.b.click("#book")
        self.b.fill("Nodes", nodes)
        self.b.fill("How long", hours)
        self.asked = []
        starts = self.w.starts
        self.w.starts = lambda wish: self.asked.append(wish) or starts(wish)
        self.b.click("#panel summary", "When could I?")

    def rows(self):
        """The signs of each length, an hour each, from now on."""
        return self.b.wait("""const rows = [...document.querySelectorAll('.when tbody tr')];
            return rows.length && Object.fromEntries(rows.map((r) => [r.querySelector('th').innerText, [...r.querySelectorAll('td')].map((c) => c.textContent || '.').join('')]))""", "the hours are there")

    def cell(self, text):
        return self.b.wait("return [...document.querySelectorAll('.when td')].find((c) => c.title.startsWith(arguments[0]))", f"there is {text}", text)

    def focused(self):
        return self.b.js("return document.activeElement.title")

    def test_hours_of_three_lengths(self):
        self.ask_for(4)
        rows = self.rows()
        self.assertEqual({k: len(v) for k, v in rows.items()}, {"1h": 336, "2h": 336, "4h": 336})
        tomorrow = {k: v[10:34] for k, v in rows.items()}  # it is 14:30: midnight is 10 cells on
        for length, last in (("1h", 9), ("2h", 8), ("4h", 6)):  # the last hour in which it can begin before 10:00
            self.assertEqual(tomorrow[length], "✓" * (last + 1) + "." * (11 - last) + "✓" * 12, length)
        self.assertEqual([w["duration"] for w in self.asked], [3600, 7200, 14400])
        self.assertEqual({(w["nodes"], w["delay"], "start" in w) for w in self.asked}, {(4, 14 * DAY, False)})
        self.assertIn("sresv when -N 4", self.b.text("#panel"))
        self.assertEqual(self.b.js("return [...document.querySelectorAll('.when thead th[colspan]')].slice(0, 2).map((h) => h.innerText + h.colSpan)"), ["Mon 30 Nov10", "Tue 1 Dec24"])
        self.assertEqual(self.b.found_by_axe(), [])
        self.b.shot("when")

    def test_the_first_hour_is_in_view(self):
        self.put("all", -10, 30, range(8), users=["bob"])
        self.ask_for(4)
        self.rows()
        self.assertTrue(self.b.js("""const {left, right} = document.querySelector('.when').getBoundingClientRect(), r = document.querySelector('.when .can').getBoundingClientRect();
            return r.left > left + 50 && r.right < right"""))

    def test_a_click_begins_there(self):
        self.ask_for(4)
        self.cell("Tue 1 Dec 09:00, 1:00:00 can begin").click()
        self.b.wait("return document.querySelector('#panel').innerText.includes('sresv query -s 2026-12-01T09:00:00 -t 1:00:00 -N 4')", "it is asked for")
        self.b.answer("free")
        self.assertEqual(len(self.asked), 3)
        self.cell("Tue 1 Dec 09:00, 2:00:00 cannot begin").click()
        self.assertIn("2026-12-01T09:00:00 -t 1:00:00", self.b.text("#panel"))

    def test_keys(self):
        self.ask_for(4)
        self.rows()
        self.assertEqual(self.b.js("return [...document.querySelectorAll('.when td[tabindex=\"0\"]')].map((c) => c.title)"), ["Mon 30 Nov 14:00, 2:00:00 can begin"])
        self.b.js("document.querySelector('.when td[tabindex=\"0\"]').focus()")
        for key, there in ((Keys.ARROW_RIGHT, "Mon 30 Nov 15:00, 2:00:00 can begin"), (Keys.PAGE_DOWN, "Tue 1 Dec 15:00, 2:00:00"), (Keys.ARROW_DOWN, "Tue 1 Dec 15:00, 4:00:00"),
                           (Keys.ARROW_DOWN, "Tue 1 Dec 15:00, 4:00:00"), (Keys.END, "Mon 14 Dec 13:00"), (Keys.HOME, "Mon 30 Nov 14:00"), (Keys.ARROW_LEFT, "Mon 30 Nov 14:00")):
            self.b.keys(key)
            self.assertTrue(self.focused().startswith(there), (key, self.focused()))
        self.b.keys(Keys.ARROW_UP, Keys.PAGE_DOWN, Keys.ENTER)
        self.b.wait("return document.querySelector('#panel').innerText.includes('sresv query -s 2026-12-01T14:00:00 -t 2:00:00 -N 4')", "it is asked for")
        self.assertTrue(self.focused().startswith("Tue 1 Dec 14:00"))
        self.assertEqual(self.b.js("return document.querySelectorAll('.when td[tabindex=\"0\"]').length"), 1)

    def test_it_begins_at_the_half_hour_and_others_may_move(self):
        t = self.w.now()
        self.ask_for(4)
        self.rows()
        self.w.starts = lambda wish: {"starts": [{"first": t + 7000, "last": t + 7000, "moves": True}, {"first": t + 1, "last": t + 600, "moves": False}], "until": t + DAY, "lines": [], "command": ""}
        self.b.fill("Nodes", 5)
        self.b.click("#panel button", "Ask for these wishes")
        self.b.wait("return document.querySelector('.when td.moves')", "others would move")
        self.assertEqual(self.rows()["2h"][:4] + self.rows()["2h"][24:27], "✓.+" + "." + ".??")
        self.cell("Mon 30 Nov 14:00, 2:00:00 can begin").click()
        self.b.wait("return document.querySelector('#panel').innerText.includes('-s 2026-11-30T14:31:00')", "the next whole minute")

    def test_an_answer_that_ends_early_is_gone_on_with(self):
        plain = self.w.starts
        self.w.starts = lambda wish: plain({**wish, "delay": min(wish["delay"], 2 * DAY)})
        self.ask_for(4)
        rows = self.rows()
        self.assertEqual((len(self.asked), {k: v.rstrip("?").count("?") for k, v in rows.items()}), (12, {"1h": 0, "2h": 0, "4h": 0}))
        self.assertEqual([len(v.rstrip("?")) // 24 for v in rows.values()], [8, 8, 8])
        self.b.click("#panel button", "Search on")
        self.b.wait("return document.querySelector('.when') && ![...document.querySelectorAll('.when td')].some((c) => c.textContent === '?')", "all is known")
        self.assertEqual((len(self.asked), self.focused()), (21, "Mon 30 Nov 14:00, 2:00:00 can begin"))
        self.assertNotIn("Search on", self.b.text("#panel"))
        self.assertEqual(self.rows()["2h"].count("."), 3)

    def test_refused(self):
        def starts(wish):
            self.asked.append(wish)
            if wish["duration"] > 7200:
                raise mock.Refused(403, "denied", HOSTILE)
            return plain(wish)
        plain = self.w.starts
        self.w.starts = starts
        self.ask_for(4)
        self.assertEqual(list(self.rows()), ["1h", "2h"])
        self.assertIn(f"4h: {HOSTILE}", self.b.text("#panel"))
        self.w.starts = lambda wish: self.asked.append(wish) or refuse()
        def refuse():
            raise mock.Refused(429, "rate", "too many requests")
        self.asked = []
        self.b.click("#panel button", "Ask again")
        self.b.wait("return document.querySelector('#panel').innerText.includes('1h: too many requests')", "it is told")
        self.assertEqual((len(self.asked), self.b.js("return document.querySelector('.when')")), (1, None))

    def test_hostile_and_empty(self):
        self.server.spec = None
        self.w.starts = lambda wish: [{"starts": [{"first": HOSTILE, "last": 1}, None, {"first": 1e300, "last": 2e300}, {"first": 5, "last": 1}], "until": HOSTILE, "command": HOSTILE},
                                      {"starts": [], "until": self.w.now() + 15 * DAY}, {}][(len(self.asked) - 1) % 3]
        self.ask_for(4)
        self.assertEqual({k: set(v) for k, v in self.rows().items()}, {"1h": {"?"}, "2h": {"."}, "4h": {"?"}})
        self.assertIn("2h: no start in 14 days", self.b.text("#panel"))
        self.assertEqual(self.b.js("return document.querySelectorAll('#panel img').length"), 0)

    def test_small_screen(self):
        self.b.resize(390, 800, touch=True)
        self.addCleanup(self.b.resize, 1400, 860)
        self.ask_for(4)
        self.rows()
        wide = self.b.js("const w = document.querySelector('.when'); return [document.documentElement.scrollWidth, w.clientWidth < 390, w.scrollWidth > 5000]")
        self.assertEqual(wide, [390, True, True])
        self.b.js("document.querySelector('.when').scrollIntoView()")
        self.b.shot("when-small")


class Own(Case):
    def fill(self):
        super().fill()
        self.put("mine", 12, 14, range(4), delay=4 * HOUR)

    def open_booking(self, name, hour, node):
        self.b.click_at(self.b.point(self.at(hour), node))
        self.b.wait("return document.querySelector('#panel-title').textContent === arguments[0]", f"{name} is shown", name)

    def test_change_by_dragging_and_undo(self):
        self.b.drag(self.b.point(self.at(13), "n2"), self.b.point(self.at(16), "n2"))
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'mine'", "it is changed")
        self.assertEqual(self.times("mine"), (15, 17))
        self.b.click(".toast button", "Undo")
        self.b.wait("return document.querySelectorAll('.toast').length === 1 && document.querySelector('.toast').textContent.includes('Changed mine')", "it is undone")
        self.assertEqual(self.times("mine"), (12, 14))

    def test_longer_by_dragging_its_end(self):
        x, y = self.b.point(self.at(14), "n2")
        self.b.drag((x - 2, y), self.b.point(self.at(15), "n2"))
        self.assertIn("Duration=3:00:00", self.b.text("#panel"))
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('.toast.good')", "it is changed")
        self.assertEqual(self.times("mine"), (12, 15))

    def test_week_moves_an_own_booking(self):
        self.calendar()
        self.b.drag(self.slot(13), self.slot(16))
        self.b.answer("free")
        self.assertEqual(self.times("mine"), (12, 14))
        self.assertTrue(self.b.js("return document.querySelector('#calendar .picked')?.textContent.includes('16:00')"))
        self.b.shot("week-move")
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'mine'", "it is changed")
        self.assertEqual(self.times("mine"), (15, 17))
        self.b.click(".toast button", "Undo")
        self.b.wait("return document.querySelectorAll('.toast').length === 1 && document.querySelector('.toast').textContent.includes('Changed mine')", "it is undone")
        self.assertEqual(self.times("mine"), (12, 14))

    def test_week_makes_an_own_booking_longer(self):
        self.calendar()
        x, y = self.slot(14)
        self.b.drag((x, y - 4), (x, self.slot(15)[1] - 4))
        self.b.answer("free")
        self.assertIn("Duration=3:00:00", self.b.text("#panel"))
        self.b.click("#panel button", "Leave it")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'mine' && !document.querySelector('#calendar .picked')", "it is left")
        self.assertEqual(self.times("mine"), (12, 14))

    def test_week_leaves_bookings_of_others(self):
        self.calendar()
        for start, end in ((10, 15), (10.95, 11.5)):
            self.b.drag(self.slot(start), self.slot(end))
            self.assertTrue(self.b.js("return document.getElementById('panel').hidden"))
        self.assertEqual(self.times("course"), (9, 11))
        self.b.js("document.querySelector('.event[data-key^=course]').focus()")
        self.b.keys(Keys.ENTER)
        self.b.wait("return document.querySelector('#panel-title').textContent === 'course'", "Enter opens it")

    def trial(self):
        """What the timeline says of the place to which a bar is dragged."""
        return self.b.js("const t = document.querySelector('.timeline').timeline; return [t.preview?.answer, t.preview?.text, [...t.inTheWay]]")

    def said(self, text):
        self.b.wait("return document.querySelector('.timeline').timeline.preview?.text === arguments[0]", f"it says {text}", text)

    def wall(self):
        """All nodes are taken from 15 to 20; RET the list of changes that are asked about from now on"""
        self.put("wall", 15, 20, range(8), users=["bob"])
        self.b.wait("return document.querySelector('.timeline').timeline.model.bookings.has('wall')", "the other one is shown")
        asked, plain = [], self.w.change
        self.w.change = lambda name, change: asked.append(dict(change)) or plain(name, change)
        return asked

    def test_room_is_told_while_a_bar_is_dragged(self):
        self.addCleanup(self.b.resize, 1400, 860)
        asked = self.wall()
        for width in (1440, 820):
            self.b.resize(width, 860)
            self.b.show(self.at(6), 16 * HOUR)
            first = self.b.point(self.at(13), "n2")
            self.b.hold(first, self.b.point(self.at(16), "n2"))
            self.said("not free: wall")
            self.assertEqual(self.trial(), ["refused", "not free: wall", ["wall"]])
            self.assertEqual(self.w.offers[0]["request"], "mine")
            self.b.wait("return document.getElementById('live').textContent === 'not free: wall'", "it is spoken")
            self.b.shot(f"trial-{width}")
            self.b.hold(self.b.point(self.at(8), "n2"))
            self.said("free")
            self.assertEqual(self.trial(), ["free", "free", []])
            self.assertTrue(self.b.js("return document.getElementById('panel').hidden"))
            self.b.hold(first)
            self.b.drop()
            self.b.wait("return document.querySelector('.timeline').timeline.preview === null", "it is back")
            self.until(lambda: not self.w.offers, "no offer is left")
        self.assertEqual([set(change) for change in asked], [{"start", "duration", "plan"}] * 4)
        self.assertEqual(self.times("mine"), (12, 14))

    def test_room_is_told_while_a_bar_becomes_longer(self):
        asked = self.wall()
        x, y = self.b.point(self.at(14), "n2")
        self.b.hold((x - 2, y), self.b.point(self.at(16), "n2"))
        self.said("not free: wall")
        self.b.drop()
        self.assertIn("in the way: wall", self.b.answer("refused"))
        self.assertEqual([self.trial()[i] for i in (0, 2)], ["refused", ["wall"]])
        self.assertEqual(asked, [{"duration": 4 * HOUR, "plan": "show"}])  # the form has the answer already
        self.b.fill("How long", "3h")
        self.b.answer("free")
        self.assertEqual([self.trial()[i] for i in (0, 2)], ["free", []])
        self.b.fill("How long", "4h")
        self.b.answer("refused")
        self.b.keys(Keys.ESCAPE)
        self.b.js("document.querySelector('#panel input')?.focus()")
        self.b.keys(Keys.ESCAPE)
        self.b.wait("return document.getElementById('panel').hidden", "it is closed")
        self.assertEqual(self.trial(), [None, None, []])
        self.until(lambda: not self.w.offers, "no offer is left")

    def test_a_drag_that_is_given_up(self):
        self.wall()
        self.b.hold(self.b.point(self.at(13), "n2"), self.b.point(self.at(16), "n2"))
        self.said("not free: wall")
        self.b.js("document.querySelector('#timeline canvas').focus()")
        self.b.keys(Keys.ESCAPE)
        self.assertEqual(self.trial(), [None, None, []])
        self.b.drop()
        self.until(lambda: not self.w.offers, "no offer is left")

    def test_week_tells_while_a_booking_is_dragged(self):
        self.addCleanup(self.b.resize, 1400, 860)
        self.wall()
        for width in (1440, 820):
            self.b.resize(width, 860)
            self.calendar()
            self.b.hold(self.slot(12.5), self.slot(13), self.slot(14), self.slot(15))
            self.b.wait("return document.getElementById('tip').textContent === 'not free: wall' && !document.getElementById('tip').hidden", "it is told")
            outlined = "return [...document.querySelectorAll('.event.in-the-way')].map((e) => e.dataset.key.split('@')[0])"
            self.assertEqual(self.b.js(outlined), ["wall"])
            self.b.shot(f"trial-week-{width}")
            self.b.hold(self.slot(11.5))
            self.b.wait("return document.getElementById('tip').textContent === 'free'", "there is room")
            self.assertEqual(self.b.js(outlined), [])
            self.b.hold(self.slot(14.5))
            self.b.drop()
            self.assertIn("in the way: wall", self.b.answer("refused"))
            self.b.wait("return document.querySelector('.picked.refused')", "the week shows it, too: the library draws a moment later")
            self.assertEqual(self.b.js(outlined), ["wall"])
            self.assertTrue(self.b.js("return document.getElementById('tip').hidden"))
            self.b.click("#panel-close")
            self.b.wait("return !document.querySelector('.in-the-way, .picked')", "nothing is left")
            self.until(lambda: not self.w.offers, "no offer is left")
            self.b.click("#views button", "Timeline")
        self.assertEqual(self.times("mine"), (12, 14))

    def test_change_is_refused(self):
        self.put("wall", 15, 20, range(8), users=["bob"])
        self.b.wait("return document.querySelector('.timeline').timeline.model.bookings.has('wall')", "the other one is shown")
        self.b.drag(self.b.point(self.at(13), "n2"), self.b.point(self.at(16), "n2"))
        self.b.fill("May start later by", "")
        self.b.answer("refused")
        self.assertEqual(self.times("mine"), (12, 14))
        self.b.click(".offer button")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'mine'", "the offer is taken")
        self.assertEqual(self.times("mine"), (20, 22))

    def test_a_change_is_answered_before_it_is_made(self):
        self.b.drag(self.b.point(self.at(13), "n2"), self.b.point(self.at(16), "n2"))
        self.b.answer("free")
        self.assertIn("4 nodes", self.b.text("#answer"))
        self.b.fill("Nodes", "100")
        self.b.answer("refused")
        self.b.fill("Nodes", "3")
        self.b.answer("free")
        self.put("other", 20, 21, range(2), users=["bob"])
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('.toast.bad')?.textContent.includes('have changed since plan')", "the plan is another one")
        self.assertEqual(self.times("mine"), (12, 14))
        self.b.answer("free")
        self.b.wait("return document.querySelector('#panel form button[type=submit]').ariaDisabled !== 'true'", "it can be tried again")
        self.b.shot("change")
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'mine'", "it is changed")
        self.assertEqual(self.times("mine"), (15, 17))

    def focused(self):
        return self.b.js("return document.activeElement.textContent.trim() || document.activeElement.id")

    def press(self, button):
        """Press a button of the panel by the keyboard."""
        self.b.wait("return [...document.querySelectorAll('#panel button')].find((b) => b.textContent.startsWith(arguments[0]) && b.ariaDisabled !== 'true')?.focus() ?? document.activeElement.textContent.startsWith(arguments[0])",
                    f"{button} has the focus", button)
        self.b.keys(Keys.ENTER)

    def test_the_keyboard_keeps_its_place(self):
        self.b.view("List")
        self.b.click("#list td button", "mine")
        self.press("Change")
        self.b.wait("return document.activeElement === document.querySelector('#panel form input')", "the first field has the focus")
        self.b.keys(Keys.ESCAPE)
        self.b.wait("return document.getElementById('panel').hidden && document.activeElement.textContent === 'mine'", "Escape closes it")
        self.b.keys(Keys.ENTER)
        self.press("Change")
        self.b.fill("Nodes", "100")
        self.b.answer("refused")
        self.press("Change it")
        self.b.wait("return document.querySelector('.toast.bad')", "it is refused")
        self.assertEqual(self.focused(), "Change it")
        self.press("Leave it")
        self.b.js("[...document.querySelectorAll('#panel button')].find((b) => b.textContent === 'Delete…').focus()")
        self.put("mine", 12, 14, range(4, 8), delay=4 * HOUR)
        self.b.wait("return document.querySelector('#panel').textContent.includes('n[5-8]')", "it is shown anew")
        self.assertEqual(self.focused(), "Delete…")
        self.press("Delete")
        self.b.wait("return document.activeElement.textContent === 'Delete it'", "Enter deletes it")
        self.b.keys(Keys.ENTER)
        self.b.wait("return [...document.querySelectorAll('.toast')].some((t) => t.textContent.includes('mine is deleted'))", "it is deleted")
        self.b.wait("return document.activeElement.id === 'main'", "the view has the focus")

    def test_a_refused_booking_keeps_the_focus(self):
        self.b.click("#book")
        self.b.fill("Nodes", 9)
        self.b.answer("refused")
        self.press("Book")
        self.b.wait("return document.querySelector('.toast.bad')", "it is refused")
        self.assertEqual(self.focused(), "Book")

    def test_nodes_are_given_back(self):
        self.open_booking("mine", 13, "n2")
        self.assertNotIn("Give", self.b.text("#panel"))
        self.running(nodes=[5, 6, 7])
        self.b.click("#panel button", "Give nodes back")
        self.b.wait("return document.activeElement.value === '2'", "how many are left can be typed")
        self.assertIn("sresv give run -N 1", self.b.text("#panel"))
        self.b.answer("free")
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('.toast.good')", "it is changed")
        self.assertEqual(self.w.bookings["run"]["node_list"], "n[6-7]")

    def give(self, words, field, left, command):
        """Give one back of what a booking has, as far as its answer."""
        self.b.click("#panel button", words)
        self.b.wait(f"return document.activeElement.value === '{left}'", "how many are left can be typed")
        self.assertIn(field, self.b.text("#panel"))
        self.assertIn(command, self.b.text("#panel"))
        self.assertNotIn("scontrol", self.b.text("#panel"))
        self.b.answer("free")
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('.toast.good')", "it is changed")

    def test_nodes_take_their_cores_with_them(self):
        self.running(nodes=[5, 6, 7], core_count=12)
        self.give("Give nodes back", "Cores, in all", 2, "sresv give run -N 1")
        self.assertEqual([self.w.bookings["run"][key] for key in ("node_count", "core_count")], [2, 8])
        self.b.click(".toast.good button", "Undo")
        self.b.wait("return document.querySelector('#panel').textContent.includes('12 of these nodes')", "it is undone")

    def test_cores_are_given_back(self):
        self.running(core_count=12)
        self.give("Give cores back", "Cores, in all", 11, "sresv give run --cores 1")
        self.assertEqual(self.w.bookings["run"]["core_count"], 11)

    def test_what_makes_no_sense_is_said(self):
        """The button is not just dead."""
        self.running(nodes=[5, 6, 7], core_count=12)
        self.b.click("#panel button", "Give nodes back")
        self.b.answer("free")
        for label, value, said in (("Cores, in all", "11", "not both at once"), ("Cores, in all", "13", "from 1 to 12"), ("Cores, in all", "12", "free"),
                                   ("How long", "soon", "How long?"), ("How long", "5h", "free"), ("At most leaf switches", "-1", "Leaf switches")):
            self.b.fill(label, value)
            if said == "free":
                self.b.answer("free")
            else:
                self.b.wait(f"return document.getElementById('answer').innerText.includes({said!r})", f"{label}={value} is answered")
        self.assertEqual(self.b.js("return document.querySelector('#panel form button[type=submit]').ariaDisabled"), "true")

    def test_gpus_are_given_back(self):
        self.running(core_count=12, gpu_count=3)
        self.give("Give GPUs back", "GPUs, in all", 2, "sresv give run --gpus 1")
        self.assertEqual([self.w.bookings["run"][key] for key in ("gpu_count", "core_count")], [2, 12])

    def test_one_that_runs_is_ended(self):
        self.running()
        self.assertNotIn("Give", self.b.text("#panel"))
        self.press("End it now")
        self.b.wait("return document.activeElement.textContent === 'End it'", "it asks first")
        self.assertIn("sresv end run", self.b.text("#dialog"))
        self.b.keys(Keys.ENTER)
        self.b.wait("return document.querySelector('.toast.good')?.textContent.startsWith('run ends now')", "it is told")
        self.assertLessEqual(self.w.bookings["run"]["end"], self.w.now())

    def test_another_name_and_undo(self):
        self.open_booking("mine", 13, "n2")
        self.b.click("#panel button", "Change")
        self.b.fill("Name", "course")
        self.assertIn("sresv rename mine course", self.b.text("#panel"))
        self.b.answer("free")
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'course'", "it has another name")
        self.assertNotIn("mine", self.w.bookings)
        self.assertEqual(self.times("course"), (12, 14))
        self.b.click(".toast button", "Undo")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'mine'", "it is undone")
        self.assertNotIn("course", self.w.bookings)

    def running(self, seconds=1815, nodes=(7,), **more):
        """A booking that began so long ago, and ends in two hours: its start is on no whole minute."""
        now = self.w.now()
        self.w.put("run", now - seconds - now % 60, now - now % 60 + 2 * HOUR, list(nodes), **more)
        self.b.wait("return document.querySelector('.timeline').timeline.model.bookings.has('run')", "it is shown")
        self.b.js("document.querySelector('.timeline').timeline.app.open('run')")

    def test_one_that_runs_becomes_longer(self):
        self.running()
        self.b.click("#panel button", "Change")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'Change run'", "it can be changed")
        self.assertEqual(self.b.text("#answer"), "")
        self.b.fill("How long", "5h")
        self.assertIn("Duration=5:00:00", self.b.text("#panel"))
        self.assertNotIn("StartTime", self.b.text("#panel"))
        self.b.answer("free")
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('.toast.good')", "it is changed")
        self.assertEqual(self.w.bookings["run"]["duration"], 5 * HOUR)

    def test_delete_asks_first_and_can_be_undone(self):
        self.open_booking("mine", 13, "n2")
        self.assertIn("by up to 4h", self.b.text("#panel"))
        self.assertIn("sresv show mine", self.b.text("#panel"))
        self.b.shot("booking")
        self.b.click("#panel button", "Delete")
        self.b.click("#dialog button", "Keep it")
        self.b.click("#panel button", "Delete")
        self.assertIn("sresv cancel mine", self.b.text("#dialog"))
        self.assertIn("mine", self.w.bookings)
        self.b.click("#dialog button", "Delete it")
        self.b.wait("return document.querySelector('.toast')", "it is deleted")
        self.assertNotIn("mine", self.w.bookings)
        self.b.click(".toast button", "Book it again")
        self.b.wait("return document.querySelector('.toast.good')", "it is booked again")
        self.assertEqual(self.times("mine"), (12, 14))

    def test_what_happened(self):
        self.open_booking("mine", 13, "n2")
        self.b.click("#panel summary", "What happened")
        self.b.wait("return document.querySelector('.past')?.textContent.includes('Nothing is known')", "it is told")
        times = {"start": self.at(12), "end": self.at(14)}
        self.w.happened("mine", "create", user="eve", **times)
        self.w.happened("mine", "closed", user="eve", why="deleted", was_start=self.at(12), was_end=self.at(14))
        self.w.happened("mine", "create", user=mock.ME, node_list="n[1-4]", **times)
        self.w.happened("mine", "moved", user="eve", why="made room for <b>big</b>", was_start=self.at(10), was_end=self.at(12), **times)
        self.b.click("#panel summary", "What happened")
        self.b.click("#panel summary", "What happened")
        self.b.wait("return document.querySelectorAll('.past li').length === 2", "only the present booking's")
        self.assertRegex(self.b.text(".past li:first-child"), r"^now · \w{3} \d+ \w{3}, \d\d:\d\d\n")
        self.assertRegex(self.b.text(".past"), rf"(?s)Booked by {mock.ME}: .*13:00 – 15:00.*Moved for eve: .*\(made room for <b>big</b>\)")
        self.b.shot("past")

    def test_others_cannot_be_changed(self):
        self.open_booking("course", 10, "n2")
        self.assertNotIn("Delete", self.b.text("#panel"))

    def test_shift_is_shown_and_told(self):
        self.put("mine", 14, 16, range(4), delay=2 * HOUR)
        self.b.wait("return document.querySelector('.toast')?.textContent.startsWith('mine moved to')", "the shift is told")
        self.assertEqual(self.b.booking("mine")["start"], self.at(14))
        self.b.wait("return document.getElementById('live').textContent.includes('mine moved to')", "it is spoken")

    def test_a_message_goes_when_there_is_a_newer_one(self):
        self.put("mine", 14, 16, range(4), delay=2 * HOUR)
        self.b.wait("return document.querySelector('.toast')?.textContent.startsWith('mine moved to')", "the shift is told")
        self.ask(9, 11, "n1", "n8")
        self.b.answer("refused")
        self.b.click("#panel button", "Book")
        self.b.wait("return document.querySelector('.toast.bad')", "it is refused")
        self.b.click(".offer button")
        self.b.wait("return document.querySelector('.toast.good')", "an offer is booked")
        self.assertEqual(self.b.js("return [...document.querySelectorAll('.toast')].map((t) => t.textContent.split(' ')[0])"), ["mine", "Booked"])
        self.b.js("document.querySelector('.timeline').timeline.app.open('mine')")
        self.b.click("#panel button", "Change")
        self.b.fill("Nodes", 1)
        self.b.answer("free")
        self.b.click("#panel button", "Change it")
        self.b.wait("return document.querySelector('.toast.good')?.textContent.startsWith('Changed mine')", "it is changed")
        self.assertEqual(self.b.js("return document.querySelectorAll('.toast').length"), 1)

    def spoken(self):
        """What a screen reader was told last; it is written with the next frame."""
        return self.b.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(document.getElementById('live').textContent)))")

    def test_a_message_covers_nothing(self):
        self.addCleanup(self.b.resize, 1400, 860)
        rows = "const {scene} = document.querySelector('.timeline').timeline; return scene.rows.rowHeight"
        for width in (1440, 820, 390):
            self.b.resize(width, 660, touch=width == 390)
            self.b.click("#book")
            self.b.answer("free")
            before = self.b.js(rows)
            self.b.click("#panel button", "Book")
            self.b.wait("return document.querySelector('.toast.good') && !document.getElementById('panel').hidden", "it is booked, and shown")
            self.assertEqual(self.b.js("""const t = document.querySelector('.toast').getBoundingClientRect();
                return [...document.querySelectorAll('main, #panel, .foot')].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()])
                    .filter(([, r]) => r.top < t.bottom - 1 && r.bottom > t.top + 1 && r.left < t.right && r.right > t.left).map(([e]) => e.id || e.className)"""), [], width)
            self.assertTrue(self.b.js("const t = document.querySelector('.toast').getBoundingClientRect(); return t.top >= 0 && t.bottom <= innerHeight && t.right <= innerWidth"))
            self.assertEqual(self.b.js(f"document.querySelector('.timeline').timeline.paint(); {rows}"), before, "no row moves")
            known = len(self.w.bookings)
            self.b.click(".toast button", "Undo")
            self.until(lambda before=known: len(self.w.bookings) == before - 1, "it is undone")
            self.b.wait("return document.getElementById('panel').hidden && ![...document.querySelectorAll('.toast')].some((t) => t.textContent.includes('Undo'))", "it is closed")

    def test_held_places_are_not_told(self):
        seen = "return document.querySelector('.timeline').timeline.model.bookings.has(arguments[0])"
        before = self.spoken()
        self.put("q1.1", 15, 16, range(2), kind="held")
        self.b.wait(seen, "the held place is seen", "q1.1")
        self.assertEqual(self.spoken(), before)
        self.w.remove("q1.1")
        self.b.wait(seen.replace("return ", "return !"), "the held place is gone", "q1.1")
        self.assertEqual(self.spoken(), before)
        self.put("later", 18, 19, range(2), users=["bob"])
        self.b.wait(seen, "the reservation is seen", "later")
        self.assertEqual(self.spoken(), "later is new")


class Views(Case):
    def fill(self):
        super().fill()
        self.put(HOSTILE, 12, 14, range(3), users=["<b>bob</b>"], accounts=["\u202egnp"], comment="<script>document.title='owned'</script>")
        self.put("mine", 12, 14, range(3, 6), delay=4 * HOUR)
        self.put("broken", 15, 17, range(3, 5), users=["carol"], degraded=True, degraded_reason="lacks n5")
        self.put("service", 17, 20, range(6, 8), users=["root"], kind="maintenance", maintenance=True, flags=["MAINT"])
        self.put("held", 15, 16, [], kind="held", users=["bob"], node_count=2, partition="main")

    def test_hostile_names_are_text(self):
        for view in ("Timeline", "Week", "Month", "List"):
            self.b.click("#views button", view)
            self.b.wait("return !document.querySelector('main img, main script, main b b')", f"{view} has no elements of others")
        self.assertIn(HOSTILE, self.b.text("#list"))
        self.b.click("#list button", HOSTILE)
        self.b.wait("return document.querySelector('#panel-title').textContent === arguments[0]", "it is shown", HOSTILE)
        self.assertEqual(self.b.js("return document.querySelectorAll('#panel img, #panel script').length"), 0)
        self.assertNotEqual(self.b.driver.title, "owned")
        self.open(f"&booking={HOSTILE}")
        self.b.wait("return document.querySelector('#panel-title').textContent === arguments[0]", "the link opens it", HOSTILE)

    def test_list_filters_and_link(self):
        self.b.click("#views button", "List")
        self.b.click("#filters label", "Mine")
        self.assertEqual(self.b.text("#list td button"), "mine")
        self.b.click("#list td button", "mine")
        self.b.wait("return location.hash.includes('booking=mine') && location.hash.includes('view=list')", "the address says so")
        link = self.b.js("return location.hash")
        self.assertNotIn("token", link)
        self.open("&" + link[1:])
        self.b.wait("return document.querySelector('#panel-title').textContent === 'mine' && !document.getElementById('list').hidden", "the link opens the same")

    def test_a_list_of_days(self):
        now = self.w.now()
        self.w.put("runs", now - 26 * HOUR, now + HOUR + 90, [7], users=["bob"])
        self.w.put("later", now + 400 * DAY, now + 401 * DAY, [7], users=["bob"])
        self.b.click("#views button", "List")
        self.b.wait("return document.querySelector('#list > div').textContent.includes('later')", "they are there")
        days = self.b.js("return [...document.querySelectorAll('#list > div tbody')].map((t) => [t.querySelector('th').textContent, ...[...t.querySelectorAll('td button')].map((b) => b.textContent)])")
        self.assertRegex(days[0][0], r"^\w{3} \d+ \w{3} · today$")
        self.assertEqual(days[0][1], "runs")
        self.assertRegex(days[-1][0], r"^\w{3} \d+ \w{3} 20\d\d$")
        cells = self.b.js("return Object.fromEntries([...document.querySelectorAll('#list > div tr:has(td)')].map((r) => [r.cells[0].textContent, [r.cells[1].textContent, r.cells[6].textContent]]))")
        self.assertRegex(cells["runs"][1], "^running, 1h( 1m)? left$")
        self.assertEqual(cells["mine"][0], "13:00 – 15:00")
        self.assertRegex(cells["runs"][0], r"^\w{3} \d+ \w{3}, \d\d:\d\d – \d\d:\d\d$")
        self.assertRegex(cells["later"][0], r"^\d\d:\d\d – \w{3} \d+ \w{3} 20\d\d, \d\d:\d\d$")
        self.assertRegex(cells["mine"][1], r"^in (\d+d )?\d+h( \d+m)?, may move, yours$")

    def test_an_empty_list_leads_on(self):
        for name in list(self.w.bookings):
            self.w.remove(name)
        self.b.click("#views button", "List")
        self.b.click("#list button", "Book nodes")
        self.b.answer("free")

    def test_nothing_is_cut_off(self):
        """Neither the hours of Week, nor the last days of Month, nor the hint below."""
        for i in range(9):
            self.put(f"other-{i}", 12, 14, [7], users=["bob"])
        self.addCleanup(self.b.resize, 1400, 860)
        for width in (1440, 820, 390):
            self.b.resize(width, 860, touch=width == 390)
            for view in ("Week", "Month"):
                self.b.show_view(view)
                self.assertTrue(self.b.js("""const hint = document.getElementById('hint'), foot = document.querySelector('.foot'), r = hint.getBoundingClientRect(), f = foot.getBoundingClientRect();
                    return !hint.checkVisibility() || r.top >= f.bottom - 5 || hint.scrollWidth <= hint.clientWidth && r.right <= innerWidth"""), (view, width))
                if view == "Week":
                    lefts = self.b.js("return [...document.querySelectorAll('.hour > div > div')].map((e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect().left; })")
                    self.assertGreater(min(lefts), 3, width)
                else:
                    self.b.wait("""const main = document.querySelector('main').getBoundingClientRect(), days = [...document.querySelectorAll('.day, .dates button')].filter((d) => d.checkVisibility());
                        return days.length > 27 && days.every((d) => d.getBoundingClientRect().bottom <= main.bottom + 1 && [...d.querySelectorAll('.event, .more')].every((e) => e.getBoundingClientRect().bottom <= d.getBoundingClientRect().bottom + 1))""", f"the last days are seen with {width} pixels")

    def test_subscribe(self):
        self.b.click("#actions button[aria-label^=Subscribe]")
        self.assertIn(f"{self.server.url}api/v1/calendar.ics?key=0011", self.b.text("#dialog"))
        self.b.click("#dialog button", "Close")

    def test_month_and_dark(self):
        self.b.scheme("dark")
        self.addCleanup(self.b.scheme, "light")
        self.calendar("Month")
        self.assertIn("course", self.b.text("#calendar"))
        self.b.shot("month-dark")
        self.b.click("#views button", "Timeline")
        self.b.shot("timeline-dark")

    def test_a_full_week(self):
        """Own bookings are seen, and others are counted where they are; no name is broken letter by letter."""
        for i in range(20):
            self.put(f"other-{i:02}", 9 + i % 3 / 4, 11, [i % 8], users=["bob"])
        self.put("own", 10, 11, [7])
        self.calendar()
        self.b.wait("return document.querySelector('#calendar .more')?.textContent === '+16'", "the others are counted")
        seen = self.b.js("""return [...document.querySelectorAll('.lane .event')].map((e) => [e.textContent, e.getBoundingClientRect()])
            .filter(([, r]) => r.top >= 0 && r.bottom <= innerHeight && r.width > 10).map(([text]) => text)""")
        self.assertEqual(len([t for t in seen if t.startswith("own")]), 1)
        self.assertEqual(len([t for t in seen if t.startswith(("other-", "course"))]), 5)
        lines = self.b.js("""return [...document.querySelectorAll('.lane .event b')].map((e) => [e, e.getBoundingClientRect()])
            .map(([e, r]) => [e.textContent, Math.min(r.width, r.height), Math.max(r.width, r.height)])""")
        self.assertLess(max(low for _, low, _ in lines), 20)
        self.assertGreater(min(high for name, _, high in lines if name.startswith("other-")), 40)
        self.assertEqual(self.b.text(".density").strip(), "up to 22")
        self.assertEqual(self.b.js("return document.querySelectorAll('.day-head [aria-label*=\"up to 22 reservations at a time\"]').length"), 1)
        self.b.shot("week-full")
        self.b.click("#calendar .more", "+16")
        self.b.wait("return document.querySelector('#views [aria-current=page]').textContent === 'Timeline'", "the day is shown")

    def test_keyboard_alone(self):
        self.b.js("document.querySelector('#timeline canvas').focus()")
        self.b.keys("]")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'course'", "the first reservation is opened")
        self.b.js("document.querySelector('#timeline canvas').focus()")
        self.b.keys(Keys.ESCAPE)
        self.b.js("""const t = document.querySelector('.timeline').timeline; t.cursor = {t: arguments[0], row: 6, step: 3600}""", self.at(12))
        self.b.keys(Keys.ARROW_DOWN)
        self.b.wait("return /^n8, .*free/.test(document.getElementById('live').textContent)", "the cursor is spoken")
        self.b.driver.switch_to.active_element.send_keys(Keys.SHIFT + Keys.ARROW_UP)
        self.b.driver.switch_to.active_element.send_keys(Keys.SHIFT + Keys.ARROW_RIGHT)
        self.b.keys(Keys.ENTER)
        self.b.answer("free")
        self.assertRegex(self.b.text("#panel"), r"-N 2 -p main")
        self.b.keys(Keys.ENTER)
        self.b.wait("return document.querySelector('.toast.good')", "it is booked")
        self.assertEqual(len(self.w.bookings), 7)
        self.b.keys(Keys.ESCAPE)
        self.b.wait("return document.getElementById('panel').hidden", "Escape closes the panel")

    def test_small_screen(self):
        self.b.resize(390, 800, touch=True)
        self.addCleanup(self.b.resize, 1400, 860)
        self.b.wait("return innerWidth === 390 && document.querySelector('#timeline canvas').clientWidth <= 390", "it is small")
        self.b.shot("small")
        self.b.click("#book")
        self.b.answer("free")
        self.assertEqual(self.b.js("return document.documentElement.scrollWidth"), 390)
        self.b.shot("small-ask")


class Colours(Case):
    def in_scheme(self, name, ground):
        self.b.scheme(name)
        self.addCleanup(self.b.scheme, "light")
        self.b.wait("return document.querySelector('.timeline').timeline.colors.bg === arguments[0]", "the timeline has its colours", ground)

    def hues(self):
        """The owners of the legend, and their colours."""
        return dict(self.b.js("return [...document.querySelectorAll('.owner')].map((o) => [o.innerText, getComputedStyle(o.querySelector('i')).backgroundColor])"))

    def pixel(self, t, node):
        """The colour on the canvas of a node's row at a time, clear of letters."""
        return self.b.js("""const [t, name] = arguments, line = document.querySelector('.timeline').timeline, {canvas, context, scene} = line;
            line.paint(); const r = canvas.getBoundingClientRect(), p = line.pointOf(t, scene.rows.nodes.findIndex((n) => n.name === name));
            return 'rgb(' + [...context.getImageData(Math.round(p.x - r.left), Math.round(p.y - r.top + scene.rows.rowHeight * 0.36), 1, 1).data].slice(0, 3).join(', ') + ')'""", t, node)


class Owners(Colours):
    """Twelve owners, as many as there are colours; each has an hour of its node today and tomorrow."""
    nodes = 12

    def fill(self):
        for i in range(12):
            self.put(f"job-{i}", 9, 11, [i], users=["bob"], accounts=[f"group{i}"])

    def test_each_has_its_colour_at_each_zoom(self):
        for scheme, ground in (("light", "#ffffff"), ("dark", "#12161d")):
            self.in_scheme(scheme, ground)
            self.b.wait("return document.querySelector('.owner')", "the owners are there")
            hues = self.hues()
            self.assertEqual(len(set(hues.values())), 12, hues)
            for span in (HOUR * 12, 2 * DAY, 7 * DAY, 30 * DAY, 90 * DAY):
                self.b.show(self.at(10) - span // 2, span)
                self.assertEqual({f"group{i}": self.pixel(self.at(10), f"n{i + 1}") for i in range(12)}, hues, (scheme, span))
            for hue in hues.values():
                self.assertGreaterEqual(contrast(hue, ground), 3, (scheme, hue))
            self.b.shot(f"owners-{scheme}")

    def test_a_colour_is_kept(self):
        before = self.hues()
        for i in range(3):
            self.put(f"new-{i}", 12, 14, [i], users=[f"a{i}"])
        self.b.wait("return document.querySelector('#owners').innerText.includes('and 3 more')", "there are more owners than colours")
        self.assertEqual({o: h for o, h in self.hues().items() if o in before}, {o: h for o, h in before.items() if o in self.hues()})
        self.b.show(self.day + 2 * DAY, DAY)
        self.assertEqual(self.hues(), {})
        self.b.show(self.at(6), 5 * HOUR)
        self.assertEqual(self.hues(), before)

    def test_colours_do_not_depend_on_what_is_seen_first(self):
        """Owners of today and of a later day share a colour by their names alone; which of them is looked at first decides nothing."""
        for i in range(12):
            self.w.remove(f"job-{i}")
        for name, start in (("teaching", 12), ("physics", 36)):
            self.put(name, start, start + 2, [1], users=["bob"], accounts=[name])
        for first, other in ((6, 30), (30, 6)):
            self.open(f"&view=timeline&from={self.at(first)}&span={10 * HOUR}")
            self.b.wait("return document.querySelector('.owner')", "an owner is seen")
            found = {}
            for hour in (first, other):
                self.b.show(self.at(hour), 10 * HOUR)
                found.update(self.hues())
            self.assertEqual(found, self.__dict__.setdefault("found", found))
        self.assertEqual(len(set(found.values())), 2)

    def test_one_is_found_and_all_are_back(self):
        find = "return document.querySelector('[aria-label=Find]').value"
        dim = "const t = document.querySelector('.timeline').timeline; t.paint(); return t.scene.bars.filter((b) => !b.dim).map((b) => b.booking.name)"
        self.b.click(".owner", "group7")
        self.assertEqual((self.b.js(find), self.b.js(dim)), ("group7", ["job-7"]))
        self.b.wait("return location.hash.includes('find=group7')", "the link says so")
        self.assertEqual(self.b.js("return [...document.querySelectorAll('.owner[aria-pressed=true]')].map((o) => o.innerText)"), ["group7"])
        self.b.keys(Keys.ENTER)
        self.b.wait("return document.querySelector('.owner[aria-pressed=true]') === null", "a key brings all back")
        self.assertEqual((self.b.js(find), len(self.b.js(dim))), ("", 12))

    def test_names_are_text_and_a_phone_folds_them(self):
        self.put("x", 9, 11, [0], users=[HOSTILE])
        self.b.wait("return document.querySelectorAll('#owners').length && document.querySelector('#owners').innerText.includes('and 1 more')", "it is there")
        for i in range(12):
            self.w.remove(f"job-{i}")
        self.b.wait("return document.querySelector('#owners').textContent === arguments[0]", "it is the only one", HOSTILE)
        self.assertEqual(self.b.js("return document.querySelectorAll('#owners img').length"), 0)
        self.b.resize(390, 800, touch=True)
        self.addCleanup(self.b.resize, 1400, 860)
        self.b.wait("return !document.querySelector('#owners').checkVisibility()", "it is folded")
        self.b.click("#menu")
        self.assertTrue(self.b.js("return document.querySelector('.owner').checkVisibility()"))
        self.b.shot("owners-small")


class Gone(Colours):
    """What is over is grey, and so is the part of what runs that is over; the time is 14:30 in Berlin on Mon 30 Nov 2026."""
    config = {"now": 1796045400}
    nodes = 4

    def at(self, hour):
        return self.w.now() + round(hour * HOUR)

    def fill(self):
        bob = {"users": ["bob"]}
        for name, start, end in (("over", -8, -4), ("running", -2, 2), ("to-come", 4, 8)):
            self.put(name, start, end, [0], **bob)
            self.put(f"my-{name}", start, end, [1])
            self.put(f"bad-{name}", start, end, [2], degraded=True, degraded_reason="lacks n9", **bob)

    def test_the_past_is_grey(self):
        for scheme, grey, mine, ground in (("light", "rgb(127, 136, 148)", "rgb(36, 87, 214)", "#ffffff"), ("dark", "rgb(98, 107, 120)", "rgb(123, 164, 255)", "#12161d")):
            self.in_scheme(scheme, ground)
            for span in (DAY, 7 * DAY):
                self.b.show(self.at(0) - span // 2, span)
                hue = self.hues()["bob"]
                for node, future in (("n1", hue), ("n2", mine)):
                    found = [self.pixel(self.at(hour), node) for hour in (-5, -1, 1, 5)]
                    self.assertEqual(found, [grey, grey, future, future], (scheme, node, span))
            self.b.show(self.at(-10), DAY)
            self.assertNotEqual(*(self.pixel(self.at(hour), "n3") for hour in (-1, 1)))
            self.assertGreaterEqual(contrast(grey, ground), 3)
            self.assertGreaterEqual(contrast(grey, {"light": "#17202e", "dark": "#e8ecf2"}[scheme]), 4.5)
            self.b.shot(f"past-{scheme}")


class Labels(Case):
    """Names of short bars at the default zoom, 26 pixels an hour, on Tue 1 Dec 2026."""
    config = {"now": 1796045400}

    def fill(self):
        bob = {"users": ["bob"]}
        self.put("alone-on-its-row", 8, 9, [0], **bob)
        self.put("neighbour-one", 8, 9, [1], **bob)
        self.put("neighbour-two", 9.5, 10.5, [1], **bob)
        self.put("tall-and-narrow", 8, 9, range(2, 6), **bob)
        self.put("between-walls-one", 11, 12, [2], **bob)
        self.put("wide-wall", 12, 20, [2], **bob)
        self.put("mine", 21, 22, range(6, 8))
        self.put("two-of-them", 8, 10, [6], **bob)

    def drawn(self):
        """The texts on the rows and the rectangles of the bars: (text, left, top, right, bottom, upright), those of upright ones as they are seen."""
        return self.b.js("""const line = document.querySelector('.timeline').timeline, {box, context: c} = line, texts = [];
            c.fillText = (text, x, y) => { const m = c.getTransform(), w = c.measureText(text).width, px = m.a * x + m.c * y + m.e, py = m.b * x + m.d * y + m.f, up = m.b > 0.5;
                if (px > box.gutter && py > box.body && py < box.bottom) texts.push(up ? [text, px - 4, py, px + 8, py + w, true] : [text, px, py - 9, px + w, py + 3, false]); };
            line.paint(); delete c.fillText; line.paint();
            const bars = line.scene.bars.flatMap((b) => b.segs.map((s) => [b.booking.name, box.gutter + line.scale.x(b.start), line.pointOf(0, s.first).y, box.gutter + line.scale.x(b.end), line.pointOf(0, s.last).y]));
            const top = line.canvas.getBoundingClientRect().top, half = line.scene.rows.rowHeight / 2;
            return [texts, bars.map(([n, l, t, r, b]) => [n, l, t - top - half, r, b - top + half])]""")

    def overprinted(self, texts, bars):
        """Pairs of texts that cover each other, and of a text and a bar that it is on but not of."""
        cover = lambda a, b: a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
        inside = lambda t, b: t[1] >= b[1] - 1 and t[3] <= b[3] + 1
        pairs = [(a[0], b[0]) for i, a in enumerate(texts) for b in texts[:i] if cover(a, b)]
        return pairs + [(t[0], b[0]) for t in texts for b in bars if cover(t, b) and not inside(t, b)]

    def test_names_of_short_bars(self):
        self.b.show(self.at(0), 2 * DAY)
        texts, bars = self.drawn()
        found = {t[0]: t[5] for t in texts}
        for name, upright in (("alone-on-its-row", False), ("neighbour-two", False), ("tall-and-narrow", True), ("wide-wall", False), ("two-of-them", False), ("mine", True)):
            self.assertEqual(found.get(name), upright, (name, found))
        self.assertFalse([t for t in found if t in ("neighbour-one", "between-walls-one")])  # they have no room
        self.assertEqual(self.overprinted(texts, bars), [])
        self.b.shot("labels")

    def test_nothing_overprints_in_a_crowd(self):
        mock.crowd(self.w, 150, days=3)
        self.b.wait("return document.querySelector('.timeline').timeline.model.bookings.size > 80", "they are there")
        for nodes in ("n8", "n4"):
            self.ask(9, 11, "n2", nodes)
            self.b.wait("return document.querySelector('.timeline').timeline.selection?.answer", "it is answered")
            for hours in (6, 48, 168):
                self.b.show(self.at(0), hours * HOUR)
                texts, bars = self.drawn()
                tag = [t for t in texts if re.match("(not free|taken|free) · ", t[0])]
                self.assertEqual(len(tag), 1)
                self.assertEqual(self.overprinted([t for t in texts if t not in tag], bars), [], hours)
                self.assertFalse([t[0] for t in texts if t[0] in self.w.bookings and not self.is_on(t, bars) and self.overprinted([t, tag[0]], [])], hours)
        self.b.shot("labels-crowd")

    @staticmethod
    def is_on(text, bars):
        return any(b[0] == text[0] and b[1] - 1 <= text[1] <= b[3] for b in bars)


class Jobs(Case):
    def fill(self):
        super().fill()
        self.w.job(17, [("slurm", "not enough nodes are free for it yet"),
                        {"kind": "in-the-way", "text": "it wants 4 nodes for 02:00:00, and reservations leave 3 of 8 for so long", "bookings": ["course", "gone"]},
                        {"kind": "shorter", "text": "reservations would let it start with a time limit of 00:50:00", "seconds": 3000},
                        {"kind": "from", "text": "reservations leave enough nodes from then on", "at": self.at(11)}], node_count=4, name=HOSTILE)
        self.w.job(18, state="running", node_list="n[1-2]", start=self.w.now() - 60)

    def test_why_a_job_waits(self):
        self.b.click("#views button", "Jobs")
        text = self.b.wait("return document.querySelector('#jobs table')?.innerText", "the jobs are there")
        self.assertIn("not enough nodes are free", text)
        self.assertIn("running", text)
        self.b.shot("jobs")
        self.b.click("#jobs td button", "17")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'Job 17'", "the job is shown")
        panel = self.b.text("#panel")
        self.assertIn("4 nodes for 2h, and reservations leave 3 of 8", panel)
        self.assertNotIn("00:50:00", panel.split("On the command line")[0])
        self.assertRegex(panel, r"from then on: \w+ \d+ \w+, 12:00")
        self.assertIn("scontrol update JobId=17 TimeLimit=0:50:00", panel)
        self.assertIn(HOSTILE, panel)
        self.assertEqual(self.b.js("return document.querySelectorAll('#panel img, #jobs img').length"), 0)
        self.b.shot("job")
        self.b.click("#panel button", "course")
        self.b.wait("return document.querySelector('#panel-title').textContent === 'course'", "the reservation is shown")
        self.b.click("#jobs td button", "17")
        self.b.click("#panel button", "Ask for nodes")
        self.b.answer("free")
        self.assertRegex(self.b.text("#panel"), r"-t 2:00:00 -N 4 -p main")

    def test_they_are_followed(self):
        self.b.keys("5")
        self.b.click("#jobs td button", "17")
        self.w.jobs[0].update(state="running", why=[], reason=None, start=self.w.now())
        self.b.wait("return !document.querySelector('#panel').innerText.includes('Why it waits') && !document.querySelector('#panel').hidden", "the job runs")
        self.assertNotIn("waits", self.b.text("#jobs tbody"))


class LastDay(unittest.TestCase):
    """On the last day of a month the views show that month, though most of the timeline is in the next one."""

    def test_views_show_today(self):
        b = _browser
        with mock.Server(mock.World(8, now=1796045400)) as server:  # Mon 30 Nov 2026, 14:30 in Berlin
            for link in ("", "&view=month", "&view=usage"):
                b.open(f"{server.url}#token={mock.TOKEN}{link}")
                for key, head in (("3", "Nov 2026"), ("2", "Mon 30 Nov – Sun 6 Dec"), ("6", "Nov 2026")):
                    b.keys(key)
                    self.assertEqual(b.text("#span"), head, link)
                    if key == "2":
                        b.wait("const r = document.querySelector('.now-line')?.getBoundingClientRect(); return r && r.top > 150 && r.bottom < innerHeight", "now is in view")
            b.keys("6", "1")  # and back: what is past is an eighth at most
            self.assertEqual(b.text("#span"), "Mon 30 Nov, 08:30 – Wed 2 Dec, 08:30")
            b.keys("3")
            b.click("#dates button[aria-label=Later]")
            self.assertEqual(b.text("#span"), "Dec 2026")
            b.keys("3")
            self.assertEqual(b.text("#span"), "Dec 2026")
            b.driver.get("about:blank")
        self.assertEqual(b.errors(), [])


class Usage(Case):
    def fill(self):
        super().fill()
        row = {"name": None, "start": None, "end": None, "closed": None, "account": "physics", "user": "ada", "bookings": 3,
               "booked": 36000, "held": 18000, "used": 9000, "given_back": 18000, "moved": 2}
        now = self.w.now()
        self.before = int(datetime.datetime.fromtimestamp(now, zoneinfo.ZoneInfo(self.zone)).replace(day=1).timestamp()) - 10 * DAY  # in the month before
        self.w.sums = {now: [row, {**row, "account": None, "user": HOSTILE, "held": 0, "used": 0, "bookings": 1}],
                       self.before: [{**row, "booked": 144000, "held": 144000, "used": 72000, "given_back": 0}]}
        self.w.used = [{**row, "name": "course", "start": now, "end": now + HOUR, "bookings": 1}]

    def open(self, more=""):
        self.b.open(self.url + more)

    def table(self):
        return self.b.wait("return document.querySelector('#usage tbody')?.innerText", "the figures are there")

    def test_a_month(self):
        self.b.keys("6")
        text = self.table()
        self.assertRegex(text, r"physics\s+ada\s+3\s+10.0\s+5.0\s+2.5 \(50 %\)\s+5.0\s+2")
        self.assertIn(HOSTILE, text)
        self.assertEqual(self.b.js("return document.querySelectorAll('#usage img').length"), 0)
        widths = self.b.js("return [...document.querySelectorAll('#usage tr:first-child .bar span')].map((s) => Math.round(s.getBoundingClientRect().width))")
        self.assertEqual((abs(widths[0] - widths[1]) <= 1, abs(widths[2] - 2 * widths[0]) <= 2, widths[0] > 20), (True,) * 3, widths)
        self.b.shot("usage")
        self.b.click("#dates button[aria-label=Earlier]")
        self.b.wait("return document.querySelector('#usage tbody')?.innerText.includes('40.0')", "the month before is there")
        self.b.click("#dates button[aria-label=Earlier]")
        self.b.wait("return document.querySelector('#usage .empty')", "nothing was in the month before that")
        self.b.click("#dates button", "Today")
        self.table()

    def test_each_and_csv(self):
        self.b.click("#views button", "Usage")
        self.table()
        self.b.click("#usage input")
        self.b.wait("return document.querySelector('#usage tbody').innerText.includes('course')", "each booking is there")
        self.b.js("window.saved = null; const made = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return made(blob); };")
        self.b.click("#usage button", "Save as CSV")
        self.assertEqual(self.b.wait("return window.saved", "it is saved"), "NAME,USER,BOOKED-S\ncourse,ada,36000\n")

    def columns(self):
        """Of each month of the chart: its words, the heights of its parts in percent of the highest, and whether it is chosen."""
        self.b.wait("return [...document.querySelectorAll('.month')].filter((m) => m.title.includes(':')).length === 12", "all months are known")
        return self.b.js("""return [...document.querySelectorAll('.month')].map((m) => { const {height, bottom} = m.querySelector('.stack').getBoundingClientRect();
            const heights = ['used', 'idle', 'back'].map((k) => m.querySelector(`.u-${k}`).getBoundingClientRect().height);
            return [m.title, [...heights, bottom - m.querySelector('.u-booked').getBoundingClientRect().bottom].map((n) => Math.round(100 * n / height)), m.ariaPressed === 'true']; })""")

    def test_twelve_months(self):
        self.b.keys("6")
        *_, before, now = columns = self.columns()
        self.assertRegex(now[0], r"^\w+ \d{4}: 20.0 CPU-hours booked; 2.5 used by jobs, 2.5 held but idle, 10.0 given back$")
        self.assertRegex(before[0], r": 40.0 CPU-hours booked; 20.0 used by jobs, 20.0 held but idle, 0.0 given back$")
        for found, wanted in zip(now[1] + before[1], (6, 6, 25, 50, 50, 50, 0, 100)):
            self.assertAlmostEqual(found, wanted, delta=2, msg=(now, before))
        self.assertEqual([c[2] for c in columns], [False] * 11 + [True])
        self.assertEqual(self.b.text("#month-sum"), now[0])
        self.b.js("document.querySelectorAll('.month')[10].focus()")
        self.b.keys(Keys.ENTER)
        self.b.wait("return document.querySelector('#usage tbody').innerText.includes('40.0')", "the month before is there")
        self.assertEqual(self.b.js("return document.activeElement.title"), before[0])
        self.assertEqual(before[0].split(":")[0], self.b.text("#span"))
        self.assertEqual([c[2] for c in self.columns()], [False] * 10 + [True, False])

    def test_chart_in_each_size(self):
        self.addCleanup(self.b.resize, 1400, 860)
        self.addCleanup(self.b.scheme, "light")
        for width in (1440, 820, 390):
            self.b.resize(width, 860, touch=width == 390)
            self.b.view("Usage")
            self.columns()
            least, most, page = self.b.js("const r = [...document.querySelectorAll('.month')].map((m) => m.getBoundingClientRect()); "
                                          "return [Math.min(...r.map((m) => m.width)), Math.max(...r.map((m) => m.right)), document.getElementById('usage').scrollWidth]")
            self.assertGreaterEqual(least, 24, width)
            self.assertLessEqual(max(most, page), width)
            for scheme in ("light", "dark"):
                self.b.scheme(scheme)
                with self.subTest(f"{scheme}, {width} pixels"):
                    self.assertEqual(self.b.found_by_axe(), [])
                    self.b.shot(f"usage-{width}-{scheme}")


class Inbox(Case):
    """Events of one's bookings: of one that is there, of one that is gone, with a name that is HTML."""

    def fill(self):
        super().fill()
        self.put("mine", 12, 14, range(4), delay=2 * HOUR)
        times = {"start": self.at(12), "end": self.at(14)}
        self.happened(60, "mine", "create", user=mock.ME, **times)
        self.happened(50, HOSTILE, "degraded", why="lacks n3")
        self.happened(40, "mine", "moved", why="made room for big", was_start=self.at(11), was_end=self.at(13), **times)
        self.happened(30, "thesis", "create", user=mock.ME, **times)
        self.happened(20, "thesis", "closed", user="eve", why="deleted", was_start=self.at(12), was_end=self.at(14))

    def happened(self, minutes, name, event, **more):
        self.w.happened(name, event, time=self.w.now() - 60 * minutes, users=mock.ME, **more)

    def unread(self, n):
        self.b.wait("const b = document.querySelector('#inbox .badge'); return b && (b.hidden ? '' : b.textContent) === arguments[0]", f"{n} are unread", str(n or ""))
        self.assertEqual(self.b.js("return document.getElementById('inbox').getAttribute('aria-label')"), f"Inbox: {n} unread" if n else "Inbox")

    def test_unread_ones_are_counted_and_stay_read(self):
        self.unread(3)
        self.b.click("#inbox")
        rows = self.b.js("return [...document.querySelectorAll('.inbox-list li')].map((li) => [li.querySelector('strong').textContent, !!li.querySelector('.chip')])")
        self.assertEqual(rows, [["thesis", True], ["thesis", False], ["mine", True], [HOSTILE, True], ["mine", False]])
        self.assertRegex(self.b.text(".inbox-list"), r"(?s)thesis Closed by eve \(deleted\).*mine Moved: .*13:00 – 15:00, not .*12:00 – 14:00 \(made room for big\)\s+40m ago · ")
        self.b.shot("inbox")
        self.b.click(".inbox-list a", "mine Moved")
        self.b.wait("return document.getElementById('panel-title').textContent === 'mine' && document.querySelector('#panel dl')", "the booking is open")
        self.unread(2)
        self.open()
        self.unread(2)
        self.b.click("#inbox")
        self.b.click("#panel button", "Mark all as read")
        self.unread(0)
        self.assertEqual(self.b.js("return [document.querySelectorAll('.inbox-list li').length, document.querySelectorAll('.inbox-list .chip').length]"), [5, 0])
        self.open()
        self.b.wait("return document.querySelector('.timeline').timeline.app.inbox && performance.getEntriesByType('resource').some((e) => e.name.includes('/log?') && e.responseEnd)", "it has looked")
        self.unread(0)

    def test_mail_is_told(self):
        self.b.click("#inbox")
        self.assertIn("You get mail about what others or the scheduler change, 15m before a start; in at most one mail each 1m.", self.b.text("#panel .hint"))
        self.w.config["mail"] = None
        self.open()
        self.b.click("#inbox")
        self.assertIn("This site sends no mail about reservations.", self.b.text("#panel .hint"))

    def test_they_stay_read_on_another_port_and_cluster(self):
        """sresv web chooses another port each time, and so another origin; and a home may be that of several clusters."""
        self.unread(3)
        self.b.click("#inbox")
        self.b.click("#panel button", "Mark all as read")
        self.unread(0)
        self.until(lambda: len(self.w.marks) == 3, "the server has them")
        with mock.Server(self.w) as other:
            self.b.open(f"{other.url}#token={mock.TOKEN}")
            self.b.wait("return performance.getEntriesByType('resource').some((e) => e.name.includes('/log?') && e.responseEnd)", "it has looked")
            self.unread(0)
            self.w.config["cluster"] = "other"
            self.b.open(f"{other.url}#token={mock.TOKEN}")
            self.unread(3)
            self.b.driver.get("about:blank")

    def test_one_that_is_gone(self):
        self.unread(3)
        self.b.click("#inbox")
        self.b.click(".inbox-list a", "thesis Closed")
        self.b.wait("return document.querySelectorAll('.past li').length === 2", "what happened to it")
        self.assertRegex(self.b.text("#panel"), rf"(?s)thesis.*no reservation of this name now.*Booked by {mock.ME}.*Closed by eve \(deleted\)")
        self.unread(2)

    def test_news_while_the_page_is_open(self):
        self.unread(3)
        self.b.click("#inbox")
        self.happened(0, "mine", "moved", was_start=self.at(12), was_end=self.at(14), start=self.at(13), end=self.at(15))
        self.put("mine", 13, 15, range(4), delay=2 * HOUR)
        self.unread(4)
        self.assertEqual(self.b.js("return document.querySelectorAll('.inbox-list li').length"), 6)

    def test_keyboard_alone(self):
        self.unread(3)
        self.b.js("document.getElementById('views').firstElementChild.focus()")
        self.b.keys("i")
        self.b.wait("return document.activeElement.id === 'panel-title'", "the panel has the focus")
        self.b.keys(Keys.TAB, Keys.TAB, Keys.TAB, Keys.TAB)
        self.assertRegex(self.b.js("return document.activeElement.textContent"), "^thesis Booked")
        self.b.keys(Keys.TAB, Keys.ENTER)
        self.b.wait("return document.getElementById('panel-title').textContent === 'mine'", "the booking is open")
        self.unread(2)
        self.b.keys(Keys.ESCAPE)
        self.assertEqual(self.b.js("return document.activeElement.dataset.view"), "timeline")
        self.b.keys("i", "i")
        self.assertTrue(self.b.js("return document.getElementById('panel').hidden"))

    def test_sizes_and_axe(self):
        self.addCleanup(self.b.resize, 1400, 860)
        self.addCleanup(self.b.scheme, "light")
        self.unread(3)
        for width in (1440, 820, 390):
            self.b.resize(width, 860, touch=width == 390)
            self.b.wait("return innerWidth === arguments[0]", "the size is there", width)
            heads = self.b.js("return [...document.querySelectorAll('#inbox, #inbox .badge')].map((e) => { const r = e.getBoundingClientRect(); return e.checkVisibility() && r.left >= 0 && r.right <= innerWidth; })")
            self.assertEqual(heads, [True, True], width)
            if width == 390:
                self.assertLess(self.b.js("return document.querySelector('main').getBoundingClientRect().top"), 60)
            self.b.click("#inbox")
            wide = self.b.js("return [document.documentElement.scrollWidth <= innerWidth, document.getElementById('panel-body').scrollWidth <= document.getElementById('panel-body').clientWidth]")
            self.assertEqual(wide, [True, True], width)
            for scheme in ("light", "dark"):
                self.b.scheme(scheme)
                with self.subTest(f"{scheme}, {width} pixels"):
                    self.assertEqual(self.b.found_by_axe(), [])
                    self.b.shot(f"inbox-{width}-{scheme}")
            self.b.click("#panel-close")


class InboxOfOperator(Case):
    config = {"operator": True}

    def fill(self):
        super().fill()
        self.w.happened("course", "create", users="bob,carol", user=mock.ME)
        self.w.happened("course", "degraded", users="bob,carol")
        self.w.happened("shared", "degraded", users=f"bob,{mock.ME}")

    def test_only_their_own(self):
        self.b.wait("return document.querySelector('#inbox .badge').textContent === '1'", "one concerns the operator")
        self.b.click("#inbox")
        self.assertEqual(self.b.text(".inbox-list strong"), "shared")


class Past(Case):
    """Past bookings in the list: one was used by half, one was cancelled before it began, and its name was used twice."""

    def fill(self):
        super().fill()
        now = self.w.now()
        over = {"state": "ended", "start": now - 9 * HOUR, "end": now - 5 * HOUR, "node_list": "n[1-4]", "users": mock.ME, "closed": now - 5 * HOUR, "user": None, "why": None}
        self.w.over = [{**over, "name": "old", "closed": now - 40 * DAY}, {**over, "name": "thesis"},
                       {**over, "name": HOSTILE, "state": "cancelled", "start": now + HOUR, "end": now + 2 * HOUR, "closed": now - HOUR, "user": "eve", "why": "deleted"}]
        row = {"name": "thesis", "start": now - 9 * HOUR, "end": now - 5 * HOUR, "closed": now - 5 * HOUR + 2, "account": None, "user": "ada", "bookings": 1,
               "booked": 16 * HOUR, "held": 16 * HOUR, "used": 8 * HOUR, "given_back": 0, "moved": 0}
        self.w.used = [row, {**row, "closed": now - 2 * HOUR, "used": 0}, {**row, "closed": None, "used": 0}]
        for t, event, why in ((-20, "create", None), (-10, "closed", "another one"), (-9, "create", None), (-5, "ended", None), (-3, "create", None), (-2, "closed", "a later one")):
            self.w.happened("thesis", event, time=now + t * HOUR, why=why, user=mock.ME)

    def open(self, more="&view=list"):
        self.b.open(self.url + more)

    def rows(self):
        self.b.wait("return document.querySelector('.over tbody')", "the past is there")
        return self.b.js("return [...document.querySelectorAll('.over tbody tr')].map((r) => [r.cells[0], r.cells[4], r.cells[5]].map((c) => c.textContent))")

    def find(self, text):
        self.b.js("const f = document.querySelector('input[type=search]'); f.value = arguments[0]; f.dispatchEvent(new Event('input'))", text)

    def test_past_ones_with_what_was_used(self):
        self.assertEqual(self.b.js("return document.querySelectorAll('.over tr').length"), 0)
        self.b.click(".over summary")
        self.assertEqual(self.rows(), [[HOSTILE, "cancelled by eve", "–"], ["thesis", "ended", "50 % of 16.0 h"]])
        grey, text = self.b.js("return [document.querySelector('.over td button'), document.querySelector('#list > div td')].map((e) => getComputedStyle(e).color)")
        self.assertNotEqual(grey, text)
        self.b.click(".over td button", "thesis")
        self.b.wait("return document.querySelectorAll('.past li').length === 2", "what happened to that one")
        self.assertRegex(self.b.text("#panel"), r"(?s)thesis.*n\[1-4\].*16.0 booked, 16.0 held, 8.0 used by jobs, 0.0 given back.*Booked by ada.*Ended")
        self.find("n[1-4]")
        self.assertEqual(len(self.rows()), 2)
        self.find("thesis")
        self.assertEqual([r[0] for r in self.rows()], ["thesis"])

    def test_they_end_while_it_is_shown(self):
        for name in ("mine", "own"):
            self.put(name, 12, 14, range(4))
        self.b.click(".over summary")
        self.assertEqual(len(self.rows()), 2)
        first = "return document.querySelector('.over tbody td').textContent === arguments[0]"
        self.w.over.append({**self.w.over[1], "name": "mine", "closed": self.w.now()})
        self.w.remove("mine")
        self.b.wait(first, "it is among the past ones", "mine")
        self.w.over.append({**self.w.over[1], "name": "own", "closed": self.w.now()})
        self.b.click("#list > div td button", "own")
        self.b.click("#panel button", "Delete")
        self.b.click("#dialog button", "Delete it")
        self.b.wait(first, "one that the page deleted, too", "own")

    def test_by_keyboard_in_each_size(self):
        self.addCleanup(self.b.resize, 1400, 860)
        self.addCleanup(self.b.scheme, "light")
        for width in (1440, 820, 390):
            self.b.resize(width, 860, touch=width == 390)
            self.open()
            self.b.js("document.querySelector('.over summary').focus()")
            self.b.keys(Keys.ENTER)
            self.rows()
            self.assertEqual(self.b.js("return [...document.querySelectorAll('#list *')].filter((e) => e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 80))"), [], width)
            for scheme in ("light", "dark"):
                self.b.scheme(scheme)
                with self.subTest(f"{scheme}, {width} pixels"):
                    self.assertEqual(self.b.found_by_axe(), [])
                    self.b.shot(f"over-{width}-{scheme}")
            self.b.keys(Keys.TAB, Keys.ENTER)
            self.b.wait("return !document.getElementById('panel').hidden && document.querySelector('.past')", "the first one is open")


class Touch(Case):
    def setUp(self):
        _browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
        self.addCleanup(_browser.cdp, "Emulation.setTouchEmulationEnabled", enabled=False)
        _browser.resize(390, 800, touch=True)
        self.addCleanup(_browser.resize, 1400, 860)
        super().setUp()

    def open(self, more="&view=timeline"):
        super().open(more)
        self.b.show(self.at(6), 16 * HOUR)

    def swipe(self, start, end, rest=False):
        self.b.touch("touchStart", *start)
        if rest:
            self.b.wait("return document.querySelector('#timeline canvas').dataset.drag === 'ask'", "the finger has rested")
        for i in range(1, 8):
            self.b.touch("touchMove", *(a + (b - a) * i / 7 for a, b in zip(start, end)))
        self.b.touch("touchEnd")

    def test_a_finger_pans_and_after_a_rest_asks(self):
        top = self.b.js("return document.querySelector('#timeline canvas').getBoundingClientRect().top") + 20
        x, _ = self.b.point(self.at(13), "n2")
        self.swipe((x, top), (x - 80, top))  # on the axis also a slow machine's finger pans
        self.b.wait("return document.querySelector('.timeline').timeline.view.from > arguments[0]", "it has panned", self.at(6))
        self.assertTrue(self.b.js("return document.getElementById('panel').hidden"))
        self.b.show(self.at(6), 16 * HOUR)
        self.swipe(self.b.point(self.at(13), "n2"), self.b.point(self.at(16), "n4"), rest=True)
        self.assertIn("3 nodes", self.b.answer("free"))

    def test_room_is_told_while_a_finger_moves_a_booking(self):
        self.put("a-booking-of-mine", 12, 14, range(5, 8))
        self.put("wall-with-a-long-name", 16, 20, range(8), users=["bob"])
        self.b.wait("return document.querySelector('.timeline').timeline.model.bookings.has('wall-with-a-long-name')", "they are shown")
        start, end = self.b.point(self.at(13), "n7"), self.b.point(self.at(16), "n7")
        self.b.touch("touchStart", *start)
        self.b.wait("return document.querySelector('#timeline canvas').dataset.drag === 'move'", "the finger has rested")
        for i in range(1, 8):
            self.b.touch("touchMove", *(a + (b - a) * i / 7 for a, b in zip(start, end)))
        self.b.wait("return document.querySelector('.timeline').timeline.preview?.text === 'not free: wall-with-a-long-name'", "it is told")
        room, right = self.b.js("""const {context: c, box} = document.querySelector('.timeline').timeline, fill = c.fillText.bind(c); let right = 0;
            c.fillText = (text, x, y) => { if (text.startsWith('not free')) right = x + c.measureText(text).width; fill(text, x, y); };
            document.querySelector('.timeline').timeline.paint(); delete c.fillText; return [box.width, right]""")
        self.assertTrue(0 < right <= room, (room, right))
        self.b.shot("trial-390")
        self.b.touch("touchEnd")
        self.assertIn("in the way: wall-with-a-long-name", self.b.answer("refused"))
        self.b.click("#panel-close")
        self.until(lambda: not self.requests(), "no offer is left")

    def test_week_tells_while_a_finger_moves_a_booking(self):
        self.put("mine", 12, 14, range(5, 8))
        self.put("wall", 15, 20, range(8), users=["bob"])
        self.calendar()
        start, end = self.slot(12.5), self.slot(14.5)
        self.b.touch("touchStart", *start)
        # The library picks it up after 450 ms, and shows nothing of that: a later time of the same clock.
        self.b.js("return new Promise((done) => setTimeout(done, 500))")
        for i in range(1, 8):
            self.b.touch("touchMove", *(a + (b - a) * i / 7 for a, b in zip(start, end)))
        tip = self.b.wait("""const tip = document.getElementById('tip'), r = tip.getBoundingClientRect();
            return tip.textContent === 'not free: wall' && !tip.hidden && [r.left, r.right, r.bottom]""", "it is told")
        self.assertTrue(0 <= tip[0] and tip[1] <= 390 and tip[2] <= 800, tip)
        self.assertEqual(self.b.js("return [...document.querySelectorAll('.event.in-the-way')].map((e) => e.dataset.key.split('@')[0])"), ["wall"])
        self.assertIn("15:00–17:00", self.b.js("return [...document.querySelectorAll('.event.mine .hours')].map((e) => e.innerText).join()"), "where it is now")
        self.b.shot("trial-week-390")
        self.b.touch("touchEnd")
        self.assertIn("in the way: wall", self.b.answer("refused"))


class Phone(Case):
    def setUp(self):
        _browser.resize(390, 844, touch=True)
        self.addCleanup(_browser.resize, 1400, 860)
        super().setUp()

    def fill(self):
        super().fill()
        for i in range(7):
            self.put(f"a-rather-long-name-{i}", 12, 14, [i], users=["bob"])

    def fits(self):
        wide = self.b.js("return [...document.querySelectorAll('html, main, main *')].filter((e) => e.getBoundingClientRect().right > 390.5 || e.scrollLeft).map((e) => e.outerHTML.slice(0, 80))")
        self.assertEqual(wide, [])
        self.assertLess(self.b.js("return document.querySelector('main').getBoundingClientRect().top + innerHeight - document.querySelector('main').getBoundingClientRect().bottom"), 60)

    def test_it_begins_with_the_list(self):
        self.b.wait("return document.getElementById('list').textContent.includes('course')", "the list is there")
        self.fits()
        self.b.shot("phone-list")
        self.b.click("#menu")
        self.assertTrue(self.b.js("return document.getElementById('filters').checkVisibility()"))
        self.assertFalse(self.b.js("return document.getElementById('legend').checkVisibility()"), "the list has no colours")
        self.b.shot("phone-menu")
        self.b.click("#views button", "Timeline")
        self.assertFalse(self.b.js("return document.getElementById('legend').checkVisibility()"))
        self.b.click("#menu")
        self.assertTrue(self.b.js("return document.getElementById('legend').checkVisibility()"))

    def test_no_heading_is_cut(self):
        for view in ("Timeline", "Week", "Month", "List", "Usage"):
            self.b.view(view)
            self.assertTrue(self.b.js("const s = document.getElementById('span'); return s.clientWidth <= 1 || s.scrollWidth <= s.clientWidth"), view)
            self.assertGreater(self.b.js("return document.getElementById('book').getBoundingClientRect().right"), 370, view)

    def test_a_link_names_the_view(self):
        self.open("&view=timeline")
        self.assertFalse(self.b.js("return document.getElementById('timeline').hidden"))
        self.fits()

    def test_three_days_or_one(self):
        self.calendar()
        days = "return document.querySelectorAll('.lane').length"
        self.assertEqual(self.b.js(days), 3)
        self.assertEqual(self.b.text(".more"), "+4")
        self.fits()
        self.b.shot("phone-week")
        self.b.js("document.querySelector('#dates select[aria-label^=Days]').focus()")
        self.b.keys(Keys.ARROW_DOWN)
        self.b.wait(f"{days} === 1", "it is one day")
        self.b.wait("return document.querySelector('.more').textContent === '+1'", "six are side by side")
        first = self.b.js("return document.querySelector('.lane').dataset.date")
        self.b.click("#dates button[aria-label=Later]")
        self.b.wait("return document.querySelector('.lane').dataset.date > arguments[0]", "it is the next day", first)

    def month(self):
        """Month of the day, and what chooses the day."""
        self.put("mine", 15, 16, [0])
        self.b.view("Month")
        self.b.wait("return document.querySelector('.dates i.mine')", "the marks are there")
        return f".dates button[data-key='{time.gmtime(self.at(12)).tm_mday}']"

    def names(self):
        return self.b.js("return [...document.querySelectorAll('.agenda li b')].map((e) => e.textContent)")

    def test_the_month_marks_its_days(self):
        """Own ones first and of another shape, and how many there are in all; nothing is cut."""
        button = self.month()
        marks = self.b.js("return [...document.querySelector(arguments[0]).querySelectorAll('i')].map((e) => [e.className, e.offsetWidth > e.offsetHeight])", button)
        self.assertEqual([wide for _, wide in marks], [True, False, False])
        self.assertEqual(marks[0][0], "mine")
        self.assertEqual(self.b.text(f"{button} .count"), "9")
        self.assertRegex(self.b.js("return document.querySelector(arguments[0] + ' .offscreen').textContent", button), r"^\w{3} \d+ \w{3}: 9 reservations, 1 of them yours$")
        self.fits()
        self.b.shot("phone-month")

    def test_a_tap_on_a_day_lists_its_names(self):
        button = self.month()
        self.b.click(button)
        self.assertEqual(self.names(), ["course", *(f"a-rather-long-name-{i}" for i in range(7)), "mine"])
        self.assertEqual(self.b.js("return [...document.querySelectorAll('.agenda li *')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map((e) => e.outerHTML)"), [])
        self.assertEqual(self.b.text(".agenda .mine b"), "mine")
        self.w.remove("a-rather-long-name-3")
        self.b.wait("return document.querySelectorAll('.agenda li').length === 8", "what is gone is gone here")
        self.b.click(".agenda li button", "a-rather-long-name-4")
        self.b.wait("return document.getElementById('panel-title').textContent === 'a-rather-long-name-4'", "it is open")
        self.b.wait("""const row = document.querySelector('[data-key^="a-rather-long-name-4@"]').getBoundingClientRect();
            return row.bottom <= document.getElementById('panel').getBoundingClientRect().top + 1""", "the panel does not cover it")

    def back(self, stops):
        """So many stops of the tab key back."""
        for _ in range(stops):
            self.b.driver.switch_to.active_element.send_keys(Keys.SHIFT + Keys.TAB)

    def test_the_month_by_keyboard(self):
        button = self.month()
        self.b.js("document.querySelector(\".dates [tabindex='0']\").focus()")
        if self.b.js("return document.activeElement.dataset.key") != self.b.js("return document.querySelector(arguments[0]).dataset.key", button):
            self.b.keys(Keys.ARROW_RIGHT)  # from today
        self.b.wait("return document.querySelectorAll('.agenda li').length === 9 && document.activeElement.matches(arguments[0])", "the day is chosen", button)
        heading = self.b.text(".agenda h3")
        self.b.keys(Keys.TAB, Keys.TAB, Keys.ENTER)  # past the way to the timeline
        self.b.wait("return document.getElementById('panel-title').textContent === 'course'", "the first one is open")
        self.b.keys(Keys.ESCAPE)
        self.assertEqual(self.b.js("return document.activeElement.querySelector('b')?.textContent"), "course")
        self.back(2)
        self.b.keys(*[Keys.ARROW_DOWN] * 5)  # into the next month
        self.b.wait("return document.querySelector('.agenda').textContent.includes('Nothing is reserved on this day')", "an empty day says so")
        self.assertNotEqual(self.b.text("#span"), heading.split()[-1])
        day = self.b.text(".agenda h3")
        self.b.keys(Keys.TAB, Keys.TAB, Keys.ENTER)
        self.b.wait("return document.getElementById('panel-title').textContent === 'Book nodes'", "it leads on")
        self.assertEqual(day.split()[1], str(int(self.b.js("return document.querySelector('#panel input[type=datetime-local]').value.slice(8, 10)"))))
        self.b.keys(Keys.ESCAPE)
        self.back(2)
        self.b.keys(Keys.PAGE_UP, "t")
        self.b.wait("return document.querySelector(\".dates [aria-selected='true'] [aria-current]\")", "T chooses today")


class Tasks(Case):
    """What people come for, by the keys alone, in each size: Tab finds each button, and Enter does it."""
    config = {"now": 1813046400}  # 15 June 2027: a day or a month later is not earlier

    def fill(self):
        super().fill()
        now = self.w.now()
        self.w.put("runs", now - HOUR, now + 3 * HOUR, [5, 6, 7])
        self.put("mine", 14, 16, range(3))
        self.w.happened("mine", "create", user=mock.ME, users=mock.ME, start=self.at(12), end=self.at(14))
        self.w.happened("mine", "moved", user="dave", users=mock.ME, why="made room for big", start=self.at(14), end=self.at(16), was_start=self.at(12), was_end=self.at(14))

    def test_each_size(self):
        self.addCleanup(self.b.resize, 1400, 860)
        for width, height in ((1440, 900), (820, 1180), (390, 844)):
            self.b.resize(width, height)
            self.open("&view=list")
            with self.subTest(f"{width} pixels"):
                self.tasks(f"r{width}")

    def tasks(self, name):
        self.b.keys("b")  # be refused, and take
        self.b.opens("Book nodes")
        self.b.type("Name", name)
        self.b.type("Nodes", "8")
        self.b.answer("refused")
        self.b.press("Take the offer: 8 nodes")
        self.b.told(f"Booked {name}")
        self.b.opens(name)
        start, duration = (self.w.bookings[name][k] for k in ("start", "duration"))
        self.b.press("Change")  # move: the first part of a start by one up
        self.b.opens(f"Change {name}")
        self.b.tab_to("Start")
        self.b.keys(Keys.ARROW_UP)
        self.b.answer("free")
        self.b.press("Change it")
        self.b.told(f"Changed {name}")
        self.assertNotEqual(self.w.bookings[name]["start"], start)
        self.b.press("Undo")
        self.until(lambda: self.w.bookings[name]["start"] == start, "it is where it was")
        self.b.opens(name)
        self.b.press("Change")  # extend
        self.b.opens(f"Change {name}")
        self.b.type("Nodes", "2")
        self.b.answer("free")
        self.b.type("How long", "3h")
        self.b.answer("free")
        self.b.keys(Keys.ENTER)
        self.until(lambda: self.w.bookings[name]["duration"] == 3 * HOUR > duration, "it is longer")
        self.b.opens(name)
        self.b.press("Delete")
        self.b.wait("return document.getElementById('dialog').open", "it is asked for")
        self.b.keys(Keys.ENTER)
        self.until(lambda: name not in self.w.bookings, "it is deleted")
        had = self.w.bookings["runs"]["node_count"]
        self.b.leave()
        self.b.press("runs")  # give back
        self.b.opens("runs")
        if had > 1:
            self.b.press("Give nodes back")
            self.b.opens("Change runs")
            self.b.answer("free")
            self.b.keys(Keys.ENTER)
            self.until(lambda: self.w.bookings["runs"]["node_count"] == had - 1, "it is given back")
            self.b.opens("runs")
        self.b.leave()
        self.b.keys("i")  # who moved me
        self.b.opens("Inbox")
        self.assertRegex(self.b.text("#panel"), "mine Moved for dave: .*, not .* \\(made room for big\\)")
        self.b.leave()
        self.b.keys("b")  # find 4 nodes for 2 h
        self.b.opens("Book nodes")
        self.b.type("How long", "2h")
        self.b.type("Nodes", "4")
        self.b.press("When could I?")
        self.b.wait("return document.querySelector('.when td.can')", "the hours are there")
        self.b.keys(Keys.TAB)
        self.assertTrue(self.b.js("return document.activeElement.matches('.when td.can')"), "the first such hour has the focus")
        self.b.keys(Keys.ENTER)
        self.assertIn("4 nodes", self.b.answer("free"))
        self.b.leave()


class TwiceAnHour(unittest.TestCase):
    """In the night in which the clock goes back, no booking is lost or doubled, and a move keeps its length."""

    def test_week(self):
        b, day = _browser, 1792886400  # Sun 25 Oct 2026, 00:00 UTC; the clock of Berlin goes back at 01:00 UTC
        b.cdp("Emulation.setTimezoneOverride", timezoneId="Europe/Berlin")
        w = mock.World(8, now=day - 6 * HOUR)
        for i, (start, end) in enumerate(((0.5, 0.75), (1.5, 1.75), (0.75, 1.25), (-1, 3), (12, 13))):
            w.put(f"b{i}", day + round(start * HOUR), day + round(end * HOUR), [i])
        with mock.Server(w) as server:
            b.open(f"{server.url}#token={mock.TOKEN}&view=week")
            b.wait("return document.querySelector('#calendar .event')", "the bookings are there")
            b.js("document.getElementById('calendar').calendar.scrollToTime('00:00')")
            high = dict(b.js("return [...document.querySelectorAll('.lane .event')].map((e) => [e.dataset.key.split('@')[0], e.offsetHeight])"))
            self.assertEqual(b.js("return document.querySelectorAll('.lane .event').length"), 5)
            self.assertEqual(sorted(high), ["b0", "b1", "b2", "b3", "b4"])
            self.assertLess(max(high[name] for name in ("b0", "b1", "b2")), 20)
            x, y, hour = b.js("""const r = document.querySelector('.event[data-key^=b4]').getBoundingClientRect();
                return [r.left + r.width / 2, r.top + r.height / 2, document.querySelector('.lane').offsetHeight / 24].map(Math.round)""")
            b.drag((x, y), (x, y - 12 * hour))
            b.answer("free")
            self.assertIn("StartTime=2026-10-25T01:00:00 Duration=1:00:00", b.text("#panel"))
            b.driver.get("about:blank")
        self.assertEqual(b.errors(), [])


class Zones(Case):
    zone = "America/New_York"

    def test_both_zones(self):
        self.assertIn("Your time", self.b.text("#filters"))
        self.b.click_at(self.b.point(self.at(10), "n2"))
        self.b.wait("return document.querySelector('#panel-title').textContent === 'course'", "it is shown")
        self.assertRegex(self.b.text("#panel dd"), r"04:00 – 06:00\n.*10:00 – 12:00 \(site time\)")
        self.ask(12, 14, "n1", "n4")
        self.b.answer("free")
        self.assertRegex(self.b.text("#panel"), r"sresv book -s \S+T13:00:00")
        self.b.shot("zones")
        self.b.view("Week")
        self.b.wait("return document.querySelector('#calendar .picked')?.textContent.includes('07:00')", "the week shows it, too")
        self.assertRegex(self.b.text(".hour"), r"09:00\s*/ 15:00")


class Site(Case):
    config = {"mode": "site", "user": None, "uid": None, "operator": None, "may_book": None, "hides": True}

    def test_nothing_can_be_booked(self):
        self.assertFalse(self.b.js("return document.getElementById('book')"))
        self.assertNotIn("Jobs", self.b.text("#views"))
        self.assertFalse(self.b.js("return document.getElementById('inbox')"))
        self.ask(12, 14, "n1", "n4")
        self.assertTrue(self.b.js("return document.getElementById('panel').hidden"))
        self.assertIn("hidden", self.b.text("#notice"))


class Token(Case):
    def test_token_leaves_the_address_and_is_asked_for(self):
        self.assertNotIn("token", self.b.js("return location.href"))
        self.b.js("sessionStorage.clear(); location.reload()")
        self.b.wait("return document.getElementById('token')", "the token is asked for")
        self.addCleanup(self.b.resize, 1400, 860)
        for width in (1440, 820, 390):
            self.b.resize(width, 860)
            self.assertEqual(self.b.js("return [...document.querySelectorAll('nav, button, .tools, .foot')].filter((e) => e.checkVisibility()).map((e) => e.textContent)"), ["Open"], width)
            self.b.shot(f"token-{width}")
        self.b.find("#token").send_keys(self.url + Keys.ENTER)
        self.b.wait("return document.querySelector('.timeline')?.timeline?.model.bookings.has('course')", "it is taken")

    def test_server_goes_and_comes_back(self):
        port = self.server.server_address[1]
        self.server.__exit__()
        with self.w.lock:
            self.w.changed("removed", "nothing")
        self.b.wait("return document.getElementById('notice').textContent.includes('No answer')", "it is told")
        self.put("new", 15, 16, range(2))
        self.server = mock.Server(self.w, port).__enter__()
        self.addCleanup(self.server.__exit__)
        self.b.wait("return document.querySelector('.timeline').timeline.model.bookings.has('new')", "it goes on")
        self.b.wait("return document.getElementById('notice').hidden", "the notice is gone")


class Crowd(Case):
    nodes = 10000

    def fill(self):
        for k in range(300):
            first = k * 37 % (self.nodes - 40)
            self.put(f"job-{k}", k % 20, k % 20 + 2, range(first, first + 40), users=[mock.OWNERS[k % 5][0]])

    def test_only_what_is_seen_is_drawn(self):
        drawn = self.b.js("""const t = document.querySelector('.timeline').timeline; let n = 0;
            const c = t.context, fill = c.fillText.bind(c); c.fillText = (...a) => { n++; fill(...a); }; t.paint(); c.fillText = fill; return n""")
        self.assertLess(drawn, 400)  # of 1,400 names of nodes in the first partition alone
        self.b.point(self.at(10), "n9990")
        self.ask(3, 5, "n9991", "n9995")
        self.b.answer("free")
        self.b.shot("crowd")
