# SPDX-License-Identifier: GPL-2.0-or-later
"""What axe finds in each scene of scenes.py: in a full and an empty world, at three sizes, light and dark.

GARQ_THIRD=N takes each third scene, beginning with the Nth; N counts on: 3 is 0."""
import os
import unittest

import browser
import scenes

THIRD = os.environ.get("GARQ_THIRD")
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}  # dark has other ones, and nothing else


class Access(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.b = browser.Browser()
        cls.addClassCleanup(cls.b.close)

    def look(self, world, some, size):
        """The scenes of a world at one size, other thirds at each."""
        width, height = size
        if THIRD:
            some = list(some)[(int(THIRD) + scenes.SIZES.index(size)) % 3::3]
        self.b.resize(width, height, touch=width < 500)
        for name, scene in some:
            with scenes.shown(self.b, world, scene):
                for scheme, rules in (("light", None), ("dark", COLOURS)):
                    self.b.scheme(scheme)
                    with self.subTest(f"{world.__name__}, {name}, {width} pixels, {scheme}"):
                        self.assertEqual(self.b.found_by_axe(rules), [])
        self.assertEqual(self.b.errors(), [])

    def test_full_1440(self):
        self.look(scenes.full, scenes.FULL, scenes.SIZES[0])

    def test_full_820(self):
        self.look(scenes.full, scenes.FULL, scenes.SIZES[1])

    def test_full_390(self):
        self.look(scenes.full, scenes.FULL, scenes.SIZES[2])

    def test_empty_1440(self):
        self.look(scenes.empty, scenes.EMPTY, scenes.SIZES[0])

    def test_empty_820(self):
        self.look(scenes.empty, scenes.EMPTY, scenes.SIZES[1])

    def test_empty_390(self):
        self.look(scenes.empty, scenes.EMPTY, scenes.SIZES[2])
