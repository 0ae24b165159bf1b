# SPDX-License-Identifier: GPL-2.0-or-later
"""Clusters whose nodes have GPUs: devices that stand for them, and gres.conf."""
import contextlib
import json
import os
import re
import sqlite3
import tempfile
import time

import case
import gq


def numbers(text):
    """0-2,4 as a set."""
    ends = [part.split("-") for part in text.split(",")] if text else []
    return {i for e in ends for i in range(int(e[0]), int(e[-1]) + 1)}


class Cluster(gq.Cluster):
    """HAVE: {nodes: (type, number)}; the first half of a node's cores is near the first half of its GPUs."""
    HAVE = {}
    CORES = 8	# of each node

    def write_gres(self, has, lines_of_one=True):
        half = self.CORES // 2
        with open(os.path.join(self.folder, "gres.conf"), "w") as f:
            f.write("AutoDetect=off\n")
            for node, (kind, cnt) in has.items():
                files = [f"gpu{i} Cores={f'0-{half - 1}' if i < cnt / 2 else f'{half}-{self.CORES - 1}'}" for i in range(cnt)]
                if not lines_of_one:
                    files = [f"gpu[0-{cnt - 1}]"]
                f.writelines(f"NodeName={node} Name=gpu Type={kind} File={self.folder}/{file}\n" for file in files)

    def __enter__(self):
        if not self.HAVE:
            return super().__enter__()
        os.makedirs(self.folder, mode=0o755, exist_ok=True)
        for i in range(max((cnt for _, cnt in self.HAVE.values()), default=0)):
            os.mknod(os.path.join(self.folder, f"gpu{i}"), 0o600 | 0o020000, os.makedev(1, 3))
        self.write_gres(self.HAVE)
        with open(os.path.join(self.folder, ".garq-cluster"), "w"):
            pass	# the folder may be used
        return super().__enter__()

    def gpus_of_job(self, job):
        """The GPUs of a job by node."""
        out = self.scontrol("-d", "show", "job", job).out
        return {node: numbers(idx) for node, idx in re.findall(r"Nodes=(\S+) .*GRES=gpu\S*?\(IDX:([\d,-]+)\)", out)}


def units(text):
    """What the ledger has of the cores of a booking, {node: (cores, GPUs)}."""
    found = {}
    for nodes, cores, gpus in re.findall(r"(\S+):([\d,-]+)(?:/([\d,-]+))?", text or ""):
        for node in gq.expand(nodes):
            found[node] = (numbers(cores), numbers(gpus))
    return found


def lines(rows):
    """Lines of check-reservations --gpus, for rows of the ledger: name, start, cores."""
    for name, start, cores in rows:
        has = {node: ",".join(map(str, sorted(of))) for node, (_, of) in units(cores).items() if of}
        yield json.dumps({"name": name, "start": start, "gpus": has}) + "\n"


def booked(folder):
    """Rows for lines() of the ledger of a cluster, which slurmctld keeps locked: of a copy, which may be torn."""
    for again in (True, True, True, False):
        with tempfile.TemporaryDirectory() as to, contextlib.suppress(*[sqlite3.DatabaseError] * again):
            path = os.path.join(to, "garq.ledger")
            case.copy_database(os.path.join(folder, "state", "garq.ledger"), path)
            with contextlib.closing(sqlite3.connect(path)) as db:
                return db.execute("SELECT name, start, cores FROM booking WHERE closed IS NULL").fetchall()
        time.sleep(0.3)
    return []
