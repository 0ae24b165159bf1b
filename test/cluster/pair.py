# SPDX-License-Identifier: GPL-2.0-or-later
"""A private cluster with two slurmctlds that share StateSaveLocation.

One machine is two hosts: each slurmctld has a host name of its own (unshare -u), and its
own view of /etc/hosts and of the folder that has its pid file and its log (unshare -m). The
names are of addresses of the loopback interface. Needs root.

A test file begins with

    def setUpModule():
        case.start(4, pair.LINES, kind=pair.Pair)
"""
import contextlib
import os
import re
import signal
import subprocess
import unittest

import gq

HOSTS = {"ctl1": "127.0.0.1", "ctl2": "127.0.0.2"}
FIRST, SECOND = HOSTS

# The standby controller takes over what has not answered for this time.
LINES = ("SlurmctldTimeout=6", "MessageTimeout=5")

# The name of what keeps all nodes until the ledger is read.
GUARD = "garq_guard"

# How Slurm ends the one of two controllers that finds that the other one has saved its jobs, too.
SPLIT_BRAIN = "fatal: Two slurmctld daemons are running as primary"

# A slurmctld logs the reason of an end that it has chosen, or has none of the memory that it needs (log_oom()).
SAYS_WHY = re.compile(r"fatal: |: malloc failed$", re.M)

# What unshare runs: $1 is the host, $2 the cluster's folder.
ENTER = ('hostname "$1" && mount --bind "$2/hosts" /etc/hosts && mount --bind "$2/$1" "$2/own" &&'
         ' exec slurmctld -D -f "$2/slurm.conf"')


class Pair(gq.Cluster):
    """A cluster with two controllers, FIRST and SECOND; see gq.Cluster."""

    def __enter__(self):
        self.daemons = {}
        self.log_began = dict.fromkeys(HOSTS, 0)  # the size of the log when the last slurmctld of a host was started
        self.unasked = []  # see ended_unasked()
        if subprocess.run(["unshare", "-u", "-m", "true"], check=False).returncode:
            raise unittest.SkipTest("unshare -u -m fails here; in a chroot: mount --bind DIR DIR before")
        self.host_env = {host: {} for host in HOSTS}  # more of each slurmctld's environment
        super().__enter__()
        try:
            self._split()
            self.start_both()
            self.wait_answering()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind, value, trace):
        if not os.environ.get("GARQ_KEEP"):
            for host in self.daemons:
                self.kill_host(host)
        super().__exit__(kind, value, trace)

    def _path(self, *names):
        return os.path.join(self.folder, *names)

    def _split(self):
        """Have the cluster's one slurmctld end, and write what two of them need.

        Each of the two binds the address of its host's name only, as both have the same port. The one that
        ends has the name of this machine, whose address can be another than that in slurm.conf.
        """
        r = self.cluster("stop-ctld")
        assert r.ok, r
        for name in ("own", *HOSTS):
            os.makedirs(self._path(name))
        with open("/etc/hosts") as f:
            known = f.read()
        with open(self._path("hosts"), "w") as f:
            f.writelines(f"{address} {host}\n" for host, address in HOSTS.items())
            f.write(known)
        r = self.cluster("set", f"SlurmctldPidFile={self._path('own', 'slurmctld.pid')}",
                         f"SlurmctldLogFile={self._path('own', 'slurmctld.log')}",
                         "CommunicationParameters=NoCtldInAddrAny")
        assert r.ok, r
        with open(self._path("slurm.conf")) as f:
            conf = f.read()
        self._write_conf("slurm.conf", conf, HOSTS)
        for host in HOSTS:  # of clients that ask this one alone
            self._write_conf(f"{host}.conf", conf, [host])

    def _write_conf(self, name, text, hosts):
        lines = "\n".join(f"SlurmctldHost={host}({HOSTS[host]})" for host in hosts)
        text, cnt = re.subn(r"^SlurmctldHost=.*$", lines, text, flags=re.M)
        assert cnt == 1, text
        with open(self._path(name + ".new"), "w") as f:
            f.write(text)
        os.replace(self._path(name + ".new"), self._path(name))

    # --- the processes ---------------------------------------------------

    def begin(self, host):
        """Start the slurmctld of a host. FIRST takes control back at its start, SECOND is the standby."""
        assert not self.host_runs(host), f"{host} runs"
        self._note_end(host)
        self.log_began[host] = len(self.log(host))
        preload = os.environ.get("GARQ_CLUSTER_PRELOAD")  # of contrib/cluster/cluster: a library for slurmctld
        env = {**self.env, "PATH": self.env["PATH"] + ":/usr/sbin:/usr/local/sbin:/sbin",
               **({"LD_PRELOAD": preload} if preload else {}), **self.host_env[host]}
        with open(self._path("log", f"{host}.err"), "w") as err:
            self.daemons[host] = subprocess.Popen(
                ["unshare", "-u", "-m", "sh", "-c", ENTER, "sh", host, self.folder], env=env, cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=err, stderr=err, start_new_session=True)

    def host_runs(self, host):
        """Is there a slurmctld of this host, in control or not, stopped or not?"""
        daemon = self.daemons.get(host)
        return daemon is not None and daemon.poll() is None

    def _note_end(self, host):
        daemon = self.daemons.get(host)
        code = daemon and daemon.poll()
        if code not in (None, 0, -signal.SIGKILL) and not SAYS_WHY.search(self.log(host)[self.log_began[host]:]):
            self.unasked.append(f"{host} with {code}")

    def ended_unasked(self):
        """Each end of a slurmctld but those by kill -9, in order, and with a reason that is logged: its host and exit code."""
        for host in HOSTS:
            self._note_end(host)
        return sorted(set(self.unasked))

    def signal_host(self, host, number):
        assert self.host_runs(host), f"{host} does not run"
        self.daemons[host].send_signal(number)

    def kill_host(self, host):
        """kill -9 the slurmctld of a host, stopped or not; none, or one that has ended already, is fine."""
        daemon = self.daemons.get(host)
        if daemon:
            daemon.kill()
            daemon.wait(60)

    def stop_host(self, host):
        """Let the slurmctld of a host hang, as one that waits for a dead file server."""
        self.signal_host(host, signal.SIGSTOP)

    def continue_host(self, host):
        self.signal_host(host, signal.SIGCONT)

    def start_both(self):
        """FIRST is in control and SECOND stands by, whatever they were."""
        for host in HOSTS:
            self.kill_host(host)
        self.begin(FIRST)
        self.wait_control(FIRST)
        self.begin(SECOND)
        self.wait_standby(SECOND)

    # --- control ---------------------------------------------------------

    def ask(self, host, *words):
        """A command, asking the slurmctld of this host alone."""
        return gq.run(*words, env={**self.env, "SLURM_CONF": self._path(f"{host}.conf")})

    @contextlib.contextmanager
    def asking(self, host):
        """Have all commands ask the slurmctld of this host alone: another one that hangs takes their time."""
        before = self.env["SLURM_CONF"]
        self.env["SLURM_CONF"] = self._path(f"{host}.conf")
        try:
            yield
        finally:
            self.env["SLURM_CONF"] = before

    def in_control(self, host):
        """Does this host answer as the controller does? The standby refuses."""
        return self.host_runs(host) and self.ask(host, "sinfo", "-h").ok

    def controllers(self):
        """Those in control: one, at any time at which no control passes on."""
        return [host for host in HOSTS if self.in_control(host)]

    def wait_control(self, host, seconds=90):
        gq.wait_for(lambda: self.in_control(host),
                    lambda: f"{host} is in control\n{self.tail(host)}", seconds)

    def stands_by(self, host):
        return "standby" in self.ask(host, "sinfo", "-h").err

    def wait_standby(self, host):
        gq.wait_for(lambda: self.stands_by(host),
                    lambda: f"{host} stands by\n{self.tail(host)}")

    def wait_end(self, host, why=""):
        """Wait until the slurmctld of a host has ended, which it has been told to."""
        gq.wait_for_woken(lambda: not self.host_runs(host), f"{host} ends{why}", self.daemons[host].pid)

    def take_over(self):
        """scontrol takeover: SECOND takes control, and the process of FIRST ends."""
        r = self.scontrol("takeover")
        assert r.ok, r
        self.wait_control(SECOND)
        self.wait_end(FIRST)

    def has_split(self, host):
        """Has Slurm ended it, as it found what the other controller has saved?"""
        return not self.host_runs(host) and SPLIT_BRAIN in self.log(host)

    def has_no_control(self, host):
        """Does it stand by, or has Slurm ended it?"""
        return self.stands_by(host) or self.has_split(host)

    def give_back(self, saved_over=False):
        """FIRST is started, and has SECOND return the control: it stands by, or Slurm has ended it.

        saved_over: FIRST had ended late, and saved Slurm's jobs over what SECOND had saved. If Slurm finds
        that, SECOND ends instead.

        From 24.11 on SECOND waits for its own answer to FIRST before it saves what it has, and that answer
        waits for the end of this, for 29 s (_slurm_rpc_request_control() is work that conmgr_quiesce()
        waits for). Then both go on at once, and if FIRST saves its jobs first Slurm ends SECOND.
        """
        self.begin(FIRST)
        self.wait_control(FIRST)
        is_done = self.has_no_control if saved_over or gq.MAY_HANG else self.stands_by
        gq.wait_for_woken(lambda: is_done(SECOND), lambda: f"{SECOND} stands by\n{self.tail(SECOND)}",
                          self.daemons[SECOND].pid)

    def log_paths(self):
        return [self._path(host, "slurmctld.log") for host in HOSTS]

    def tail(self, host):
        """The last lines of that, without Slurm's own chatter."""
        return "\n".join(line for line in self.log(host).splitlines() if "heartbeat" not in line)[-3000:]

    def log(self, host=FIRST):
        """All that the slurmctld of a host has logged."""
        with contextlib.suppress(FileNotFoundError), \
             open(self._path(host, "slurmctld.log"), errors="replace") as f:
            return f.read()
        return ""
