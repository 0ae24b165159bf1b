# SPDX-License-Identifier: GPL-2.0-or-later
"""What breaks under a slurmctld: broken.c, stall.c and clock.c, preloaded together, switched while it runs."""
import contextlib
import mmap
import os
import shutil
import struct
import subprocess

import case

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = ("broken", "stall", "clock")
FAULTS = ("sync fails", "sync slow", "write short", "disk full", "no memory")	# fault_t of broken.c
MILLION = 1000000


class Broken:
    """env is what the slurmctld needs in its environment; preload is its LD_PRELOAD."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        libraries = [self.compile(name) for name in SOURCES]
        other = os.environ.get("GARQ_CLUSTER_PRELOAD")
        self.preload = ":".join(([other] if other else []) + libraries)
        control = self.path("control")
        with open(control, "wb") as f:
            f.write(bytes(4 * (2 * len(FAULTS) + 1)))
        with open(control, "r+b") as f:
            self.control = mmap.mmap(f.fileno(), 0)
        self.env = {"GARQ_TEST_BROKEN": control, "GARQ_TEST_STALL": folder, "GARQ_TEST_CLOCK": self.path("ahead")}
        self.mend()

    @staticmethod
    def can_be_compiled():
        return shutil.which("cc") is not None

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, name):
        library = self.path(f"{name}.so")
        subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library,
                        os.path.join(HERE, f"{name}.c"), "-ldl"], check=True)
        return library

    # --- broken.c: a fault with a chance ---------------------------------------

    def set(self, fault, chance, slow_ms=0):
        """From now on with this chance, in [0, 1], at each occasion."""
        struct.pack_into("=I", self.control, 4 * len(FAULTS), slow_ms)
        struct.pack_into("=I", self.control, 4 * FAULTS.index(fault), round(chance * MILLION))

    def injected(self):
        """{fault: how often it was injected so far}"""
        found = struct.unpack_from(f"={len(FAULTS)}I", self.control, 4 * (len(FAULTS) + 1))
        return dict(zip(FAULTS, found))

    # --- stall.c, clock.c: files -------------------------------------------------

    def hang(self, what, text=""):
        """what: "disk" or "names", see stall.c."""
        case.replace(self.path(what), text)

    def has_hung(self, what):
        return os.path.exists(self.path(f"{what}.hung"))

    def clock(self, seconds):
        case.replace(self.path("ahead"), f"{seconds}\n")

    def forget(self, *names):
        for name in names:
            for path in (self.path(name), self.path(f"{name}.hung")):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)

    def mend_storage(self):
        """The disk and the memory work again."""
        for fault in FAULTS:
            self.set(fault, 0)
        self.forget("disk")

    def mend(self):
        """All works again."""
        self.mend_storage()
        self.forget("names")
        self.clock(0)
