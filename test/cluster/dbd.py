# SPDX-License-Identifier: GPL-2.0-or-later
"""Accounting for a private cluster: a slurmdbd and a mariadbd of its own, in its folder.

Needs the programs of Debian's slurmdbd and mariadb-server packages, in PATH;
neither of them has to be set up, or to run.
"""
import contextlib
import glob
import os
import shutil
import socket
import subprocess
import unittest

import case
import gq

ENV = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin"}
SLURMDBD, MARIADBD = (shutil.which(name, path=ENV["PATH"]) for name in ("slurmdbd", "mariadbd"))
MISSING = " and ".join(n for n, found in (("slurmdbd", SLURMDBD), ("mariadbd", MARIADBD)) if not found)

DATABASE = "garq"


def need():
    """For setUpModule(): users and their accounts can be tried here."""
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    if MISSING:
        raise unittest.SkipTest(f"accounts need a database, and this machine lacks {MISSING}")


def start_for(cluster):
    """A slurmdbd that ends with the module, and that a running cluster tells of all. RET the Accounting"""
    accounting = Accounting(cluster)
    unittest.addModuleCleanup(accounting.stop)
    accounting.start()
    r = cluster.cluster("set", *(f"{k}={v}" for k, v in accounting.settings().items()))
    assert r.ok, r
    accounting.sacctmgr("add", "cluster", "garq")
    return accounting


def free_ports():
    """Two of those that connections are not given, as one of others could have them before we do; a process has its own."""
    for i in range(3500):
        first = 10000 + (os.getpid() + i) % 3500 * 2
        with contextlib.suppress(OSError), socket.socket() as one, socket.socket() as two:
            one.bind(("127.0.0.1", first))
            two.bind(("127.0.0.1", first + 1))
            return first, first + 1
    raise AssertionError("no ports are free")


class Accounting:
    """Runs from start() to stop(); the cluster must use it: see settings()."""

    def __init__(self, cluster):
        self.cluster, self.processes = cluster, []
        self.folder = os.path.join(cluster.folder, "dbd")
        self.port, self.db_port = free_ports()

    def settings(self):
        """The lines of slurm.conf."""
        return dict(AccountingStorageType="accounting_storage/slurmdbd", AccountingStorageHost="127.0.0.1",
                    AccountingStoragePort=self.port,
                    AccountingStoragePass=f"{self.cluster.folder}/run/munge.socket")

    def start(self):
        os.mkdir(self.folder, mode=0o700)
        # From 24.11 on it has an id that slurmctld made up, which is not that of the database.
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self.cluster.folder, "state", "clustername"))
        share = os.path.join(os.path.dirname(os.path.dirname(MARIADBD)), "share", "mysql")
        if not glob.glob(f"{share}/*_system_tables.sql"):
            share = os.path.join(os.path.dirname(share), "mariadb")
        words = [MARIADBD, "--no-defaults", f"--datadir={self._new('data')}", f"--tmpdir={self._new('tmp')}",
                 "--skip-grant-tables", f"--user={gq.ME}", f"--lc-messages-dir={share}",
                 "--innodb-buffer-pool-size=32M"]
        self._make_tables(words, share)
        self._spawn("mariadbd", *words, f"--socket={self.folder}/socket", f"--port={self.db_port}",
                    "--bind-address=127.0.0.1", f"--pid-file={self.folder}/mariadbd.pid")
        self._wait(self.db_port)
        self._write_conf()
        self.begin_slurmdbd()

    def begin_slurmdbd(self):
        self._spawn("slurmdbd", SLURMDBD, "-D")
        self._wait(self.port)

    def end_slurmdbd(self):
        self._end(self.processes.pop())

    @staticmethod
    def _end(process):
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def stop(self):
        for process in reversed(self.processes):
            self._end(process)
        shutil.rmtree(self.folder, ignore_errors=True)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self.cluster.folder, "slurmdbd.conf"))

    def sacctmgr(self, *words):
        r = self.cluster.run("sacctmgr", "-i", *words)
        assert r.ok, r
        return r

    @staticmethod
    def _make_tables(words, share):
        """
        slurmdbd keeps procedures, which are in tables of the database's own. Its database is made here: where it makes
        that, it connects again after it could not, and a library of MariaDB 11.8.9 then takes no results any more.
        """
        with open(glob.glob(f"{share}/*_system_tables.sql")[0]) as f:
            sql = f"CREATE DATABASE {DATABASE};\nCREATE DATABASE mysql;\nUSE mysql;\n" + f.read()
        p = subprocess.run([*words, "--bootstrap"], input=sql, text=True, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        assert p.returncode == 0, p.stdout

    def _new(self, name):
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        return folder

    def _spawn(self, name, *words):
        with open(os.path.join(self.folder, name + ".log"), "w") as log:
            self.processes.append(subprocess.Popen(words, env={**self.cluster.env, "PATH": ENV["PATH"]},
                                                   stdin=subprocess.DEVNULL, stdout=log, stderr=log))

    def _wait(self, port):
        def answers():
            process = self.processes[-1]
            assert process.poll() is None, f"{process.args[0]} ended: {self._said(process)}"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return True
        gq.wait_for(answers, f"{self.processes[-1].args[0]} answers")

    def _said(self, process):
        with open(os.path.join(self.folder, os.path.basename(process.args[0]) + ".log"), errors="replace") as f:
            return f.read()[-2000:]

    def _write_conf(self):
        prefix = os.path.dirname(os.path.dirname(SLURMDBD))
        plugins = {os.path.dirname(f) for root in (prefix, "/usr") for folder in ("lib*", "lib*/*")
                   for name in ("accounting_storage_mysql.so", "auth_munge.so")
                   for f in glob.glob(f"{root}/{folder}/slurm*/{name}")}
        path = os.path.join(self.cluster.folder, "slurmdbd.conf")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as f:
            f.write(f"""AuthType=auth/munge
AuthInfo=socket={self.cluster.folder}/run/munge.socket
DbdAddr=127.0.0.1
DbdHost=localhost
DbdPort={self.port}
SlurmUser={gq.ME}
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort={self.db_port}
StorageUser=root
StorageLoc={DATABASE}
PidFile={self.folder}/slurmdbd.pid
PluginDir={":".join(sorted(plugins))}
""")
