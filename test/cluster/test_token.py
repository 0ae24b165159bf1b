# SPDX-License-Identifier: GPL-2.0-or-later
"""Requests with a token (auth/jwt), as slurmrestd sends them: it shows no text of an answer."""
import glob
import os
import shutil
import unittest

import case
import gq
from case import at

PLUGIN = glob.glob("/usr/lib/*/slurm*/auth_jwt.so") + glob.glob(os.path.join(gq.plugin_dir(), "auth_jwt.so"))


def setUpModule():
    if not PLUGIN:
        raise unittest.SkipTest("auth_jwt.so is not installed (slurm-wlm-jwt-plugin)")
    folder = case.new_folder()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    key = os.path.join(folder, "key")
    with open(key, "wb") as f:
        f.write(os.urandom(32))
    os.chmod(key, 0o600)
    case.start(4, ["AuthAltTypes=auth/jwt", f"AuthAltParameters=jwt_key={key}"])


class Token(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def setUp(self):
        super().setUp()
        r = self.c.scontrol("token", "lifespan=600")
        self.assertTrue(r.ok, r)
        self.env = {**self.c.env, "SLURM_JWT": r.out.strip().removeprefix("SLURM_JWT=")}

    def create(self, name):
        return gq.run("scontrol", "create", "reservation", f"ReservationName={name}", f"StartTime={gq.stamp(at(10))}",
                      "Duration=60", "NodeCnt=1", "Users=root", env=self.env)

    def test_questions_end_with_an_error(self):
        """Else slurmrestd would report a reservation that is not there. A person reads the answer all the same."""
        for name, said in (("query", "all that is asked for"), ("probe", "free of the 4 nodes"), ("offers", "open")):
            with self.subTest(name=name):
                r = self.create(name)
                self.assertEqual(r.code, 1, r)
                self.assertRegex(r.err, said)
                self.assertNotIn("Reservation created", r.out)
        self.assertEqual(self.c.reservations(), {})

    def test_reservations_are_made(self):
        r = self.create("r")
        self.assertTrue(r.ok, r)
        self.assertIn("r", self.c.reservations())
        r = gq.run(gq.sresv(), "query", "-N1", "-t60", "-s", gq.stamp(at(12)), env=self.env)
        self.assertEqual(r.code, 0, r)


if __name__ == "__main__":
    unittest.main()
