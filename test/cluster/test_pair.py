# SPDX-License-Identifier: GPL-2.0-or-later
"""Two controllers that share StateSaveLocation: bookings pass from one to the other, and back."""
import case
import pair
from case import at


def setUpModule():
    if case.ROOT:
        case.start(4, pair.LINES, kind=pair.Pair)


@case.needs_root
class Pair(case.Case):
    def setUp(self):
        super().setUp()
        self.settle()
        self.addCleanup(self.settle)  # before clean(), which needs a controller

    def settle(self):
        """FIRST is in control, SECOND stands by."""
        for host in pair.HOSTS:
            if self.c.host_runs(host):
                self.c.continue_host(host)
        if self.c.controllers() == [pair.FIRST] and self.c.host_runs(pair.SECOND):
            return
        for host in pair.HOSTS:
            self.c.kill_host(host)
        self.c.begin(pair.FIRST)
        self.c.wait_control(pair.FIRST)
        self.c.begin(pair.SECOND)
        self.c.wait_standby(pair.SECOND)
        self.c.wait_answering()

    def book(self, prefix, cnt=3):
        """Bookings one after another, all but the first of them parked; as shown."""
        for i in range(cnt):
            self.make(f"{prefix}{i}", at(8 + i), at(9 + i), NodeCnt=2)
        return self.lies()

    def lies(self):
        """{name: (start, end, nodes)} of all that is shown."""
        return {name: (f["StartTime"], f["EndTime"], f["Nodes"]) for name, f in self.c.reservations().items()}

    def test_in_order(self):
        before = self.book("a")
        self.c.take_over()
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))
        self.make("late", at(14), at(15), NodeCnt=4)
        before = self.lies()
        self.c.give_back()
        self.assertEqual(self.c.controllers(), [pair.FIRST])
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))

    def test_killed(self):
        before = self.book("k")
        self.c.kill_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))
