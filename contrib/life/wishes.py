# SPDX-License-Identifier: GPL-2.0-or-later
"""What is asked for in contrib/life/life: what lasts hours elsewhere lasts minutes here."""
from booked import Wishes, delay_words	# noqa: F401
from gq import stamp


class QuickWishes(Wishes):
    """Many begin and end while we look; most have a window."""
    flexible = 0.65
    longest = 5

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
