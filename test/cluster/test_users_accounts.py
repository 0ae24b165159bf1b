# SPDX-License-Identifier: GPL-2.0-or-later
"""Users book for accounts that they belong to, as slurmdbd knows them."""
import unittest

import case
import dbd
from case import OTHER, at

THIRD = "daemon"
PARTS = ("main Nodes=n[1-4] Default=YES", "half Nodes=n[1-2]", "physics Nodes=n3 AllowAccounts=physics",
         "biology Nodes=n4 AllowAccounts=biology", "others Nodes=n4 DenyAccounts=physics,chemistry")

_accounting = None


def sign(name):
    return "-" if name.startswith("-") else ""


def setUpModule():
    dbd.need()
    lines = [f"PartitionName={p} MaxTime=UNLIMITED DefaultTime=60 State=UP" for p in PARTS]
    case.start(4, lines, params="garq_users=yes,garq_user_rate=0")
    start_accounting(case.cluster())


def start_accounting(cluster):
    """games: physics and chemistry; daemon: biology; all of them below science."""
    global _accounting
    _accounting = dbd.Accounting(cluster)
    unittest.addModuleCleanup(_accounting.stop)
    _accounting.start()
    # slurmctld 22.05 crashes where it is there before the first QOS is.
    r = cluster.cluster("set", *(f"{k}={v}" for k, v in _accounting.settings().items()))
    assert r.ok, r
    for words in (("cluster", "garq"), ("account", "science"), ("account", "physics", "parent=science"),
                  ("account", "chemistry", "parent=science"), ("account", "biology", "parent=science"),
                  ("user", "root", "account=science"), ("user", OTHER, "account=physics"),
                  ("user", OTHER, "account=chemistry"), ("user", THIRD, "account=biology")):
        _accounting.sacctmgr("add", *words)


class Accounts(case.Case):
    enforce = ""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cluster = case.cluster()
        cluster.restart(AccountingStorageEnforce=cls.enforce)
        cluster.wait_answering()
        case.gq.wait_for(lambda: "physics" in cluster.scontrol("show", "assoc_mgr").out,
                         "slurmctld knows the accounts", 15)

    def his(self, **options):
        fields = self.make("r", at(10), at(11), user=OTHER, **{"Users": None, "NodeCnt": 1, **options})
        self.assertTrue(self.c.delete("r", user=OTHER).ok)
        return fields

    def refuse_him(self, *patterns, **options):
        self.refuse("r", *patterns, start=at(10), end=at(11), user=OTHER, **{"Users": None, "NodeCnt": 1, **options})

    def test_create(self):
        self.assertEqual(self.his(Accounts="physics")["Accounts"], "physics")
        self.assertEqual(self.his(Accounts="chemistry,physics")["Accounts"], "chemistry,physics")
        self.assertEqual(self.his(Accounts="physics", Users=OTHER)["Users"], OTHER)
        self.assertEqual(self.his(Users=OTHER)["Users"], OTHER)

    def test_colleagues(self):
        """Users of one of his accounts; the name of one who is in no account of his is refused."""
        both = f"{OTHER},{THIRD}"
        self.refuse_him(f"no account with them, as {THIRD}: give Users={OTHER}", Users=both)
        for deed, state in (("add", True), ("delete", False)):
            _accounting.sacctmgr(deed, "user", *((THIRD, "account=chemistry") if state else
                                                 ("where", f"name={THIRD}", "account=chemistry")))
            case.gq.wait_for(lambda: self.c.create("r", user=OTHER, Users=both, NodeCnt=1, StartTime=case.gq.stamp(at(10)),
                                                   Duration=60).ok == state, "slurmctld knows it", 15)
            self.clean()

    def test_foreign(self):
        for accounts in ("biology", "physics,biology", "science", "none", "-biology", "-physics", "physics,physics,physics",
                         "+physics"):
            with self.subTest(accounts=accounts):
                self.refuse_him("Accounts=.*: name, each once, accounts that you belong to "
                                r"\((physics,chemistry|chemistry,physics)\)", Accounts=accounts)

    def test_update(self):
        self.make("r", at(10), at(11), user=OTHER, Users=None, NodeCnt=1, Accounts="physics")
        for options in ({"Accounts": "biology"}, {"plus_Accounts": "biology"}, {"minus_Accounts": "physics"},
                        {"Flags": "MAGNETIC"}):
            with self.subTest(options=options):
                self.refuse_change("r", "accounts that you belong to|MAGNETIC", user=OTHER, **options)
        self.assertEqual(self.change("r", user=OTHER, plus_Accounts="chemistry")["Accounts"], "physics,chemistry")
        self.assertEqual(self.change("r", user=OTHER, Accounts="chemistry")["Accounts"], "chemistry")

    def test_whose_account_is_not_whose_booking(self):
        self.make("r", at(10), at(11), Users=None, NodeCnt=1, Accounts="physics")
        self.refuse_change("r", "no booking of yours", user=OTHER, NodeCnt=2)
        self.assertFalse(self.c.delete("r", user=OTHER).ok)

    def test_requests_of_an_account_that_stand_by(self):
        params = "bf_interval=2,garq_users=yes,garq_user_rate=0"
        self.addCleanup(self.reconfigure, SchedulerParameters=params)
        self.reconfigure(SchedulerParameters=params + ",garq_account_standing=1")
        self.make("wall", at(10), at(12), NodeCnt=4)
        words = dict(start=at(10), end=at(11), user=OTHER, Users=None, NodeCnt=1)
        self.refuse("standby:book:a", "a stands by", Accounts="physics", **words)
        self.kill()
        for name, accounts, said in (("b", "chemistry,physics", r"1 requests of account physics stand by, 1 are allowed \(garq_account_standing\)"),
                                     ("c", "chemistry", "c stands by")):
            self.refuse(f"standby:book:{name}", said, Accounts=accounts, **words)
        r = self.c.run(case.gq.sresv(), "limits", user=OTHER)
        self.assertRegex(r.out, r"standing +physics +1 +1 ")
        self.refuse("standby:book:b", "b stands by", Accounts="physics", **{**words, "user": None})
        for name in "abc":
            self.assertTrue(self.c.delete(f"standby:book:{name}").ok)

    def test_magnetic(self):
        self.refuse_him("MAGNETIC: only operators may draw jobs of others", Accounts="physics", Flags="MAGNETIC")
        self.his(Users=OTHER, Flags="MAGNETIC")

    def test_partitions(self):
        self.his(Users=OTHER, PartitionName="physics")
        for partition in ("biology", "others"):
            if self.enforce or case.gq.VERSION < (23, 2):
                self.refuse_him(f"PartitionName={partition}: you may not use it", Users=OTHER, PartitionName=partition)
            else:  # to Slurm, too, they say nothing then
                self.his(Users=OTHER, PartitionName=partition)

    def test_jobs_of_the_account(self):
        self.make("r", case.soon(2), Duration=60, user=OTHER, Users=None, NodeCnt=1, Accounts="physics")
        self.running_job("--reservation=r", "-A", "physics", "-N1", "-t1", user=OTHER)
        r = self.c.run("sbatch", "-o", "/dev/null", "--reservation=r", "-A", "biology", "--wrap", "true", user=THIRD)
        self.assertFalse(r.ok, r)

    def rows(self, name):
        """Associations and end of the reservation, as slurmdbd has them."""
        r = self.c.run("sacctmgr", "-nP", "show", "reservation", "format=associations,end", f"name={name}",
                       f"start={case.gq.stamp(at(0))}", f"end={case.gq.stamp(at(23))}")
        return [line.split("|") for line in r.out.split()]

    def associations(self, users, accounts):
        """Of those in one of these accounts; where anybody is kept out, of these and of the accounts."""
        r = self.c.run("sacctmgr", "-nP", "show", "association", "format=id,user,account")
        known = [line.split("|") for line in r.out.split()]
        ids, out = [], any(x.startswith("-") for x in users + accounts)
        for name in users:
            ids += [sign(name) + i for i, user, account in known
                    if user == name.lstrip("-") and (out or not accounts or account in accounts)]
        for name in accounts if out or not users else ():
            ids += [sign(name) + i for i, user, account in known if not user and account == name.lstrip("-")]
        return ids

    def test_associations(self):
        """Those worked out for a new record are the ones that were asked for, and those of Slurm's own update."""
        lists = (([OTHER], []), ([OTHER, THIRD], []), (["-" + OTHER], []), ([OTHER], ["physics"]),
                 ([OTHER], ["physics", "chemistry"]), ([OTHER], ["-chemistry"]), (["-" + OTHER], ["physics", "science"]), (["-" + THIRD], ["-physics"]),
                 ([], ["physics", "science"]))
        for i, (users, accounts) in enumerate(lists):
            with self.subTest(users=users, accounts=accounts):
                name, start = f"r{i}", at(10 + i)
                want = sorted(i for i in self.associations(users, accounts) if i[0] != "-")  # slurmdbd drops the others

                def known(end):
                    rows = self.rows(name)
                    return (len(rows) == 1 and rows[0][1] == case.gq.stamp(end) and
                            sorted(filter(None, rows[0][0].split(","))) == want)

                def wait(end):
                    case.gq.wait_for(lambda: known(end), lambda: f"slurmdbd has {want}: {self.rows(name)}", 60)
                self.make(name, start, start + 600, NodeCnt=1, Users=",".join(users) or None, Accounts=",".join(accounts) or None)
                wait(start + 600)
                self.change(name, end=start + 1200, Flags="+FLEX")  # by update_resv()
                wait(start + 1200)

    def test_pair_without_association(self):
        options = {"NodeCnt": 1, "Users": f"{OTHER},{THIRD}", "Accounts": "physics"}
        if self.enforce or case.gq.VERSION < (23, 11):
            self.refuse("r", "Invalid account", start=at(10), end=at(11), **options)
        else:
            self.make("r", at(10), at(11), **options)

    def test_jobs_of_who_is_kept_out(self):
        sbatch = ("sbatch", "-o", "/dev/null", "-D", "/", "--reservation=r", "--wrap", "true")
        for accounts in (None, "-biology", "science"):
            with self.subTest(accounts=accounts):
                self.make("r", at(10), at(11), NodeCnt=1, Users=f"-{OTHER}", Accounts=accounts)
                self.assertFalse(self.c.run(*sbatch, "-A", "physics", user=OTHER).ok)
                r = self.c.run(*sbatch, "-A", "science", user="root")
                self.assertTrue(r.ok, r)
                self.c.run("scancel", "-A", "science")
                self.c.delete("r")

    def test_jobs_of_the_user(self):
        """By the ids that were looked up before: the plugin works out whose associations may use it."""
        self.make("r", case.soon(2), Duration=60, Users=OTHER, NodeCnt=1)
        self.running_job("--reservation=r", "-A", "physics", "-N1", "-t1", user=OTHER)
        sbatch = ("sbatch", "-o", "/dev/null", "-D", "/", "--reservation=r", "-A", "biology", "--wrap", "true")
        self.assertFalse(self.c.run(*sbatch, user=THIRD).ok)
        self.change("r", plus_Users=THIRD)
        r = self.c.run(*sbatch, user=THIRD)
        self.assertTrue(r.ok, r)


class Enforced(Accounts):
    enforce = "associations"

    def test_user_without_association(self):
        self.refuse("r", "Invalid account", start=at(10), end=at(11), Users="bin", NodeCnt=1)
        self.refuse("r", "Invalid account", start=at(10), end=at(11), Users=f"{OTHER},bin", NodeCnt=1, Flags="MAINT")
        self.make("r", at(10), at(11), Users=OTHER, NodeCnt=1)
        self.refuse_change("r", "Invalid account", plus_Users="bin")
        self.refuse_change("r", "Invalid account", Users="bin")

    def test_account_that_goes(self):
        """Its booking is kept, and is what it was once the account is there again (plugin/booking/place/stand_in.h)."""
        self.make("r", at(10), at(11), Users=None, NodeCnt=2, Accounts="chemistry")
        before = self.shown()
        self.c.kill_controller()
        _accounting.sacctmgr("delete", "account", "chemistry")
        self.c.start_controller()
        for _ in range(2):
            self.c.wait_answering()
            self.assertRegex(self.shown(), r"^ReservationName=r .*=not made again: .* \(Accounts=chemistry\)")
            self.refuse("s", "reservation r ", start=at(10), end=at(11), NodeCnt=3)
            self.kill()
        _accounting.sacctmgr("add", "account", "chemistry", "parent=science")
        _accounting.sacctmgr("add", "user", OTHER, "account=chemistry")
        case.gq.wait_for(lambda: "chemistry" in self.c.scontrol("show", "assoc_mgr").out,
                         "slurmctld knows the account", 15)
        self.reconfigure()
        case.gq.wait_for(lambda: self.shown() == before, "it is what it was")

    def test_private(self):
        """He is not told of what others have, and sees what his account has."""
        self.addCleanup(self.reconfigure, PrivateData="")
        self.reconfigure(PrivateData="reservations")
        self.make("secret", at(10), at(11), NodeCnt=1, Users=None, Accounts="biology")
        self.make("r", at(10), at(11), NodeCnt=1, user=OTHER, Users=None, Accounts="physics")
        r = self.c.scontrol("-o", "show", "reservation", user=OTHER)
        self.assertNotIn("secret", r.out)
        self.assertIn("ReservationName=r ", r.out)
        r = self.refuse("s", "a reservation of another user; reservation r |reservation r .*; a reservation of another",
                        start=at(10), end=at(11), user=OTHER, Users=OTHER, NodeCnt=4)
        self.assertNotIn("secret", r.err)


if __name__ == "__main__":
    unittest.main()
