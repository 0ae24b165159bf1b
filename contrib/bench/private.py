# SPDX-License-Identifier: GPL-2.0-or-later
"""The private clusters of contrib/bench/bench, and the requests sent to
them."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("GARQ_CLUSTER_TIMEOUT", "600")	# a slurmctld with many bookings starts slowly

HERE = os.path.dirname(os.path.realpath(__file__))
CLUSTER = os.path.join(os.path.dirname(HERE), "cluster", "cluster")
# Backfill is to come to the end of its queue, however long that takes.
PARAMETERS = "bf_interval=1,bf_max_time=300,bf_max_job_test=1000,bf_continue"
LINES = "SlurmctldDebug=info\n"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 90	# seconds for nodes to become what they are to be
RPC = re.compile(r"^\t(REQUEST_\w+) .*count:(\d+) +ave_time:\d+ +total_time:(\d+)", re.M)


class Failed(Exception):
    """The benchmark cannot go on; the text says why."""


def run(*words, env=None, text=None):
    """The output of a command. The command does not get the ^C of a terminal:
    this program ends what it has begun in order."""
    words = [str(w) for w in words]
    p = subprocess.Popen(words, env=env, stdin=subprocess.PIPE if text else subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         errors="replace", start_new_session=True)
    try:
        out, err = p.communicate(text)
    except BaseException:
        if words[0] == CLUSTER:	# it tidies up; daemons that it has started are in its session
            p.terminate()
        else:
            os.killpg(p.pid, signal.SIGKILL)
        p.communicate()
        raise
    if p.returncode:
        raise Failed(f"{' '.join(words)}: {err.strip() or out.strip()}")
    return out


def built(target, *names):
    """The absolute paths of what make target has built: the plugin's folder, the client, and
    those that further variables of the environment name."""
    known = {"GARQ_PLUGIN_DIR": os.path.join("plugin", ".libs"),
             "GARQ_BENCH_CLIENT": os.path.join("contrib", "bench", "client"),
             "GARQ_BENCH_REGISTER": os.path.join("contrib", "bench", "register"),
             "GARQ_LEDGER": os.path.join("contrib", "garq-ledger", "garq-ledger"),
             "GARQ_SRESV": os.path.join("contrib", "sresv", "sresv")}
    paths = [os.environ.get(name, known[name])
             for name in ("GARQ_PLUGIN_DIR", "GARQ_BENCH_CLIENT", *names)]
    for path in (os.path.join(paths[0], "sched_garq.so"), *paths[1:]):
        if not os.path.exists(path):
            raise Failed(f"{path} is not there: run make {target}")
    with open(os.path.join(paths[0], "sched_garq.so"), "rb") as f:
        if b"built with --enable-test-timing" in f.read():
            print(f"{target}: the plugin was configured with --enable-test-timing. It copies its ledger "
                  "every few seconds; no figure is that of a site.", file=sys.stderr)
    return [os.path.abspath(path) for path in paths]


def stamp(t):
    """As scontrol reads it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(t))


class Setup:
    """What all clusters have in common."""

    def __init__(self, folder, nodes, plugins, client):
        self.folder, self.nodes, self.plugins, self.client = folder, nodes, plugins, client
        self.users = "root" if os.geteuid() == 0 else str(os.getuid())
        self.scontrol, self.sbatch = shutil.which("scontrol"), shutil.which("sbatch")
        if not self.scontrol or not self.sbatch:
            raise Failed("scontrol and sbatch are not installed")
        self.lines = os.path.join(folder, "lines")
        with open(self.lines, "w") as f:
            f.write(LINES)


class Side:
    """One cluster, its scheduler, and how many bookings it is to hold."""

    def __init__(self, setup, name, size, number):
        self.setup, self.name, self.size = setup, name, size
        self.title = f"{name} {size:,}"
        self.folder = os.path.join(setup.folder, f"c{number}")
        self.scratch = self.folder + ".out"
        self.bookings = 0	# that are there
        self.used = 0		# lines of its calendar that were sent
        self.client = None

    def __str__(self):
        return self.title

    def start(self):
        """With sched/garq at first, whoever is to be measured: see become()."""
        run(CLUSTER, "-d", self.folder, "start", self.setup.nodes, "-s", "sched/garq",
            "-p", self.setup.plugins, "-P", PARAMETERS, "-c", self.setup.lines)
        self.env = dict(os.environ)
        for name, value in re.findall(r"export (\w+)=(\S+)",
                                      run(CLUSTER, "-d", self.folder, "env")):
            self.env[name] = value

    def stop(self):
        self._end_client()
        if os.path.exists(self.folder):
            run(CLUSTER, "-d", self.folder, "stop")

    def become(self):
        """Restart slurmctld with the scheduler that is measured. Seconds until it answers; its
        nodes come later."""
        scheduler = "sched/garq" if self.name == "garq" else "sched/backfill"
        self._end_client()
        run(CLUSTER, "-d", self.folder, "stop-ctld")
        run(CLUSTER, "-d", self.folder, "set", f"SchedulerType={scheduler}")
        begun = time.perf_counter()
        run(CLUSTER, "-d", self.folder, "start-ctld")
        took = time.perf_counter() - begun
        # An offer has no nodes.
        there = self.command("scontrol", "-o", "show", "reservation").count(" Nodes=n")
        if there != self.bookings:
            raise Failed(f"{self}: {there} bookings are there after a restart, "
                         f"not {self.bookings}")
        return took

    def wait_nodes(self, *states):
        """Until all nodes are in one of these states, as sinfo has them."""
        end = time.monotonic() + PATIENCE
        while True:
            other = set(self.command("sinfo", "-h", "-N", "-o", "%T").split()) - set(states)
            if not other:
                return
            if time.monotonic() > end:
                raise Failed(f"{self}: nodes stay {', '.join(other)}, not {' or '.join(states)}")
            time.sleep(0.1)

    def fill(self, calendar, count):
        """Make bookings until count are there. (seconds, how many were refused)

        By number of nodes; for stock on nodes that are named, of which it does not look for
        others when it starts: that takes minutes.
        """
        if count == self.bookings:
            return 0, 0
        lines = []
        for b in calendar[self.used:]:
            where = len(b.nodes) if self.name == "garq" else ",".join(f"n{i}" for i in b.nodes)
            window = f" {b.window}" if b.window else ""
            lines.append(f"create {b.name} {b.start} {b.end} {where}{window}\n")
        begun = time.perf_counter()
        out = run(self.setup.client, "-u", self.setup.users, "-j", 4, "-n", count - self.bookings,
                  env=self.env, text="".join(lines)).split(None, 2)
        made, refused = int(out[0]), int(out[1])
        self.bookings += made
        self.used += made + refused
        if self.bookings != count:
            raise Failed(f"{self}: {self.bookings} bookings could be made, not {count}; "
                         f"{refused} were refused{': ' + out[2].strip() if out[2:] else ''}")
        return time.perf_counter() - begun, refused

    # --- one thing at a time ------------------------------------------------

    def command(self, *words):
        return run(*words, env=self.env)

    def _spawn(self, path, words):
        """(milliseconds from the start of a process to its end, how it ended)."""
        actions = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                   (os.POSIX_SPAWN_OPEN, 1, self.scratch,
                    os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
                   (os.POSIX_SPAWN_DUP2, 1, 2)]
        begun = time.perf_counter()
        pid = os.posix_spawn(path, words, self.env, file_actions=actions)
        _, status = os.waitpid(pid, 0)
        return (time.perf_counter() - begun) * 1000, status

    def _said(self):
        """What it printed."""
        with open(self.scratch, errors="replace") as f:
            return f.read()

    def spawn(self, path, words):
        """The milliseconds; it has to succeed."""
        took, status = self._spawn(path, words)
        if status:
            raise Failed(f"{self}: {' '.join(words)}: {self._said()[:1000].strip()}")
        return took

    def answer(self, words):
        """(milliseconds, how it ended, what it printed) of a scontrol that may be refused."""
        took, status = self._spawn(self.setup.scontrol, words)
        return took, status, self._said()

    def scontrol(self, *words):
        return self.spawn(self.setup.scontrol, ["scontrol", *words])

    def create(self, name, start, length, nodes, *others):
        """(milliseconds of scontrol, of slurmctld, exit code, what it printed) of a request for
        a reservation, which may be refused; others are further words of it."""
        words = ["scontrol", "create", "reservation", f"ReservationName={name}",
                 f"StartTime={stamp(start)}", f"EndTime={stamp(start + length)}",
                 f"NodeCnt={nodes}", f"Users={self.setup.users}", *others]
        (took, code, text), share = self.share("REQUEST_CREATE_RESERVATION",
                                               lambda: self.answer(words))
        return took, share, code, text

    def request(self, line):
        """Milliseconds of one request by libslurm; it has to be granted."""
        if not self.client:
            self.client = subprocess.Popen([self.setup.client, "-u", self.setup.users],
                                           env=self.env, stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                           text=True, bufsize=1, start_new_session=True)
        self.client.stdin.write(line + "\n")
        usec, _, answer = self.client.stdout.readline().partition(" ")
        if answer.strip() != "ok":
            raise Failed(f"{self}: {line}: {answer.strip() or 'the client died'}")
        return float(usec) / 1000

    def _end_client(self):
        if self.client:
            self.client.stdin.close()
            self.client.wait()
            self.client.stdout.close()
            self.client = None

    # --- what slurmctld says of itself ------------------------------------------

    def sdiag(self):
        return self.command("sdiag")

    def served(self, rpc):
        """(how many requests of a kind slurmctld has served, microseconds for all of them)"""
        for name, count, total in RPC.findall(self.sdiag()):
            if name == rpc:
                return int(count), int(total)
        return 0, 0

    def share(self, rpc, fn):
        """(what fn returns, slurmctld's milliseconds for the one request that it sends)"""
        count, total = self.served(rpc)
        result = fn()
        for _ in range(100):	# it answers first, and counts then
            again, spent = self.served(rpc)
            if again == count + 1:
                return result, (spent - total) / 1000
            time.sleep(0.002)
        raise Failed(f"{self}: sdiag counts {again - count} of {rpc}, not 1")

    def pid(self):
        with open(os.path.join(self.folder, "run", "slurmctld.pid")) as f:
            return int(f.readline())

    def memory(self):
        """MB that slurmctld has in memory."""
        with open(f"/proc/{self.pid()}/status") as f:
            return int(re.search(r"^VmRSS:\s+(\d+) kB", f.read(), re.M)[1]) / 1024

    def log(self):
        return os.path.join(self.folder, "log", "slurmctld.log")

    def reconfigure(self, parameters, *settings):
        """SchedulerParameters besides the usual ones, and other lines of slurm.conf."""
        run(CLUSTER, "-d", self.folder, "set", f"SchedulerParameters={PARAMETERS},{parameters}",
            *settings)
        self.command("scontrol", "reconfigure")


def _end(number, _frame):
    raise Failed(f"ended by {signal.Signals(number).name}")


def _stop_all(sides, folder):
    """Stop all clusters, even if one of them fails."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    failed = []
    for side in sides:
        try:
            side.stop()
        except (Failed, OSError) as e:
            failed.append(str(e))
    if failed:
        raise Failed("; ".join(failed))
    shutil.rmtree(folder, ignore_errors=True)


def main(name, bench, args):
    """A program: call bench(args, folder, sides) with a new folder and a list for the clusters
    that it makes, which are stopped in the end, whatever happens."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for number in SIGNALS:
        signal.signal(number, _end)
    folder, sides = tempfile.mkdtemp(prefix="garq-b-"), []
    os.chmod(folder, 0o755)
    try:
        try:
            bench(args, folder, sides)
        finally:
            _stop_all(sides, folder)
    except Failed as e:
        sys.exit(f"{name}: {e}")
