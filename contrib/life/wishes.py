# SPDX-License-Identifier: GPL-2.0-or-later
"""What is asked for in contrib/life/life: what lasts hours elsewhere lasts minutes here."""
import dataclasses

from accounts import FOR_WHOM
from booked import NOBODY, Wishes, delay_words	# noqa: F401
from gq import stamp
from places import PARTITION


class QuickWishes(Wishes):
    """Many begin and end while we look; most have a window."""
    flexible = 0.65
    longest = 5

    def __init__(self, random, nodes, places):
        super().__init__(random, nodes)
        self.places = places

    accounts = None	# accounts.Accounts: some are for these

    def create(self, name, now):
        booking, words = super().create(name, now)
        if not self.accounts or not self.accounts.there or self.random.random() < 0.6:
            return booking, words
        whom = self.random.choice(FOR_WHOM)
        return (dataclasses.replace(booking, users=NOBODY, accounts=whom),
                [f"Accounts={whom}" if word == "Users=root" else word for word in words])

    def update(self, b, now, keep_nodes=False):
        """One that is for accounts stays so."""
        found = super().update(b, now, keep_nodes)
        while b.users == NOBODY and found[1][0].startswith("Users="):
            found = super().update(b, now, keep_nodes)
        return found

    def where(self):
        """All of a partition is asked for while that has all its nodes."""
        found = super().where()
        while found[2] and found[1] == self.half and self.places.lost[PARTITION]:
            found = super().where()
        return found

    def by_count(self, among, *words):
        """Most are small: many meet."""
        if self.random.random() < 0.25:
            return super().by_count(among, *words)
        count = self.random.randint(1, max(2, len(among) // 4))
        return count, among, False, among, [f"NodeCnt={count}", *words]

    def start(self, now):
        r = self.random.randint
        return now + self.random.choice([0, r(-5, 5), r(1, 30), r(1, 30), r(10, 120), r(10, 120),
                                         r(60, 600), r(0, 1800)])

    def length(self, start):
        r = self.random.randint
        if self.random.random() < 0.5:
            minutes = self.random.choice([1, 1, 1, 2, 3, 6])
            return minutes * 60, False, [f"Duration={minutes}"]
        seconds = self.random.choice([r(15, 60), r(15, 60), r(60, 180), r(180, 400)])
        return seconds, True, [f"EndTime={stamp(start + seconds)}"]

    def delay(self):
        r = self.random.randint
        return self.random.choice([1, r(1, 30), r(10, 120), r(60, 600), r(60, 600), r(60, 1800)])
