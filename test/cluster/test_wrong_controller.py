# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin where it does not belong: refused in clear words, nothing crashes, nothing is lost."""
import contextlib
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import case
import elf
import gq
from case import at

HERE = os.path.dirname(os.path.abspath(__file__))
SO = "sched_garq.so"
# Compiling the whole plugin for each structure takes minutes of a processor. It finds that something of
# the plugin touches such a structure before the check has looked at it; one test does that at each change,
# on the newer of the two Slurms (run --rpcs).
WHOLE = bool(os.environ.get("GARQ_LONG"))
ONCE = WHOLE or gq.VERSION >= (24, 11)


def setUpModule():
    case.start(4)


class Installed(case.Case):
    def installed(self):
        """Where slurmctld looks for the plugin first."""
        return os.path.join(self.c.folder, "plugins", SO)

    def install(self, path):
        """Put a plugin there: as a new file, for a slurmctld may have the old one mapped."""
        shutil.copy(path, self.installed() + ".new")
        os.replace(self.installed() + ".new", self.installed())


class Refused(Installed):
    """slurmctld does not start with it; with the right one again, all is as it was."""

    def setUp(self):
        super().setUp()
        self.good = os.path.join(gq.plugin_dir(), SO)
        self.make("count", at(10), Duration=60, NodeCnt=2)
        self.make("moved", at(10), Duration=60, NodeCnt=4, MaxStartDelay="4:00:00")
        self.before = self.shown()
        self.pending = self.job("-N1", "-t30", "--reservation=count")
        r = self.c.cluster("stop-ctld")
        self.assertTrue(r.ok, r)
        self.files = self.state_files()
        self.addCleanup(self.back)
        os.unlink(self.installed())

    def back(self):
        """The plugin that is tested, in a slurmctld that runs."""
        if not self.c.alive():
            self.install(self.good)
            self.c.start_controller()
            self.c.wait_answering()

    def state_files(self):
        """The ledger and what Slurm knows of reservations and jobs."""
        found = {}
        for name in ("garq.ledger", "resv_state", "job_state"):
            with open(self.state(name), "rb") as f:
                found[name] = f.read()
        return found

    def in_front(self):
        """The words of a slurmctld that is no daemon."""
        return ["env", "-C", os.path.join(self.c.folder, "log"),
                "slurmctld", "-D", "-f", os.path.join(self.c.folder, "slurm.conf")]

    def slurmctld(self, **env):
        """Run it until it ends, as it is to do; its log."""
        seen = len(self.c.log())
        r = gq.run(*self.in_front(), env={**os.environ, **env})
        log = self.c.log()[seen:]
        # After fatal() it is 1, or 0 where another thread of slurmctld's ends just then; a signal would be negative.
        self.assertIn(r.code, (0, 1), f"{r}\n{log}")
        self.assertRegex(log, "fatal: ")
        return log

    def check_refused(self, *patterns, **env):
        log = self.slurmctld(**env)
        for pattern in patterns:
            self.assertRegex(log, pattern)
        self.assertEqual(self.state_files(), self.files)
        self.back()
        self.assertEqual(self.shown(), self.before)
        fields = self.job_fields(self.pending)
        self.assertEqual((fields["JobState"], fields["Reservation"]), ("PENDING", "count"))
        self.refuse("x", "reservation count ", start=at(10), end=at(11), NodeCnt=3)
        return log


class OtherVersion(Refused):
    """Slurm's own check."""

    def check(self, major, micro):
        plugin = elf.Elf(self.good)
        number = plugin.number_at("plugin_version")[1] + (major << 16) + micro
        plugin.set_number("plugin_version", number)
        plugin.write(self.installed())
        version = f"{number >> 16}\\.{number >> 8 & 255:02}\\.{number & 255}"
        self.check_refused(rf"Incompatible Slurm plugin \S+/{SO} version \({version}\)",
                           "error: cannot create sched context for sched/garq")

    def test_micro(self):
        self.check(0, 1)

    def test_major(self):
        self.check(1, 0)


class MissingSymbol(Refused):
    """Something that slurmctld does not have stops it when it is loaded, not when it is called."""

    def check(self, name):
        plugin = elf.Elf(self.good)
        other = plugin.miss(name)
        plugin.write(self.installed())
        self.check_refused(rf"error: plugin_load_from_file: dlopen\(\S+/{SO}\): .*undefined symbol: {other}",
                           "error: cannot create sched context for sched/garq")

    def test_a_function(self):
        self.check("delete_resv")

    def test_an_object(self):
        self.check("slurmctld_rpcs")


class NoPlugin(Refused):
    def test_not_there(self):
        self.check_refused("error: cannot find sched plugin for sched/garq|"
                           "Couldn't find the specified plugin name for sched/garq")

    def test_a_text(self):
        with open(self.installed(), "w") as f:
            f.write("#!/bin/sh\n")
        self.check_refused(rf"error: plugin_load_from_file: dlopen\(\S+/{SO}\): ")

    def test_no_base(self):
        """All of Slurm's plugins are there but sched/backfill."""
        folder = tempfile.mkdtemp(prefix="garq-test-")
        self.addCleanup(shutil.rmtree, folder)
        ours, slurms = self.plugin_dirs()
        for path in glob.glob(os.path.join(slurms, "*.so")):
            if os.path.basename(path) != "sched_backfill.so":
                os.symlink(path, os.path.join(folder, os.path.basename(path)))
        self.install(self.good)
        self.set_plugin_dirs(f"{ours}:{folder}")
        self.addCleanup(self.set_plugin_dirs, f"{ours}:{slurms}")
        log = self.slurmctld()
        self.assertRegex(log, "error: sched/garq: not loaded: the base scheduler sched/backfill can't be loaded")
        self.assertEqual(self.state_files(), self.files)
        self.set_plugin_dirs(f"{ours}:{slurms}")
        self.back()
        self.assertEqual(self.shown(), self.before)

    def plugin_dirs(self):
        with open(os.path.join(self.c.folder, "slurm.conf")) as f:
            return re.search(r"^PluginDir=(.*)$", f.read(), re.M)[1].split(":")

    def set_plugin_dirs(self, text):
        r = self.c.cluster("set", f"PluginDir={text}")
        self.assertTrue(r.ok, r)


def slurm_includes():
    """Where the headers are that the plugin was built with; None if that can't be known."""
    build = os.path.join(gq.plugin_dir(), "..", "..")
    try:
        with open(os.path.join(build, "Makefile")) as f:
            flags = re.search(r"^SLURM_CPPFLAGS = (.*)$", f.read(), re.M)[1].split()
    except (OSError, TypeError):
        return None
    return [os.path.join(build, word) if word != "-isystem" and not os.path.isabs(word) else word
            for word in flags if word != "-isystem"], build


@unittest.skipUnless(shutil.which("cc") and slurm_includes(),
                     "the plugin is not where it was built, or there is no cc")
class OtherHeaders(Refused):
    """The same version number, but structures that have one member more, as a vendor's patch may add."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.includes, cls.build = slurm_includes()

    def compile(self, header, structure, whole=WHOLE):
        """The plugin, with a member before the others of a structure: in its check, or in all of it."""
        with tempfile.TemporaryDirectory(prefix="garq-test-") as folder:
            path = next(p for p in (os.path.join(i, header) for i in self.includes) if os.path.exists(p))
            with open(path) as f:
                text = self.with_member(f.read(), structure)
            copy = os.path.join(folder, header)
            os.makedirs(os.path.dirname(copy))
            with open(copy, "w") as f:
                f.write(text)
            self.run_cc([folder, self.build, gq.TOP] + self.includes, whole)

    @staticmethod
    def with_member(text, structure):
        """struct NAME {...} or typedef struct {...} NAME."""
        found = re.search(rf"^struct {structure.removesuffix('_t')} \{{", text, re.M)
        if found:
            begin = found.end()
        else:
            end = re.search(rf"^\}}\s*{structure};", text, re.M).start()
            begin = text.rindex("\ntypedef struct", 0, end)
            begin = text.index("{", begin) + 1
        return text[:begin] + " void *garq_test_member;" + text[begin:]

    def built(self, *names):
        return [os.path.join(self.build, name) for name in names]

    def run_cc(self, folders, whole=WHOLE):
        """Only the check is compiled, or all that has Slurm's headers; the rest is taken as it was built."""
        if whole:
            sources = [path for path in glob.glob(os.path.join(gq.TOP, "plugin", "**", "*.c"), recursive=True)
                       if "job_submit" not in path]
        else:
            sources = [os.path.join(gq.TOP, "plugin/slurm/compat/abi_check.c"),
                       *self.built("plugin/.libs/sched_garq_la-sched_garq.o", "plugin/.libs/libplugin.a")]
        sources += self.built(*(f"{d}/.libs/lib{d}.a" for d in ("osp", "lrh", "garq")))
        words = ["cc", "-std=gnu11", "-w", "-O0", "-fPIC", "-shared", "-Wl,-z,nodelete", "-Wl,-z,now",
                 "-Wl,--version-script=" + os.path.join(gq.TOP, "plugin", "sched_garq.map")]
        words += [w for d in folders for w in ("-I", d)]
        r = gq.run(*words, '-DGARQ_VERSION="test"', "-o", self.installed(), *sources, "-lsqlite3", "-pthread",
                   timeout=600)
        self.assertTrue(r.ok, r)

    def check(self, header, structure, words=None):
        self.compile(header, structure)
        self.check_refused("sched/garq: (not loaded: )?it was compiled with headers that are not those of this "
                           "slurmctld: " + (words or rf"{structure} has \d+ bytes, not \d+"))

    def test_configuration(self):
        self.check("slurm/slurm.h", "slurm_conf_t")

    def test_request(self):
        self.check("slurm/slurm.h", "resv_desc_msg_t")

    def test_message(self):
        self.check("src/common/slurm_protocol_defs.h", "slurm_msg_t")

    def test_table(self):
        self.check("src/slurmctld/proc_req.h", "slurmctld_rpc_t",
                   "(the end|an entry) of slurmctld_rpcs is not where they say")

    def test_node(self):
        self.check("src/common/node_conf.h", "node_record_t")

    def own_header(self, name):
        """One of newer versions, or where it was before."""
        own = f"src/common/{name}.h"
        return own if any(os.path.exists(os.path.join(i, own)) for i in self.includes) \
            else "src/slurmctld/slurmctld.h"

    def test_partition(self):
        self.check(self.own_header("part_record"), "part_record_t")

    def test_job(self):
        self.check(self.own_header("job_record"), "job_record_t")

    def test_reservation(self):
        self.check("src/slurmctld/slurmctld.h", "slurmctld_resv_t")

    def test_the_first_reservation(self):
        """There was none to look at when slurmctld started."""
        self.addCleanup(self.restore_state)
        self.forget_ledger()
        for name in ("resv_state", "resv_state.old", "job_state", "job_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))
        self.compile("src/slurmctld/slurmctld.h", "slurmctld_resv_t", whole=ONCE)
        self.c.start_controller()
        self.c.wait_answering()
        words = r"slurmctld_resv_t has \d+ bytes, not \d+"
        with self.logged(f"error: sched/garq: .*{words}"):
            self.refuse("x", words, start=at(10), end=at(11), NodeCnt=1)
        self.refuse("x", words, start=at(10), Duration=60, NodeCnt=1, MaxStartDelay="1:00:00")
        self.assertTrue(self.c.alive())

    def restore_state(self):
        self.c.cluster("stop-ctld")
        self.forget_ledger()
        for name, data in self.files.items():
            with open(self.state(name), "wb") as f:
                f.write(data)

    def test_as_it_is(self):
        """The check lets the plugin pass when it is compiled in this way with nothing added."""
        self.run_cc([self.build, gq.TOP] + self.includes)
        self.c.start_controller()
        self.c.wait_answering()
        self.assertEqual(self.shown(), self.before)


@unittest.skipUnless(shutil.which("cc"), "another plugin needs cc")
class PatchedTable(Refused):
    """Somebody else serves a request already, or takes it over later."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.mkdtemp(prefix="garq-test-")
        cls.addClassCleanup(shutil.rmtree, folder)
        cls.other = os.path.join(folder, "patched_table.so")
        subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", cls.other,
                        os.path.join(HERE, "patched_table.c"), "-pthread"], check=True)

    def check_before(self, rpc):
        self.install(self.good)
        self.check_refused(f"error: sched/garq: not loaded: {rpc} is already served by {self.other}\n",
                           "error: cannot create sched context for sched/garq",
                           LD_PRELOAD=self.other, PATCH_RPC=rpc)

    def test_before_us(self):
        self.check_before("REQUEST_CREATE_RESERVATION")

    def test_the_last_of_ours(self):
        """What was put in for the others is not left there: slurmctld ends as it would without us."""
        self.check_before("REQUEST_RESERVATION_INFO")

    def test_after_us(self):
        """He is left where he is, and goes on calling us, who are gone."""
        self.install(self.good)
        when = os.path.join(self.c.folder, "patch-now")
        env = {**os.environ, "LD_PRELOAD": self.other, "PATCH_RPC": "REQUEST_DELETE_RESERVATION",
               "PATCH_WHEN": when}
        running = subprocess.Popen(self.in_front(), env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)  # as a daemon it would leave his thread behind
        self.addCleanup(running.wait)
        self.addCleanup(running.terminate)
        gq.wait_for(self.c.alive, "slurmctld answers")
        self.c.wait_answering()
        with open(when, "w"):
            pass
        gq.wait_for(lambda: not os.path.exists(when), "the table is patched")
        self.assertTrue(self.c.delete("moved").ok)
        self.make("new", at(15), at(16), NodeCnt=4)
        with self.logged("error: sched/garq: somebody else has taken over REQUEST_DELETE_RESERVATION, "
                         "it is left as it is"), \
                self.logged(r"sched/garq: unloaded; "):
            running.terminate()
            gq.wait_for_woken(lambda: running.poll() is not None, "slurmctld ends", running.pid)
        self.assertEqual(running.returncode, 0)
        self.back()
        self.assertEqual(set(self.c.reservations()), {"count", "new"})


class NotSlurmctld(Installed):
    """Programs that load no scheduler do not care whether it is there; others get a clean error."""

    COMMANDS = (("scontrol", "show", "reservation"), ("scontrol", "show", "config"), ("scontrol", "ping"),
                ("sinfo",), ("squeue",), ("sdiag",), ("sprio",), ("sbatch", "-o", "/dev/null", "--wrap", "true"),
                ("srun", "-N1", "true"), ("salloc", "-N1", "true"), ("scancel", "999999999"),
                ("strigger", "--get"), ("sshare",), ("sview", "--version"), ("srun", "--mpi=list"))

    def setUp(self):
        super().setUp()
        self.addCleanup(self.install, os.path.join(gq.plugin_dir(), SO))

    def run_commands(self):
        """What each says, and the shared objects that it loads."""
        for words in self.COMMANDS:
            if not shutil.which(words[0]):
                continue
            with self.subTest(command=" ".join(words)):
                before = self.c.run(*words)
                r = gq.run(*words, env={**self.c.env, "LD_DEBUG": "files"})
                self.assertEqual(r.code, before.code, before)
                self.assertNotIn("sched_garq", r.err)
                self.assertNotIn("garq.so", before.err)

    def test_commands(self):
        self.run_commands()

    def test_commands_without_it(self):
        os.unlink(self.installed())
        self.run_commands()

    def slurmds(self):
        return gq.slurmds(self.c.folder, "n1")

    def end_slurmd(self):
        found = self.slurmds()
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        return not found

    def check_slurmd(self):
        """A slurmd that starts anew runs a job, and has not loaded the plugin."""
        gq.wait_for(self.end_slurmd, "slurmd ends")
        r = gq.run("slurmd", "-N", "n1", "-f", os.path.join(self.c.folder, "slurm.conf"))
        self.assertTrue(r.ok, r)
        gq.wait_for(lambda: os.path.exists(os.path.join(self.c.folder, "run", "slurmd.n1.pid")),
                    "slurmd has a pid file")
        self.c.wait_answering()
        self.wait_nodes("idle", ["n1"])
        job = self.running_job("-w", "n1", "-t1")
        running = self.slurmds()
        self.assertTrue(running)
        for pid in running:
            with open(f"/proc/{pid}/maps") as f:
                self.assertNotIn("sched_garq", f.read())
        self.c.run("scancel", job)

    def test_slurmd(self):
        self.check_slurmd()

    def test_slurmd_without_it(self):
        os.unlink(self.installed())
        self.check_slurmd()

    def libslurmfull(self):
        """What all daemons and commands of Slurm link: a program has all of it but slurmctld's."""
        r = gq.run("ldd", shutil.which("slurmd"))
        found = re.search(r"(/\S+/libslurmfull\S*)", r.out)
        if not found:
            self.skipTest("slurmd is not linked with libslurmfull")
        return found[1]

    def check_dlopen(self, mode, *before):
        code = "import ctypes, os, sys\n"
        code += "".join(f"ctypes.CDLL({p!r}, mode=os.RTLD_NOW | os.RTLD_GLOBAL)\n" for p in before)
        code += f"try: ctypes.CDLL({self.installed()!r}, mode=os.{mode})\n"
        code += "except OSError as e: print(e); sys.exit(7)\n"
        r = gq.run(sys.executable, "-c", code)
        self.assertEqual(r.code, 7, r)
        self.assertRegex(r.out, rf"{SO}: undefined symbol: \w+")
        return r

    def test_dlopen(self):
        for mode in ("RTLD_NOW", "RTLD_LAZY"):
            with self.subTest(mode=mode):
                self.check_dlopen(mode)

    def test_dlopen_with_libslurmfull(self):
        for mode in ("RTLD_NOW", "RTLD_LAZY"):
            with self.subTest(mode=mode):
                self.check_dlopen(mode, self.libslurmfull())

    def test_plugin_loader_of_libslurmfull(self):
        """Slurm's own loader, in a program that is no slurmctld."""
        code = f"""
import ctypes
slurm = ctypes.CDLL(None)
handle = ctypes.c_void_p()
print("code", slurm.plugin_load_from_file(ctypes.byref(handle), {self.installed().encode()!r}), handle.value)
"""
        r = gq.run(sys.executable, "-c", code, env={**self.c.env, "LD_PRELOAD": self.libslurmfull()})
        self.assertTrue(r.ok, r)
        self.assertRegex(r.out, r"code [1-9]\d* None")
        self.assertRegex(r.err, "undefined symbol")

    def test_preloaded_into_slurmd(self):
        r = gq.run("slurmd", "-V", env={**self.c.env, "LD_PRELOAD": self.installed()})
        self.assertGreater(r.code, 0, r)  # not by a signal
        self.assertIn("undefined symbol", r.err)


class OtherBase(case.Case):
    def test_ourselves(self):
        """A scheduler over itself is no choice."""
        with self.logged("error: sched/garq: SchedulerParameters: garq_base=garq: garq_base must be backfill or builtin"):
            self.restart(SchedulerParameters="bf_interval=2,garq_base=garq")
        self.addCleanup(self.restart, SchedulerParameters="bf_interval=2")
        self.assertIn("sched/garq: loaded over sched/backfill", self.c.log())
        self.make("r", at(10), at(11), NodeCnt=4)


if __name__ == "__main__":
    unittest.main()
