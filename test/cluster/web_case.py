# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of garq-web share."""
import concurrent.futures
import os
import unittest

import case
import gq
import web


def start():
    if not os.access(web.PROGRAM, os.X_OK):
        raise AssertionError(f"{web.PROGRAM} is not there: run make first, or set GARQ_WEB")
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    case.start(8, case.STAYS_DOWN, params="garq_users=yes,garq_user_rate=0")


class Case(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def serve(self, *options, **more):
        """A server until the test ends."""
        s = web.Server(self.c, *(() if "--rate" in options else ("--rate", "10000")), *options, **more)
        self.enterContext(s) if hasattr(self, "enterContext") else self._enter(s)
        return s

    def _enter(self, s):
        s.__enter__()
        self.addCleanup(s.__exit__, None, None, None)

    def says(self, answer, status, code=None):
        """The answer must have this status, and this code of an error."""
        self.assertEqual(answer.status, status, answer)
        if code:
            self.assertEqual(answer.error["code"], code, answer)
        return answer.json

    def refused_for_the_rate(self, ask):
        """Many requests at once, more than a slow machine would let by, are not all answered."""
        def some_are():
            with concurrent.futures.ThreadPoolExecutor(20) as pool:
                return 429 in [a.status for a in pool.map(lambda _: ask(), range(40))]
        gq.wait_for(some_are, "a request is one too many")

    def book(self, s, name, start, end, nodes=4, **more):
        wish = {"name": name, "start": start, "end": end, "nodes": nodes, **more}
        answer = s.ask("POST", "bookings", wish)
        if answer.status == 503:  # the connection to slurmctld was lost, as on a busy machine: a client asks again
            answer = s.ask("POST", "bookings", wish)
        return self.says(answer, 201)["booking"]

    def names(self, s, query=""):
        return [b["name"] for b in self.says(s.get(f"bookings{query}"), 200)["bookings"]]
