# SPDX-License-Identifier: GPL-2.0-or-later
"""A private cluster with sched/garq, driven by the real commands.

Nothing here knows how the plugin works: it runs scontrol, sbatch, squeue and
contrib/cluster/cluster, and reads what they print.
"""
import collections
import contextlib
import glob
import json
import os
import pwd
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
CLUSTER = os.path.join(TOP, "contrib", "cluster", "cluster")
CHECKER = os.path.join(TOP, "contrib", "check-reservations")
FORMAT = "%Y-%m-%dT%H:%M:%S"
VERSION = tuple(int(n) for n in re.findall(r"\d+", subprocess.run(
    ["slurmctld", "-V"], check=True, text=True, stdout=subprocess.PIPE,
    env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin"}).stdout)[:2])
REEXEC = VERSION >= (23, 11)  # scontrol reconfigure starts slurmctld anew
ME = pwd.getpwuid(os.geteuid()).pw_name


def plugin_dir():
    """The folder of the plugin that is tested: GARQ_PLUGIN_DIR, or the build."""
    folder = os.environ.get("GARQ_PLUGIN_DIR", os.path.join(os.getcwd(), ".libs"))
    if not os.path.exists(os.path.join(folder, "sched_garq.so")):
        sys.exit(f"{folder}/sched_garq.so is not there: run make first, or set GARQ_PLUGIN_DIR")
    return folder


def sresv():
    """The sresv that is tested: GARQ_SRESV, or that of the build."""
    return os.environ.get("GARQ_SRESV") or os.path.join(plugin_dir(), "..", "..", "contrib", "sresv", "sresv")


@contextlib.contextmanager
def for_everyone(*paths):
    """A folder of copies, for other users to run and to read: the checkout may lie where root alone can go."""
    with tempfile.TemporaryDirectory(prefix="garq-everyone-") as folder:
        os.chmod(folder, 0o755)
        for path in paths:
            copy = shutil.copytree if os.path.isdir(path) else shutil.copy
            copy(path, os.path.join(folder, os.path.basename(path)))
        yield folder


def stamp(t):
    """Seconds since the epoch as scontrol prints and reads them."""
    return time.strftime(FORMAT, time.localtime(t))


def seconds(text):
    """A time as scontrol prints it, in seconds since the epoch."""
    return int(time.mktime(time.strptime(text, FORMAT)))


def length(text):
    """A length of time as scontrol prints it ([days-]hh:mm:ss), in seconds."""
    days, _, rest = text.rpartition("-")
    h, m, s = (int(x) for x in rest.split(":"))
    return int(days or 0) * 86400 + h * 3600 + m * 60 + s


def expand(expression):
    """n[1-3,7],n9 as a set of names, without asking anybody."""
    names = set()
    for name, several in re.findall(r"(n\d+)|n\[([^\]]*)\]", expression):
        names |= {name} - {""}
        for part in several.split(",") if several else ():
            first, _, last = part.partition("-")
            names |= {f"n{i}" for i in range(int(first), int(last or first) + 1)}
    return names


class Result:
    """What a command said: code, out, err."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        self.ok = code == 0

    def __repr__(self):
        return f"exit {self.code}\n{self.out}{self.err}"


_names = {}  # of the nodes of each expression, which are the same on all clusters


def run(*words, env=None, user=None, timeout=180):
    """Run a command; never raises for what it says."""
    words = [str(w) for w in words]
    if user:
        words = ["setpriv", f"--reuid={user}", "--clear-groups"] + words
    p = subprocess.run(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       stdin=subprocess.DEVNULL, timeout=timeout, text=True, errors="replace")
    return Result(p.returncode, p.stdout, p.stderr)


LEAST = 180	# seconds before which no wait fails


def wait_for(condition, what, seconds=60, pause=None):
    """Wait until condition() is true and give its value; fail loudly if it never is.

    what is the text of the failure, or a function that returns it. Most conditions start a client of Slurm's, and
    these take more of the processors than all else: without a pause the wait between two looks grows to a tenth
    of what was waited before. seconds is for what takes long: no wait ends before LEAST, as it measures nothing, and a
    machine may be many times slower than another one.
    """
    seconds, begin = max(3 * seconds, LEAST), time.monotonic()
    while True:
        value = condition()
        if value:
            return value
        waited = time.monotonic() - begin
        if waited > seconds:
            raise AssertionError(f"waited {seconds} s in vain: {what() if callable(what) else what}")
        time.sleep(pause or max(0.1, waited / 10))


# From 24.11 on a slurmctld that ends, returns control or starts anew may hang: its main thread
# waits in conmgr_quiesce() for a thread that was to leave epoll_wait(), and was told so just
# before it went in (mended in 26.05.3: "Honor epoll interrupt requested while not polling").
# Nothing reaches it any more but signals, and one of them wakes it. Without one, 24.11.6 goes
# on after 5 minutes, and 25.05 after two MessageTimeouts.
MAY_HANG = VERSION >= (24, 11)
HANGS_FOR = 10  # seconds that the end of a slurmctld does not take on a machine that is busy


def wake(pid):
    """Wake a slurmctld that hangs so; another one ignores the signal, but for one that has just been started."""
    if MAY_HANG:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGUSR1)


def wait_for_woken(condition, what, pid, seconds=60):
    """wait_for() what this slurmctld does as it ends, returns control or starts anew."""
    again = time.monotonic() + HANGS_FOR

    def is_true():
        nonlocal again
        value = condition()
        if not value and time.monotonic() > again:
            again += HANGS_FOR
            wake(pid)
        return value
    return wait_for(is_true, what, seconds)


def runs(pid):
    """Is there such a process? Not one that has ended and that nobody has taken note of."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


# From 23.11 on a slurmd that reads slurm.conf again, for SIGHUP or "scontrol reconfigure",
# starts another process of the same command, and ends. This successor then writes its pid
# file; from 24.11 on it catches SIGHUP only after that (1 to 3 ms, more on a busy machine),
# and a SIGHUP that comes before ends it.
ENDED = -1


def wake_slurmds(folder):
    """Have the slurmds of a cluster register with a slurmctld that has just started.

    A slurmd that has ended and is still named in its pid file needs no signal: its successor
    registers by itself, after it has written its own pid there.
    """
    for path in glob.glob(os.path.join(folder, "run", "slurmd.*.pid")):
        pid = wait_for(lambda path=path: _pid_for_signals(path), f"SIGHUP is caught by the process of {path}")
        if pid != ENDED:
            with contextlib.suppress(ProcessLookupError):  # it ends just now
                os.kill(pid, signal.SIGHUP)


def first_number(f):
    """The pid in a pid file, 0 while it is empty: newer Slurm writes a second line."""
    return int(f.readline() or 0)


def _pid_for_signals(path):
    """The pid in a pid file, or ENDED; None while the file is empty, or SIGHUP would end the process."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        with open(path) as f:
            pid = first_number(f)
        if not pid:
            return None
        if runs(pid):
            with open(f"/proc/{pid}/status") as f:
                caught = int(re.search(r"^SigCgt:\s*(\w+)$", f.read(), re.M)[1], 16)
            return pid if caught & 1 << signal.SIGHUP - 1 else None
    return ENDED


def slurmds(folder, node):
    """The pids of all processes that are the slurmd of a node: two while a successor takes over."""
    conf, found = os.path.realpath(os.path.join(folder, "slurm.conf")), []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(path, errors="replace") as f:
            words = f.read().split("\0")
            if words[:4] == ["slurmd", "-N", node, "-f"] and os.path.realpath(words[4]) == conf:
                found.append(int(path.split("/")[2]))
    return found


def plain(value):
    """The text that a VALUE of a line for programs stands for."""
    return re.sub(r"(?:\\x[0-9a-f]{2})+", lambda m: bytes.fromhex(m[0].replace("\\x", "")).decode(), value)


def copy_living(folder, to):
    """Copy a folder in which files come and go meanwhile: all that is there when its turn comes."""
    with contextlib.suppress(FileNotFoundError, shutil.Error):	# the latter when all else is copied
        shutil.copytree(folder, to)


NO_ANSWER = "nothing was done: the disk of garq.ledger has not answered"


def check(cluster, asked, *options):
    """contrib/check-reservations with what was asked for, a list of its lines."""
    with tempfile.NamedTemporaryFile("w", prefix="garq-asked-") as f:
        f.writelines(json.dumps(one) + "\n" for one in asked)
        f.flush()
        return cluster.run(CHECKER, "--asked", f.name, *options)


class Cluster:
    """One private cluster; use it in a with statement."""

    def __init__(self, nodes, folder, sched="sched/garq", params="", conf=None, plugins=None,
                 extra=()):
        self.nodes, self.folder, self.sched, self.params = nodes, folder, sched, params
        self.conf, self.plugins = conf, plugins
        self.extra = extra  # "n[4-6] CPUs=4": what these nodes have
        self.asks_again = True
        self.took = collections.deque([0], 16)  # seconds, of the last commands
        self.env = dict(os.environ)
        self.patience = max(1, nodes // 200)  # a thousand slurmds take longer to start, to register and to end

    def __enter__(self):
        words = ["start", self.nodes, "-s", self.sched, "-p", self.plugins or plugin_dir()]
        if self.params:
            words += ["-P", self.params]
        if self.conf:
            words += ["-c", self.conf]
        for extra in self.extra:
            words += ["-n", extra]
        r = self.cluster(*words, timeout=900 * self.patience)
        if not r.ok:
            raise AssertionError(f"the cluster does not start: {r}")
        for name, value in re.findall(r"export (\w+)=(\S+)", self.cluster("env").out):
            self.env[name] = value.strip("'\"")
        return self

    def __exit__(self, kind, value, trace):
        if kind and os.environ.get("GARQ_KEEP"):
            print(f"# kept: {self.folder}", file=sys.stderr)
            return
        self.cluster("stop")

    def cluster(self, *words, timeout=None):
        """contrib/cluster/cluster with this cluster's folder."""
        env = dict(os.environ)
        env.setdefault("GARQ_CLUSTER_TIMEOUT", str(LEAST * self.patience))
        return run(CLUSTER, "-d", self.folder, *words, env=env, timeout=timeout or 600 * self.patience)

    def controller(self):
        """The pid of slurmctld."""
        def pid():
            with open(os.path.join(self.folder, "run", "slurmctld.pid")) as f:
                return first_number(f)
        return wait_for(pid, "slurmctld writes its pid")

    def kill_controller(self):
        """kill -9 slurmctld."""
        r = self.cluster("kill-ctld")
        assert r.ok, r

    def ended_unasked(self):
        """Slurmctlds that have ended by themselves although another one answers, so that nobody notices: see Pair."""
        return []

    def start_controller(self):
        """Start slurmctld again and wait until it answers."""
        r = self.cluster("start-ctld")
        assert r.ok, r

    def kill_slurmd(self, node):
        """kill -9 the slurmd of a node, and its successor: so a node fails. Slurm does not know it yet."""
        def is_gone():
            found = slurmds(self.folder, node)
            for pid in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return not found
        wait_for(is_gone, f"the slurmd of {node} ends")

    def start_slurmd(self, node):
        """Start it again; it registers by itself. For one that was killed."""
        words = ["slurmd", "-N", node, "-f", os.path.join(self.folder, "slurm.conf")]
        env = {**self.env, "PATH": self.env["PATH"] + ":/usr/sbin:/usr/local/sbin"}
        subprocess.run(words, env=env, check=True, cwd=self.folder, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)

    def wait_answering(self, hup=True):
        """After a start of slurmctld: have the nodes register, wait until all have.

        One that answers and is down was so when Slurm last saved its state: after
        a kill that may be long ago.
        """
        if hup:
            wake_slurmds(self.folder)
        again = time.monotonic() + HANGS_FOR * self.patience

        def all_answer():
            nonlocal again
            out = self.run("sinfo", "-h", "-N", "-o", "%N %T").out
            states = dict(line.split() for line in out.splitlines())
            down = sorted(n for n, state in states.items() if state == "down")
            if down:
                self.scontrol("update", f"NodeName={','.join(down)}", "State=RESUME")
            silent = sorted(n for n, s in states.items() if s.endswith("*") or s.startswith(("unk", "down")))
            if silent and time.monotonic() > again:
                again += HANGS_FOR * self.patience
                self.replace_slurmds(silent)
            return states and not silent
        wait_for(all_answer, lambda: f"all nodes answer: {self.nodes_and_slurmds()}", 60 * self.patience)

    def replace_slurmds(self, nodes):
        """Start the slurmds of those nodes that have none: one that reads slurm.conf again may end without a successor."""
        for node in nodes:
            if not slurmds(self.folder, node):
                with contextlib.suppress(FileNotFoundError), open(os.path.join(self.folder, "log", f"slurmd.{node}.log"),
                                                                  errors="replace") as f:
                    print(f"# {node} has no slurmd any more, its log ends:\n{''.join(f.readlines()[-20:])}", file=sys.stderr)
                self.start_slurmd(node)

    def nodes_and_slurmds(self):
        """The state of each node, and whether it has a slurmd: for the text of a failure."""
        out = self.run("sinfo", "-h", "-N", "-o", "%N %T").out
        return ", ".join(line if slurmds(self.folder, line.split()[0]) else f"{line} without a slurmd"
                         for line in sorted(set(out.splitlines())))

    def restart(self, **settings):
        """Change lines of slurm.conf, stop slurmctld in order, start it again."""
        for key, value in settings.items():
            r = self.cluster("set", f"{key}={value}")
            assert r.ok, r
        r = self.cluster("stop-ctld")
        assert r.ok, r
        self.start_controller()

    def log_paths(self):
        """What slurmctld, or each of two, logs to, if it has logged anything."""
        return [os.path.join(self.folder, "log", "slurmctld.log")]

    def log(self):
        """All that slurmctld has logged."""
        with open(os.path.join(self.folder, "log", "slurmctld.log"), errors="replace") as f:
            return f.read()

    def run(self, *words, user=None, timeout=180):
        """A command; what is refused as the disk has not answered is asked again, as it says: others may keep a disk busy."""
        begin = time.monotonic()
        self.last_run = run(*words, env=self.env, user=user, timeout=timeout)
        self.took.append(time.monotonic() - begin)
        while self.asks_again and NO_ANSWER in self.last_run.err and time.monotonic() < begin + 60:
            time.sleep(1)
            self.last_run = run(*words, env=self.env, user=user, timeout=timeout)
        return self.last_run

    def pace(self):
        """How long a command takes here now, in seconds."""
        return statistics.median(self.took)

    def scontrol(self, *words, user=None):
        return self.run("scontrol", *words, user=user)

    def create(self, name=None, user=None, **options):
        """scontrol create reservation; Users=ME unless given."""
        options.setdefault("Users", ME)
        words = [f"ReservationName={name}"] if name is not None else []
        words += [f"{k}={v}" for k, v in options.items() if v is not None]
        return self.scontrol("create", "reservation", *words, user=user)

    def update(self, name, user=None, **options):
        """scontrol update; plus_X and minus_X become X+= and X-=."""
        words = []
        for k, v in options.items():
            if k.startswith("plus_"):
                words.append(f"{k[5:]}+={v}")
            elif k.startswith("minus_"):
                words.append(f"{k[6:]}-={v}")
            else:
                words.append(f"{k}={v}")
        return self.scontrol("update", f"ReservationName={name}", *words, user=user)

    def delete(self, name, user=None):
        return self.scontrol("delete", f"ReservationName={name}", user=user)

    def reservations(self):
        """All of scontrol show reservation: {name: {field: text}}."""
        out = self.scontrol("-o", "show", "reservation").out
        found = {}
        for line in out.splitlines():
            if line.startswith("ReservationName="):
                fields = dict(re.findall(r"([A-Z]\w*)=(.*?)(?= [A-Z]\w*=|$)", line))
                assert fields["ReservationName"] not in found, f"twice: {line}"
                found[fields["ReservationName"]] = fields
        return found

    def ask_offers(self, name="offers", user=None):
        """Ask which offers are open. scontrol insists on the four words; Slurm without sched/garq knows no user "?"."""
        return self.create(name, user=user, StartTime="now", Duration=1, NodeCnt=1, Users="?")

    def offers(self, user=None):
        """The open offers that a user may see, by the lines for programs: {name: {key: text}}."""
        r = self.ask_offers(user=user)
        assert r.ok and r.out.endswith("\ngarq-answer=1\n"), r
        found = [dict(word.split("=", 1) for word in line.split())
                 for line in r.out.splitlines() if line.startswith("garq-offer=1 ")]
        return {plain(offer["name"]): offer for offer in found}

    def hosts(self, expression):
        """n[1-3,7] as a set of names."""
        if expression in ("", "(null)"):
            return set()
        if not _names.get(expression):
            _names[expression] = self.scontrol("show", "hostnames", expression).out.split()
        return set(_names[expression])

    def alive(self):
        return "UP" in self.scontrol("ping").out

    def job_state(self, job):
        return self.run("squeue", "-h", "-t", "all", "-j", job, "-o", "%T").out.strip()

    def submit(self, *words):
        """sbatch --parsable; the id of the job."""
        r = self.run("sbatch", "--parsable", "-o", "/dev/null", *words)
        assert r.ok, r
        return r.out.strip()
