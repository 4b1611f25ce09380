"""A study as an array job of a real Slurm: one node, started by the test, in a temporary folder.

Skipped where Slurm is not installed (Debian: slurm-wlm) or the test is not run by root, whom its daemons want. What the
script means without Slurm is tested in test_study.py.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
import unittest

from support import HANG, CliTest, galet
from test_study import OBSERVED, SHAKEN, SHAKEN_STUDY, STUDY

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel")

CONFIGURATION = """\
ClusterName=galet
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=1,sched_interval=1
MailProg=/bin/true
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    if os.geteuid() != 0:
        return "only root can start the daemons of Slurm"
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@unittest.skipIf(missing(), missing())
class SlurmTest(CliTest):
    def setUp(self):
        super().setUp()
        self.slurm = self.folder / "slurm"
        for name in ("state", "spool", "munge"):
            (self.slurm / name).mkdir(parents=True)
        munge = self.slurm / "munge"
        munge.chmod(0o700)
        (munge / "key").write_bytes(os.urandom(64))
        (munge / "key").chmod(0o400)
        self.host = socket.gethostname().split(".")[0]
        configuration = self.slurm / "slurm.conf"
        configuration.write_text(CONFIGURATION.format(host=self.host, folder=self.slurm, ports=free_ports(2)))
        (self.slurm / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.environment = {**os.environ, "SLURM_CONF": str(configuration)}
        self.start("munged", "--foreground", "--force", *(f"--{name}={munge / file}" for name, file in (
            ("socket", "socket"), ("key-file", "key"), ("log-file", "log"), ("pid-file", "pid"), ("seed-file", "seed"))))
        self.wait_for("munged", (munge / "socket").exists)
        self.start("slurmctld", "-D", "-f", configuration)
        self.start("slurmd", "-D", "-f", configuration, "-N", self.host)
        self.addCleanup(self.cancel_all)
        self.wait_for("the node", lambda: self.ask("sinfo", "-h", "-o", "%T").stdout.strip() == "idle")

    def start(self, *command):
        with open(self.slurm / f"{command[0]}.out", "w", encoding="utf-8") as out:
            process = subprocess.Popen(list(map(str, command)), stdout=out, stderr=out, env=self.environment)
        self.addCleanup(self.stop, process)

    @staticmethod
    def stop(process):
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def wait_for(self, what, is_there):
        deadline = time.monotonic() + HANG
        while not is_there():
            self.assertLess(time.monotonic(), deadline, f"{what} does not come")
            time.sleep(0.1)

    def ask(self, *command):
        return subprocess.run(list(map(str, command)), env=self.environment, text=True, capture_output=True, check=False)

    def submit(self):
        """The number of the job."""
        process = self.ask("sbatch", "--parsable", self.folder / "out" / "study.sbatch")
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout.strip().split(";")[0]

    def wait_for_all(self):
        self.wait_for("the end of the job", lambda: self.ask("squeue", "-h").stdout.strip() == "")

    def cancel_all(self):
        self.ask("scancel", "--user=root")
        self.wait_for_all()

    def prepare(self, study, scene, *arguments):
        self.scene(scene)
        (self.folder / "study.toml").write_text(study)
        process = galet("study", self.folder / "study.toml", "-o", self.folder / "out", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_an_array_job_gives_the_table_of_a_study(self):
        self.prepare(STUDY, OBSERVED, "--slurm")
        self.submit()
        self.wait_for_all()
        process = galet("study", self.folder / "out", "--collect")
        self.assertEqual(process.returncode, 0, process.stderr + process.stdout)
        table = (self.folder / "out" / "table.csv").read_text()
        process = galet("study", self.folder / "study.toml", "-o", self.folder / "local")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(table, (self.folder / "local" / "table.csv").read_text())

    def test_a_task_that_the_cluster_stops_goes_on_with_the_next_job(self):
        # Long enough not to end before: some minutes of computation, of which a part is made.
        self.prepare(SHAKEN_STUDY, SHAKEN, "--slurm", "--set", "time.end=1000")
        job = self.submit()
        written = self.folder / "out" / "runs" / "0001" / "trajectory" / "000001.h5"
        self.wait_for("a part of a run", written.exists)
        # As at the end of its time: the signal of the script, to the script.
        # Tried twice, it may find the job ended by the first: what it returns says nothing.
        self.ask("scancel", "--batch", "--signal=TERM", f"{job}_1")
        log = self.folder / "out" / "logs" / "0001.txt"
        self.wait_for("the checkpoint", lambda: "interrupted at" in log.read_text())
        self.ask("scancel", job)
        self.wait_for_all()
        series = self.folder / "out" / "runs" / "0001" / "series.csv"
        before = "".join(series.read_text().splitlines(keepends=True)[:-1])  # the last is that of the interruption
        least = 2 * len(before)
        self.assertEqual(
            self.ask("sbatch", "--array=1", self.folder / "out" / "study.sbatch").returncode, 0)
        self.wait_for("the run that goes on", lambda: len(series.read_text()) > least)
        self.assertTrue(series.read_text().startswith(before))


if __name__ == "__main__":
    unittest.main()
