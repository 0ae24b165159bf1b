# SPDX-License-Identifier: GPL-2.0-or-later
"""Who may do what: the table rights.txt, asked of a real controller, without the plugin and with it."""
import os
import unittest

import case
import dbd
import deadline
import gq
import web
from case import at

USERS = {"R": "root", "O": "bin", "C": "sys", "W": "games", "M": "man", "S": "daemon"}
OWNER = USERS["W"]

# Reservations, and the version of Slurm from which on it knows such. All but the first are parked, where they can be.
RECORDS = {
    "first": ({"Users": "root"}, None),
    "root's": ({"Users": "root"}, None),
    "owner's": ({"Users": OWNER}, None),
    "account's": ({"Users": None, "Accounts": "physics"}, None),
    "native": ({"Users": OWNER, "Flags": "MAINT"}, None),
    "daily": ({"Users": OWNER, "Flags": "DAILY"}, None),
    "USER_DELETE": ({"Users": OWNER, "Flags": "USER_DELETE"}, (24, 5)),
    "UD_account's": ({"Users": None, "Accounts": "physics", "Flags": "USER_DELETE"}, (24, 5)),
    "QOS's": ({"Users": None, "QOS": "normal"}, (25, 11)),
    "partition's": ({"Users": None, "AllowedPartitions": "main"}, (25, 11)),
    "own": ({"Users": OWNER, "user": OWNER}, None),  # the owner made it: with garq_users=yes
}
NEW = {"QOS's", "partition's", "QOS"}  # of 25.11
ALL_PRIVATE = "accounts,jobs,reservations,users"
SETTINGS = {"private": {"PrivateData": "reservations"}, "resv_delete": {"SlurmctldParameters": "user_resv_delete"},
            "hidden": {"PrivateData": ALL_PRIVATE},
            "hidden_delete": {"PrivateData": ALL_PRIVATE, "SlurmctldParameters": "user_resv_delete"}}
NONE = {"PrivateData": "", "SlurmctldParameters": ""}
PARAMETERS = "bf_interval=2,garq_user_rate=0,garq_jobs=deadline"
COLUMNS = {"plain": ("sched/backfill", PARAMETERS), "off": ("sched/garq", PARAMETERS),
           "on": ("sched/garq", PARAMETERS + ",garq_users=yes,garq_user_bookings=0")}

_accounting = None


def setUpModule():
    global _accounting
    dbd.need()
    case.start(4, ["JobSubmitPlugins=garq", "AccountingStorageEnforce=associations"], sched="sched/backfill")
    cluster = case.cluster()
    _accounting = dbd.Accounting(cluster)
    unittest.addModuleCleanup(_accounting.stop)
    _accounting.start()
    r = cluster.cluster("set", *(f"{k}={v}" for k, v in _accounting.settings().items()))
    assert r.ok, r
    for words in (("cluster", "garq"), ("account", "physics"), ("account", "biology"),
                  ("user", USERS["R"], "account=biology"),
                  ("user", USERS["O"], "account=biology", "adminlevel=Operator"),
                  *(("user", USERS[u], "account=physics") for u in "CWM"), ("user", USERS["S"], "account=biology"),
                  ("coordinator", "account=physics", f"names={USERS['C']}")):
        _accounting.sacctmgr("add", *words)


def table():
    """Each line of rights.txt: (verb, record, {column: letters})."""
    jobs_of_root = "R" if gq.VERSION >= (23, 11) else ""
    with open(os.path.join(os.path.dirname(__file__), "rights.txt")) as f:
        rows = [line.split() for line in f if line.strip() and not line.startswith("#")]
    return [(verb, record, dict(zip(COLUMNS, (c.replace("r", jobs_of_root) for c in cells), strict=True)))
            for verb, record, *cells in rows]


class Rights(deadline.Case):
    def test_of_plain_slurm(self):
        self.column("plain")

    def test_of_sched_garq(self):
        self.column("off")

    def test_with_garq_users(self):
        self.column("on")

    def test_what_garq_web_knows(self):
        """AdminLevel makes an operator, whom the controller names to garq-web."""
        for column, book in (("on", (True, True, True)), ("off", (True, False, False))):
            kind, parameters = COLUMNS[column]
            self.restart(SchedulerType=kind, SchedulerParameters=parameters, **NONE)
            gq.wait_for(lambda: "physics" in self.c.scontrol("show", "assoc_mgr").out, "slurmctld knows the accounts", 15)
            configs = []
            for letter in "OWC":
                with web.Server(self.c, user=USERS[letter]) as server:
                    configs.append(server.get("config").json)
            self.assertEqual([c["operator"] for c in configs], [True, False, False])
            self.assertEqual(tuple(c["may_book"] for c in configs), book)

    @unittest.skipIf(gq.VERSION < (25, 11), "reservations have QOS and AllowedPartitions from Slurm 25.11 on")
    def test_of_qos_and_partitions(self):
        for column in COLUMNS:
            self.column(column, True)
            self.clean()

    def test_the_table(self):
        """Nobody may more than in plain Slurm, but what is marked."""
        for verb, record, cells in table():
            for column in ("off", "on"):
                if cells["plain"] != "." and not cells[column].endswith("*"):
                    self.assertLessEqual(set(cells[column].strip("-.")), set(cells["plain"]), (verb, record, column))

    # --- one column --------------------------------------------------------

    def column(self, column, new=False):
        """IN new: the lines of what is new in 25.11, in the place of the others."""
        kind, parameters = COLUMNS[column]
        self.restart(SchedulerType=kind, SchedulerParameters=parameters, **NONE)
        gq.wait_for(lambda: "physics" in self.c.scontrol("show", "assoc_mgr").out, "slurmctld knows the accounts", 15)
        self.kind, self.jobs, self.new = column, {}, new
        self.make_all()
        for setting in ("", *SETTINGS):
            if setting:
                self.restart(**{**NONE, **SETTINGS[setting]})
            for verb, record, cells in table():
                before, _, name = verb.rpartition("/")
                if before == setting and cells[column] != "." and self.has(record):
                    self.row(verb, name, record, cells[column].strip("-*"))

    def shown(self):
        """Without what goes a moment after its job."""
        return "\n".join(line for line in super().shown().splitlines() if deadline.PREFIX not in line)

    def has(self, record):
        since = RECORDS[record][1] if record in RECORDS else None
        return (not since or gq.VERSION >= since) and (record == "first" or self.new == (record in NEW))

    def row(self, title, verb, record, may):
        """Ask all of them; what is refused leaves all as it was."""
        before = self.shown()
        do, undo = getattr(self, "do_" + verb), getattr(self, "undo_" + verb, None)
        got, refusals = "", ""
        for letter, user in USERS.items():
            if not do(user, record):
                refusals += f"\n{letter}: {self.c.last_run}"
                continue
            got += letter
            if undo:
                undo(user, record)
        with self.subTest(verb=title, record=record, column=self.kind):
            self.assertEqual(got, may, refusals)
        with self.subTest(verb=title, record=record, column=self.kind, refused="changes nothing"):
            self.assertEqual(self.shown(), before)

    # --- the reservations ----------------------------------------------------

    def make_all(self):
        for record in RECORDS:
            if self.has(record) and (record != "own" or self.kind == "on"):
                self.make_one(record)

    def name(self, record):
        return record.replace("'s", "") + "_resv"

    def make_one(self, record):
        hour = 2 * list(RECORDS).index(record)
        self.make(self.name(record), at(hour), at(hour + 1), Nodes="n[1-4]", **RECORDS[record][0])

    def again(self, record):
        if self.name(record) in self.c.reservations():
            self.assertTrue(self.c.delete(self.name(record)).ok)
        self.make_one(record)

    # --- verbs: did the user get it? And back -----------------------------------

    def do_show(self, user, record):
        return f"ReservationName={self.name(record)} " in self.c.scontrol("-o", "show", "reservation", user=user).out

    def end(self, record, minute, user=None):
        hour = 2 * list(RECORDS).index(record) + 1
        return self.c.update(self.name(record), user=user, EndTime=gq.stamp(at(hour, minute)))

    def do_update(self, user, record):
        return self.end(record, 10, user).ok

    def undo_update(self, user, record):
        r = self.end(record, 0)
        self.assertTrue(r.ok, r)

    def do_join(self, user, record):
        return self.c.update(self.name(record), user=user, plus_Users=user).ok

    def undo_join(self, user, record):
        self.again(record)

    def do_skip(self, user, record):
        return self.c.scontrol("update", f"ReservationName={self.name(record)}", "Skip", user=user).ok

    undo_skip = undo_join

    def do_delete(self, user, record):
        return self.c.delete(self.name(record), user=user).ok

    def undo_delete(self, user, record):
        self.make_one(record)

    def sbatch(self, user, *words):
        r = self.c.run("sbatch", "--parsable", "-H", "-o", "/dev/null", "-D", "/", *words, "--wrap", "true", user=user)
        self.last = r.out.strip()
        return r.ok

    def do_submit(self, user, record):
        return self.sbatch(user, "-N1", "-t1", f"--reservation={self.name(record)}")

    def cancel(self, user, record):
        self.c.run("scancel", self.last)

    undo_submit = cancel

    def do_move(self, user, record):
        """A job of one's own into a reservation."""
        if not self.jobs:
            for each in USERS.values():
                self.assertTrue(self.sbatch(each, "-N1", "-t1"))
                self.jobs[each] = self.last
            self.recorded(set(self.jobs.values()))
        return self.job_update(user, f"ReservationName={self.name(record)}", user=user).ok

    def undo_move(self, user, record):
        r = self.job_update(user, "ReservationName=")
        self.assertTrue(r.ok, r)

    def recorded(self, jobs):
        """A slurmctld that ends between its question and slurmdbd's answer saves that it has asked, never asks
        again, and takes no update of that job: have the answer before anything restarts."""
        def all_are():
            return jobs <= set(self.c.run("sacct", "-nXP", "-j", ",".join(jobs), "-o", "JobID").out.split())
        gq.wait_for(all_are, "the jobs are in the database", 60)

    def job_update(self, owner, change, **as_whom):
        """Slurm takes none before slurmdbd has answered that the job is in its database."""
        def done():
            r = self.c.scontrol("update", f"JobId={self.jobs[owner]}", change, **as_whom)
            return None if "the DB index is being set" in r.err + r.out else r
        return gq.wait_for(done, "the job can be updated", 60)

    # --- verbs without such a reservation ---------------------------------------

    def ask(self, user, name, **options):
        options = {"Users": user, "StartTime": gq.stamp(at(40)), "Duration": 60, "NodeCnt": 1, **options}
        return self.c.create(name, user=user, **options).ok

    def do_create(self, user, whose):
        return self.ask(user, "new", **{"self": {}, "other": {"Users": OWNER}, "physics": {"Users": None, "Accounts": "physics"},
                                        "MAINT": {"Flags": "MAINT"}, "QOS": {"QOS": "normal"}}[whose])

    def undo_create(self, user, whose):
        self.assertTrue(self.c.delete("new").ok)

    def do_query(self, user, _):
        return self.ask(user, "query")

    def offer(self):
        """The owner asks for what is taken; the name of the first offer."""
        r = self.c.create("wanted", user=OWNER, Users=OWNER, StartTime=gq.stamp(at(0)), Duration=60, NodeCnt=1)
        return next(iter(self.offered(r)))

    def do_list(self, user, _):
        name = self.offer()
        return name in self.c.ask_offers(user=user).out

    def do_accept(self, user, _):
        return self.c.update(self.offer(), user=user).ok

    def undo_accept(self, user, _):
        self.assertTrue(self.c.delete("wanted").ok)

    def do_decline(self, user, _):
        return self.c.delete(self.offer(), user=user).ok

    def do_partition(self, user, _):
        if "PartitionName=spare" not in self.c.scontrol("show", "partition").out:
            self.assertTrue(self.c.scontrol("create", "PartitionName=spare", "Nodes=n1").ok)
        return self.c.scontrol("delete", "PartitionName=spare", user=user).ok

    def do_node(self, user, _):
        """There is no such node: who may delete it is told something else."""
        return "Invalid user id" not in self.c.scontrol("delete", "NodeName=n9", user=user).err

    # --- jobs with a deadline ----------------------------------------------------

    def submit_booked(self, user):
        times = [f"--begin={gq.stamp(at(44))}", f"--deadline={gq.stamp(at(47))}", "-t60", "-N1"]
        r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "-D", "/", *times, "--wrap", "true", user=user)
        self.last = r.out.strip()
        return r.ok

    def do_book(self, user, _):
        return self.submit_booked(user)

    undo_book = cancel

    def on_owners_job(self, user, *words):
        """Does an update of the owner's job do anything?"""
        self.assertTrue(self.submit_booked(OWNER))
        r = self.c.scontrol("update", f"JobId={self.last}", *words, user=user)
        self.c.run("scancel", self.last)
        return r.ok

    def do_deadline(self, user, _):
        return self.on_owners_job(user, f"Deadline={gq.stamp(at(46))}")

    def do_features(self, user, _):
        """What makes the nodes of the booking unfit is refused to all: give up the booking first."""
        return self.on_owners_job(user, "ReqNodeList=n2")

    def do_spoil(self, user, record):
        """The booking of the owner's job, itself."""
        self.assertTrue(self.submit_booked(OWNER))
        name = self.job_fields(self.last)["Reservation"]
        done = self.c.delete(name, user=user).ok or self.c.update(name, user=user, NodeCnt=2).ok
        self.c.run("scancel", self.last)
        return done


if __name__ == "__main__":
    unittest.main()
