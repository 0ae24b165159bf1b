# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs with a deadline and GPUs are booked on nodes of which each has its share."""
import unittest

import deadline
import gpus
import gq
from case import at, soon

GPUS = 4


class GpuCluster(gpus.Cluster):
    HAVE = {"n1": ("a100", GPUS), "n2": ("a100", GPUS), "n3": ("h100", GPUS)}	# n4 has none


def setUpModule():
    partitions = [f"PartitionName={words}" for words in ("gpu Nodes=n[1-3]", "a100 Nodes=n[1-2]", "two Nodes=n[1-3] DefCpuPerGPU=2",
                                                         "four Nodes=n[1-3] DefCpuPerGPU=4")]
    deadline.start(["GresTypes=gpu", *partitions], 4, kind=GpuCluster,
                   extra=["Sockets=2 CoresPerSocket=4 ThreadsPerCore=1", "n[1-2] Gres=gpu:a100:4", "n3 Gres=gpu:h100:4"])


class Gres(deadline.Case):
    def test_each_way_to_ask(self):
        for words in (["-p", "gpu", "--gres=gpu:4"], ["-p", "gpu", "--gres=gpu"], ["-p", "a100", "--gres=gpu:a100:2"],
                      ["-p", "a100", "--gpus-per-node=a100:4"], ["-p", "a100", "--gpus=8"], ["-p", "gpu", "--gpus=3"],
                      ["-p", "gpu", "--gres=gpu:1", "-n4", "-c2", "--mem=10"]):
            job = self.book(at(10), at(14), 60, 2, *words)
            self.assertBooked(job, at(10), 60, 2)
            self.c.run("scancel", job)
            self.wait_unbooked()

    def test_nodes_without_their_share(self):
        for words, node in ((["--gres=gpu:1"], "n4"), (["-p", "gpu", "--gres=gpu:h100:1"], "n1"), (["-p", "gpu", "--gpus-per-node=a100:1"], "n3")):
            job = self.not_booked(self.submit(at(10), at(14), 60, 1, *words),
                                  f"node {node} could not run it: name with -p or -C nodes that all can")
            self.c.run("scancel", job)

    def test_what_is_not_known_to_fit(self):
        for words, why in ((["--gpus-per-task=1", "-n2"], r"not with --gpus-per-task .* \(give --gpus-per-node"),
                           (["--gres=gpu:1", "--gres-flags=enforce-binding"], "not with --gres-flags=enforce-binding"),
                           (["--gpus-per-node=4", "--cpus-per-gpu=3"], "node n1 could not run it")):
            r = self.submit(at(10), at(14), 60, 2, "-p", "gpu", *words)
            self.assertRegex(r.err, f"not booked, --deadline is no guarantee: .*{why}")	# Slurm refuses some itself
            self.assertEqual(self.bookings(), {})

    def test_what_each_gpu_has(self):
        """CPUs and memory that are asked for, or the partition's own: no job is booked that could not start."""
        for words in (["-p", "gpu", "--gpus-per-node=2", "--cpus-per-gpu=2"], ["-p", "gpu", "--gres=gpu:1", "--mem-per-gpu=10"],
                      ["-p", "two", "--gres=gpu:4"], ["-p", "four", "--gres=gpu:2"]):
            job = self.book(at(10), at(14), 60, 2, *words)
            self.c.run("scancel", job)
            self.wait_unbooked()
        r = self.submit(at(10), at(14), 60, 2, "-p", "four", "--gres=gpu:3")
        self.assertRegex(r.err, "not booked, .*node n1 could not run it")	# and Slurm refuses it

    def test_it_is_booked_later(self):
        """Slurm writes the partition's default into the record of a job that it tests."""
        self.running_job("-N2", "-p", "a100", "--exclusive", "-t5")
        job = self.job("-N3", "-p", "two", "--gres=gpu:2", "-t3")
        gq.wait_for(lambda: "CpusPerTres=gpu:2" in self.c.scontrol("show", "job", job).out, "it was tested")
        self.assertTrue(self.change_job(job, Deadline=gq.stamp(soon(3600))).ok)
        gq.wait_for(lambda: self.name_of(job), lambda: f"it is booked: {self.job_fields(job)}")

    def test_it_starts(self):
        """All GPUs are its own, whoever wants them before it."""
        begin = soon(20)
        job = self.book(begin, begin + 600, 2, 2, "-J", "its-job", "-p", "a100", "--gres=gpu:4")
        name = self.name_of(job)
        self.wait_job_saved("its-job")
        self.kill()
        others = [self.job("-N1", "-n1", "-t10", "-p", "a100", "--gres=gpu:a100:1", "--priority=1000000") for _ in range(4)]
        self.assertEqual(self.name_of(job), name)
        self.wait_started(job, begin)
        self.assertEqual({node: len(has) for node, has in self.c.gpus_of_job(job).items()}, {"n[1-2]": 4})
        self.assertEqual([self.c.job_state(j) for j in others], ["PENDING"] * 4)

    def test_other_gpus_can_not_be_asked_for(self):
        job = self.book(at(10), at(14), 60, 2, "-p", "gpu", "--gres=gpu:2")
        r = self.change_job(job, Gres="gpu:5")
        self.assertFalse(r.ok)
        self.assertIn("Gres", r.err)
        r = self.change_job(job, Partition="main")
        self.assertFalse(r.ok, r)
        self.assertIn("n4 could not run it", r.err)
        self.assertTrue(self.change_job(job, Partition="a100").ok)


if __name__ == "__main__":
    unittest.main()
