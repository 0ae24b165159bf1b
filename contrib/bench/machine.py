# SPDX-License-Identifier: GPL-2.0-or-later
"""What the machine itself does while something is measured: the same small work, time and again."""
import operator
import os
import random
import time

OBJECTS = 1 << 22	# some times the caches
EACH = 5000		# objects that one walk reads, here and there
WALKS = 64


class Machine:
    """A page that is written to the disk, and a walk through memory that is not in the caches."""

    def __init__(self, path, seed):
        """IN path - a file of this name is made, on the disk in question"""
        dice = random.Random(seed)
        self.path = path
        self.pages, self.walks = [], []		# milliseconds
        self.objects = [float(i) for i in range(OBJECTS)]
        self.take = [operator.itemgetter(*dice.sample(range(OBJECTS), EACH)) for _ in range(WALKS)]

    def page(self):
        """Write the page. The clock counts until the disk has it."""
        with open(self.path, "r+b" if self.pages else "wb", buffering=0) as page:
            begun = time.perf_counter()
            page.write(os.urandom(4096))
            os.fdatasync(page)
            self.pages.append((time.perf_counter() - begun) * 1000)

    def walk(self):
        """Read objects. The processor time of this thread counts, as holds are counted."""
        take = self.take[len(self.walks) % WALKS]
        begun = time.thread_time()
        take(self.objects)
        self.walks.append((time.thread_time() - begun) * 1000)
