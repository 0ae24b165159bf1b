# SPDX-License-Identifier: GPL-2.0-or-later
"""The page with garq-web and a real controller, as two users at once."""
import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

from selenium.webdriver.common.keys import Keys

import browser
import case
import gq
import users
import web
from case import OTHER, ROOT, at, needs_root

PAGE = os.path.join(gq.TOP, "contrib", "web", "page")
HOUR, DAY = 3600, 86400
THIRD = "man"  # a user who has no page open
_browsers, _urls = {}, {}


def setUpModule():
    folder = unittest.enterModuleContext(gq.for_everyone(gq.sresv(), web.PROGRAM, PAGE))
    case.start(8, lines=["SchedulerParameters=garq_users=yes,garq_user_nodes=8,garq_user_duration=1440,garq_user_bookings=20,"
                         "garq_shift=yes,garq_offer_hold=2,garq_bcost=0.05,garq_tau=4"])
    for user in (gq.ME, OTHER) if ROOT else (gq.ME,):
        server = web.Server(case.cluster(), "--page", os.path.join(folder, "page"), user=None if user == gq.ME else user,
                            program=(os.path.join(folder, "sresv"), "web"), env={"HOME": "/nonexistent"})
        _urls[user] = server.__enter__().address
        unittest.addModuleCleanup(server.__exit__, None, None, None)
        _browsers[user] = browser.Browser()
        unittest.addModuleCleanup(_browsers[user].close)


class Real(case.Case):
    def setUp(self):
        super().setUp()
        self.me = self.browser_of(gq.ME)

    def browser_of(self, user):
        b = _browsers[user]
        b.open(_urls[user])
        b.show(at(6), 20 * HOUR)
        self.addCleanup(self.withdraw)
        self.addCleanup(b.driver.get, "about:blank")
        return b

    def withdraw(self):
        for name in self.c.offers():
            self.c.delete(name)

    def ask(self, b, start, end, first, last):
        p = b.point(start, first)
        b.drag(p, b.point(end, last))

    def seen(self, b, name, start):
        b.wait("return document.querySelector('.timeline').timeline.model.bookings.get(arguments[0])?.start === arguments[1]", f"{name} is at {gq.stamp(start)}", name, start)

    def title(self, b, text):
        b.wait("return document.querySelector('#panel-title').textContent === arguments[0]", f"{text} is shown", text)

    @needs_root
    def test_book_be_refused_take_an_offer_delete(self):
        """A user who has not read a manual, beside an operator."""
        self.make("course", at(10), at(12), NodeCnt=5)
        user = self.browser_of(OTHER)
        self.seen(user, "course", at(10))
        # Not free, with offers and prices
        self.ask(user, at(10), at(11), "n1", "n4")
        text = user.answer("refused")
        self.assertIn("in the way: course", text)
        self.assertRegex(text, r"price \d+\.\d\d")
        user.fill("Name", "demo")
        user.click(".offer button")
        self.title(user, "demo")
        fields = self.fields("demo")
        self.assertEqual(fields["Users"], OTHER)
        user.shot("real-offer")
        # The operator sees it at once
        self.seen(self.me, "demo", gq.seconds(fields["StartTime"]))
        # Free
        self.ask(user, at(14), at(16), "n1", "n2")
        user.answer("free")
        user.fill("Name", "second")
        user.click("#panel button", "Book")
        self.title(user, "second")
        self.assertLies("second", at(14), at(16), 2)
        # Gone again
        user.click("#panel button", "Delete")
        user.click("#dialog button", "Delete it")
        user.wait("return [...document.querySelectorAll('.toast')].some((t) => t.textContent.includes('second is deleted'))", "it is deleted")
        self.assertNotIn("second", self.c.reservations())
        self.me.wait("return !document.querySelector('.timeline').timeline.model.bookings.has('second')", "the operator sees that it is gone")

    @needs_root
    def test_for_a_fellow_too(self):
        """With whom the user shares a Unix group; not for a stranger."""
        users.Case.put_together(self, OTHER, users.THIRD)
        user = self.browser_of(OTHER)
        self.ask(user, at(10), at(12), "n1", "n2")
        user.answer("free")
        user.click("#panel summary", "More wishes")
        user.fill("For users", f"{OTHER},root")
        self.assertIn("as root: give", user.answer("refused"))
        user.fill("Name", "ours")
        user.fill("For users", f"{OTHER}, {users.THIRD}")
        user.answer("free")
        user.click("#panel button", "Book")
        self.title(user, "ours")
        self.assertEqual(self.fields("ours")["Users"], f"{OTHER},{users.THIRD}")

    @needs_root
    def test_who_would_have_to_leave(self):
        """As the controller proves it."""
        self.make("course", at(10), at(12), NodeCnt=5)
        self.make("small", at(9), at(11), NodeCnt=1)
        user = self.browser_of(OTHER)
        self.seen(user, "small", at(9))
        self.ask(user, at(10), at(11), "n1", "n4")
        user.answer("refused")
        user.click(".why button")
        user.wait("return document.querySelector('.why h3')", "the proof is shown")
        text = user.text(".why")
        self.assertIn("Moving others makes no room: that is proven", text)
        self.assertRegex(text, r"There would be room without course; without fewer there is none\.")
        self.assertIn("5 of 8 nodes stay taken, wherever others move", text)
        self.assertEqual(len(user.js("return [...document.querySelector('.timeline').timeline.inTheWay]")), 1)
        user.shot("real-why")

    def test_less_is_booked_where_not_all_is_free(self):
        self.make("course", at(10), at(12), Nodes="n[1-5]")
        self.seen(self.me, "course", at(10))
        self.ask(self.me, at(10), at(12), "n8", "n1")  # from a node that is free
        self.me.answer("refused")
        self.me.click("#panel summary", "If not all is free")
        self.me.fill("Fewest nodes", 2)
        self.assertIn("Free: 3 of 8 nodes, for ", self.me.answer("free"))
        self.me.click("#panel button", "Book")
        self.me.wait("return document.querySelector('.toast')?.textContent.includes('not all was free: 3 of 8 nodes')", "it is told that less is booked")
        name, = set(self.c.reservations()) - {"course"}
        self.assertTrue(name.startswith(f"{gq.ME}_"), name)
        self.assertLies(name, at(10), at(12), 3)

    def test_when_it_can_begin(self):
        self.make("course", at(10), at(12), Nodes="n[1-5]")
        self.me.click("#book")
        self.me.fill("Nodes", 4)
        self.me.fill("How long", "2h")
        self.me.click("#panel summary", "When could I?")
        cell = "return [...document.querySelectorAll('.when td')].find((c) => c.chosen?.[0] >= arguments[0] && c.chosen[0] < arguments[0] + 3600 && c.chosen[1] === arguments[1])"
        self.me.wait(cell, "an hour begins as soon as the course ends", at(12), HOUR)
        free = {length: [hour for hour in range(6, 14) if self.me.js(cell, at(hour), length * HOUR)] for length in (1, 2, 4)}
        self.assertEqual(free, {1: [6, 7, 8, 9, 12, 13], 2: [6, 7, 8, 12, 13], 4: [6, 12, 13]})
        self.me.js(cell, at(8), 2 * HOUR).click()
        self.me.wait("return document.querySelector('.timeline').timeline.selection?.start === arguments[0]", "it is asked for", at(8))
        self.me.answer("free")
        self.me.shot("real-when")

    def test_a_series(self):
        self.ask(self.me, at(14), at(16), "n1", "n2")
        self.me.answer("free")
        self.me.fill("Name", "course")
        self.me.click("#panel summary", "Repeat")
        self.me.fill("Repeat", "WEEKLY")
        self.me.wait("return document.querySelector('#answer').textContent.includes('Until which date is it repeated?')", "a date is missing")
        self.me.fill("Until", gq.stamp(at(14, day=16))[:10])
        self.me.answer("free")
        self.me.shot("real-series")
        self.me.click("#panel button", "Book")
        names = [f"course-{gq.stamp(at(14, day=d))[:10]}" for d in (2, 9, 16)]
        self.title(self.me, names[0])
        self.assertEqual(set(self.c.reservations()), set(names))
        self.me.wait("return document.querySelector('.toast')?.textContent.includes('and on 2 other dates')", "it is told of the others")

    def wait_for_room(self, name):
        self.make("course", at(10), at(12), Nodes="n[1-5]")
        self.seen(self.me, "course", at(10))
        self.ask(self.me, at(10), at(12), "n8", "n1")  # from a node that is free
        self.me.answer("refused")
        self.me.fill("Name", name)
        self.me.answer("refused")
        self.me.click("#answer button", "Wait for room")
        self.assertIn(f"{name} stands by: place 1 of 1", self.me.answer("maybe"))
        self.me.shot("real-waits")
        self.me.click("#panel button", "Cancel")
        self.me.click("#views button", "List")
        self.me.wait("return document.querySelector('.standing')?.textContent.includes(arguments[0])", "it is in the list", f"{name}8 nodes for 2h")

    def test_it_waits_for_room(self):
        self.wait_for_room("late")
        self.me.shot("real-waits-list")
        self.assertTrue(self.c.delete("course").ok)
        self.me.wait("return [...document.querySelectorAll('tbody button')].some((b) => b.textContent === 'late')", "it is booked")
        self.me.wait("return !document.querySelector('.standing')", "it waits no more")
        self.assertLies("late", at(10), at(12), 8)

    def test_what_waits_is_withdrawn(self):
        self.wait_for_room("late")
        self.me.click(".standing button", "Withdraw")
        self.me.wait("return !document.querySelector('.standing')", "it waits no more")
        self.assertTrue(self.c.delete("course").ok)
        self.make("other", at(10), at(12), NodeCnt=8)

    @needs_root
    def test_refused_for_good_with_reason(self):
        user = self.browser_of(OTHER)
        self.ask(user, at(10), at(11), "n1", "n4")
        user.answer("free")
        user.fill("How long", "2d")
        user.fill("Name", "long")
        user.click("#panel button", "Book")
        user.wait("return document.querySelector('#answer')?.textContent.includes('garq_user_duration')", "the limit is told")
        self.assertEqual(self.c.reservations(), {})

    @needs_root
    def test_shift_of_anothers_is_seen(self):
        """The operator books what the user's flexible booking makes room for: the user sees it move, and how soon is printed."""
        user = self.browser_of(OTHER)
        self.make("flex", at(10), at(11), NodeCnt=6, MaxStartDelay="4:00:00", Users=OTHER)
        for b in (user, self.me):
            self.seen(b, "flex", at(10))
        user.js("""const m = document.querySelector('.timeline').timeline.model; m.addEventListener('change', ({detail}) => {
            if (detail.shifts.length) window.shifted = performance.timeOrigin + performance.now(); })""")
        self.ask(self.me, at(10), at(12), "n4", "n1")  # from a place that is free
        self.me.answer("free")	# as another gives way
        self.me.fill("Name", "rigid")
        self.me.js("""const put = (e) => { if (e.target.textContent === 'Book') window.pressed = performance.timeOrigin + performance.now(); };
            document.addEventListener('click', put, {capture: true})""")
        self.me.click("#panel button", "Book")
        self.title(self.me, "rigid")
        self.seen(user, "flex", at(12))
        user.wait("return document.querySelector('.toast')?.textContent.startsWith('flex moved to')", "the shift is told")
        user.shot("real-shift")
        took = user.js("return window.shifted") / 1000 - self.me.js("return window.pressed") / 1000
        print(f"# a shift is seen {took:.2f} s after the button was pressed")

    @needs_root
    def test_questions_leave_nothing_behind(self):
        """Where the site holds the places of offers, a question holds none, and says of none that it is held."""
        user = self.browser_of(OTHER)
        self.ask(user, at(10), at(11), "n1", "n4")
        user.answer("free")
        self.assertEqual(self.c.offers(user=OTHER), {})
        self.make("course", at(10), at(12), NodeCnt=5)
        self.assertNotIn("held", user.answer("refused"))
        offers = self.c.offers(user=OTHER)
        self.assertTrue(offers)
        self.assertFalse([o for o in offers.values() if "held" in o], offers)
        user.click("#panel-close")
        gq.wait_for(lambda: not self.c.offers(user=OTHER), "the offers are withdrawn")
        self.assertEqual(set(self.c.reservations()), {"course"})

    def test_change_by_dragging(self):
        self.make("mine", at(10), at(12), NodeCnt=3)
        self.seen(self.me, "mine", at(10))
        first = self.me.wait("const t = document.querySelector('.timeline').timeline; t.paint();"
                             "const bar = t.scene.bars.find((bar) => bar.booking.name === 'mine');"
                             "return bar?.segs.length && t.scene.rows.nodes[bar.segs[0].first].name", "it is drawn")
        self.make("others", at(13), at(14), NodeCnt=6, MaxStartDelay="6:00:00")
        self.me.drag(self.me.point(at(11), first), self.me.point(at(14), first))
        self.me.answer("free")
        self.assertIn("Others make room for it", self.me.text("#answer"))
        self.assertIn("others: ", self.me.text("#answer"))
        self.assertLies("mine", at(10), at(12), 3)
        self.me.shot("real-change")
        self.me.click("#panel button", "Change it")
        self.title(self.me, "mine")
        self.assertLies("mine", at(13), at(15), 3)
        self.assertLies("others", at(15), at(16), 6)
        self.me.click("#panel button", "Delete")
        self.me.wait("return document.querySelector('#dialog').textContent.includes('others: ')", "who uses the room is told")
        self.me.click("#dialog button", "Delete it")
        gq.wait_for(lambda: self.start_of("others") == at(13), "they use it")

    @needs_root
    def test_what_an_operator_did(self):
        user = self.browser_of(OTHER)
        self.make("theirs", at(10), at(12), NodeCnt=2, Users=OTHER)
        self.seen(user, "theirs", at(10))
        self.c.delete("theirs")
        user.click("#inbox")
        user.wait("""const found = [...document.querySelectorAll('.inbox-list .unread a')].filter((a) => a.textContent.startsWith('theirs ')).map((a) => a.textContent);
            return found.length === 2 && found[0].startsWith(`theirs Closed by ${arguments[0]} (deleted)`) && found[1].startsWith(`theirs Booked by ${arguments[0]}`)""", "both are unread", gq.ME)
        user.click(".inbox-list a", "theirs Closed")
        self.title(user, "theirs")
        user.wait("return document.querySelectorAll('.past li').length === 2", "what happened is told")
        self.me.click("#inbox")
        self.assertNotIn("theirs", self.me.text("#panel"))
        for b, figures in ((user, False), (self.me, True)):  # figures are for the operator who made it
            b.view("List")
            b.click(".over summary")
            b.click(".over td button", "theirs")
            b.wait("return document.getElementById('panel').innerText.includes('cancelled by ')", "the past one is shown")
            self.assertEqual(" 0.0 held, 0.0 used" in b.text("#panel"), figures)

    def test_maintenance_and_failed_nodes(self):
        self.make("service", at(18), at(22), Nodes="n8", Flags="MAINT")
        self.make("flexible", at(8), at(10), NodeCnt=2, MaxStartDelay="4:00:00")
        self.set_node("n7", "DRAIN")
        self.addCleanup(self.resume, "n7")
        self.me.wait("return document.querySelector('.timeline').timeline.model.nodes.find((n) => n.name === 'n7').down", "n7 is down")
        self.seen(self.me, "flexible", at(8))
        self.seen(self.me, "service", at(18))
        self.assertTrue(self.me.booking("service")["maintenance"])
        self.assertEqual(self.me.booking("flexible")["window"]["delay"], 4 * HOUR)
        self.me.shot("real-kinds")

    def test_name_that_means_something_in_addresses(self):
        name = "a/b%41#x"
        r = self.c.create(name, StartTime=gq.stamp(at(10)), EndTime=gq.stamp(at(11)), NodeCnt=1)
        self.assertTrue(r.ok, r)
        self.seen(self.me, name, at(10))
        self.me.click("#views button", "List")
        self.me.click("#list td button", name)
        self.title(self.me, name)
        self.me.click("#panel button", "Delete")
        self.me.click("#dialog button", "Delete it")
        gq.wait_for(lambda: not self.c.reservations(), "it is deleted")

    def test_the_interface_is_shown(self):
        """swagger-ui under the server's policy, with what garq-web serves alone."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        page = shutil.copytree(PAGE, f"{folder}/page", ignore=shutil.ignore_patterns("swagger-ui*", "openapi.json"))
        with web.Server(self.c, "--page", page) as server:
            self.assertIsNone(server.get("config").json["doc"])
        subprocess.run([f"{PAGE}/doc/get-swagger-ui", f"{page}/doc"], check=True)
        with web.Server(self.c, "--page", page) as server:
            self.assertEqual(server.get("config").json["doc"], "doc/index.html")
            self.me.open(server.address)
            self.me.click("#actions .keys-button")
            self.me.click("#doc")
            self.me.wait("return document.querySelectorAll('.opblock').length === arguments[0]", "each operation is shown", len(web.SPEC.operations()))
            self.me.click(".opblock-summary-path a span", "/api/v1/jobs")
            self.me.wait("return document.querySelector('.opblock.is-open .responses-wrapper')", "the operation is opened")
            asked = self.me.js("return performance.getEntriesByType('resource').map((e) => new URL(e.name).origin)")
            self.assertEqual(set(asked), {server.address.split("/#")[0]})
            self.assertEqual(self.me.errors(), [])
            self.me.shot("doc")
            self.me.driver.get("about:blank")


class Keyboard(case.Case):
    """What people come for, by the keys alone, beside an operator and another user."""

    def page(self, user, size):
        b = _browsers[user]
        b.resize(*size)
        b.open(f"{_urls[user]}&view=list")
        self.addCleanup(b.resize, 1400, 860)
        self.addCleanup(b.driver.get, "about:blank")
        return b

    @needs_root
    def test_all_of_it_at_1440(self):
        self.everything((1440, 900))

    @needs_root
    def test_all_of_it_at_390(self):
        self.everything((390, 844))

    def everything(self, size):
        now = int(time.time()) // 60 * 60  # a field for times has no seconds
        for name, start, end, nodes, more in (("course", now + 120, now + 4 * HOUR, 5, {"Users": THIRD}), ("runs", now, now + 4 * HOUR, 3, {"Users": OTHER, "user": OTHER}),
                                              ("flex", at(10, day=2), at(11, day=2), 6, {"Users": OTHER, "MaxStartDelay": "4:00:00"})):
            self.make(name, start, end, NodeCnt=nodes, **more)
        user, operator = self.page(OTHER, size), self.page(gq.ME, size)
        self.refused_and_taken(user)
        self.moved_and_extended(user)
        self.given_back(user)
        self.made_room_for(operator)
        self.who_moved_me(user)
        self.found(user)

    def refused_and_taken(self, b):
        b.keys("b")
        b.opens("Book nodes")
        b.type("Name", "demo")
        b.type("Nodes", "8")
        self.assertIn("in the way: course", b.answer("refused"))
        b.press("Take the offer: 8 nodes")
        b.told("Booked demo")
        b.opens("demo")
        self.assertEqual(self.fields("demo")["NodeCnt"], "8")

    def moved_and_extended(self, b):
        start = self.start_of("demo")
        b.press("Change")
        b.opens("Change demo")
        b.type_time("Start", start + DAY)
        b.answer("free")
        b.press("Change it")
        b.told("Changed demo")
        self.assertEqual(self.start_of("demo"), start + DAY)
        b.opens("demo")
        b.press("Change")
        b.opens("Change demo")
        b.type("How long", "3h")
        b.answer("free")
        b.keys(Keys.ENTER)
        gq.wait_for(lambda: self.end_of("demo") == start + DAY + 3 * HOUR, "it is longer")
        b.opens("demo")
        b.leave()

    def given_back(self, b):
        b.wait("return document.querySelector('.timeline').timeline.model.bookings.get('runs')?.state === 'active'", "it runs")
        b.press("runs")
        b.opens("runs")
        b.press("Give nodes back")
        b.opens("Change runs")
        b.answer("free")
        b.keys(Keys.ENTER)
        gq.wait_for(lambda: self.fields("runs")["NodeCnt"] == "2", "one is given back")
        b.opens("runs")
        b.leave()

    def made_room_for(self, b):
        """An operator books where a booking has to move."""
        b.keys("b")
        b.opens("Book nodes")
        b.type("Name", "rigid")
        b.type_time("Start", at(10, day=2))
        b.type("How long", "2h")
        b.type("Nodes", "4")
        b.wait("return document.getElementById('answer').textContent.includes('Others make room for it')", "it is answered")
        b.press("Book")
        b.told("Booked rigid")
        gq.wait_for(lambda: self.start_of("flex") == at(12, day=2), "the other one made room")

    def who_moved_me(self, b):
        b.wait("return document.querySelector('.timeline').timeline.model.bookings.get('flex').start === arguments[0]", "its user sees it", at(12, day=2))
        b.keys("i")
        b.wait("return document.getElementById('panel-title').textContent.startsWith('Inbox')", "the inbox is open")
        b.wait("return [...document.querySelectorAll('.inbox-list a')].some((a) => a.textContent.startsWith(`flex Moved for ${arguments[0]}`))", "who moved it is told", gq.ME)
        b.leave()

    def found(self, b):
        """Where 4 nodes are free for 2 h, and book them there."""
        b.keys("b")
        b.opens("Book nodes")
        b.type("Name", "found")
        b.type("How long", "2h")
        b.type("Nodes", "4")
        b.press("When could I?")
        b.wait("return document.querySelector('.when td.can')", "the hours are there")
        b.keys(Keys.TAB)
        b.wait("return document.activeElement.matches('.when td.can')", "the first such hour has the focus")
        b.keys(Keys.ENTER)
        b.answer("free")
        b.keys(Keys.TAB)
        b.press("Book")
        b.told("Booked found")
        self.assertEqual(self.fields("found")["NodeCnt"], "4")
        b.leave()


class Calendar(case.Case):
    """What Thunderbird's parser finds in calendars."""

    def events(self, server):
        browser.module("ical.js")
        r = subprocess.run(["node", os.path.join(browser.HERE, "ical.mjs")], input=server.get("calendar.ics").body, capture_output=True, timeout=120, check=False)
        self.assertEqual((r.returncode, r.stderr), (0, b""))
        return {e["name"]: e for e in json.loads(r.stdout)}

    def test_times_and_shifts(self):
        for zone in ("Europe/Berlin", "America/St_Johns"):
            with self.subTest(zone), web.Server(self.c, env={"TZ": zone}) as server:
                for name, day in (("soon", 2), ("later", 180)):  # summer and winter
                    self.says_booked(server, name, day)
                before = self.events(server)
                for name, day in (("soon", 2), ("later", 180)):
                    self.assertEqual((before[name]["start"], before[name]["end"], before[name]["zone"]), (at(10, day=day), at(12, day=day), zone))
                gq.wait_for(lambda: server.ask("PATCH", "bookings/soon", {"start": at(13, day=2), "duration": 2 * HOUR}).status == 200, "it is moved")
                gq.wait_for(lambda: self.events(server)["soon"]["sequence"] > before["soon"]["sequence"], "the sequence grows")
                after = self.events(server)
                self.assertEqual((after["soon"]["uid"], after["soon"]["start"]), (before["soon"]["uid"], at(13, day=2)))
                self.assertEqual(after["later"], before["later"])
                for name in before:
                    self.assertEqual(server.ask("DELETE", f"bookings/{web.quote(name)}").status, 200)

    def says_booked(self, server, name, day):
        self.assertEqual(server.ask("POST", "bookings", {"name": name, "start": at(10, day=day), "end": at(12, day=day), "nodes": 1}).status, 201)
