"""What is around the program: streams that are closed or full, signals, odd paths."""

import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from support import GALET, HANG, SCENE, CliTest, galet

# Many lines of warnings and progress would be lost if stderr failed the run.
LONG = SCENE.replace("end = 0.2", "end = 2000.0")


class StreamsTest(CliTest):
    def shell(self, line, **options):
        """The command line of a shell, $G being the program."""
        return subprocess.run(["bash", "-c", line], cwd=self.folder, text=True,
                              capture_output=True, env={**os.environ, "G": GALET}, timeout=HANG,
                              check=False, **options)

    def setUp(self):
        super().setUp()
        self.scene()

    def test_missing_streams_are_not_files_of_the_run(self):
        whole, _ = self.run_scene(output="whole")
        rows = (whole / "series.csv").read_text().splitlines()
        for name, closed in (("err", "2>&-"), ("out", ">&-"), ("all", "<&- >&- 2>&-")):
            process = self.shell(f"$G run scene.toml -o {name} {closed}")
            self.assertEqual(process.returncode, 0, process.stderr)
            lines = (self.folder / name / "series.csv").read_text().splitlines()
            self.assertEqual(len(lines), len(rows))
            self.assertEqual([line.split(",")[0] for line in lines],
                             [line.split(",")[0] for line in rows])

    def test_full_and_closed_streams_do_not_end_a_run(self):
        for line in ("$G run scene.toml -o {} >/dev/full", "$G run scene.toml -o {} 2>/dev/full",
                     "$G run scene.toml -o {} >/dev/full 2>/dev/full",
                     "set -o pipefail; $G run scene.toml -o {} 2>&1 | true",
                     "set -o pipefail; $G run scene.toml -o {} --set pair=[] 2>&1 | true"):
            output = f"out{len(list(self.folder.iterdir()))}"
            process = self.shell(line.format(output))
            self.assertEqual(process.returncode, 0, f"{line}: {process.stderr}")
            self.assertTrue((self.folder / output / "summary.json").exists())

    def test_a_log_at_its_limit_of_size_does_not_end_a_run(self):
        # Files of the run are below, the log is beyond the limit.
        (self.folder / "log").write_bytes(b"x" * (1 << 20))
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        process = self.shell("$G run scene.toml -o out >>log 2>>log", preexec_fn=limit)
        self.assertEqual(process.returncode, 0)
        self.assertTrue((self.folder / "out" / "summary.json").exists())

    def test_results_at_the_limit_of_size_are_an_error_with_a_message(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        process = self.shell("$G run scene.toml -o out", preexec_fn=limit)
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn("File too large", process.stderr)

    def test_commands_that_are_there_to_be_heard_say_when_they_are_not(self):
        self.run_scene()
        for command in ("list", "info out", "reference", "check scene.toml --resolved", "--help",
                        "--version"):
            process = self.shell(f"$G {command} >/dev/full")
            self.assertEqual(process.returncode, 3, command)
            self.assertIn("cannot write to standard output", process.stderr)
            process = self.shell(f"$G {command} >/dev/full 2>/dev/full")
            self.assertEqual(process.returncode, 3, command)

    def started(self, line):
        process = subprocess.Popen(["bash", "-c", line], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "G": GALET})
        self.addCleanup(lambda: process.poll() is None and process.kill())
        deadline = time.monotonic() + HANG
        while not (self.folder / "out" / "checkpoint.bin").exists():
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return process

    def test_a_signal_that_the_parent_ignores_is_ignored(self):
        self.scene(LONG)
        process = self.started("trap '' HUP; exec $G run scene.toml -o out")
        process.send_signal(signal.SIGHUP)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=0.5)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130)

    def test_two_signals_leave_a_checkpoint(self):
        self.scene(LONG)
        process = self.started("exec $G run scene.toml -o out")
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130)
        resumed = galet("resume", self.folder / "out", "--max-wall", "1e-9")
        self.assertEqual(resumed.returncode, 75, resumed.stderr)

    def test_odd_paths(self):
        odd = os.fsencode(self.folder) + b"/caf\xe9"  # not UTF-8
        process = subprocess.run([GALET, "run", self.folder / "scene.toml", "-o", odd],
                                 capture_output=True, timeout=HANG, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)
        for command in ([b"info", odd], [b"export", odd, b"--csv"],
                        [b"resume", odd, b"--until", b"0.21"]):
            process = subprocess.run([os.fsencode(GALET), *command], capture_output=True,
                                     timeout=HANG, check=False)
            self.assertEqual(process.returncode, 0, process.stderr)
        long = "x" * 300
        for command in (["run", self.folder / "scene.toml", "-o", self.folder / long],
                        ["info", long], ["export", long, "--csv"], ["resume", long],
                        ["run", long], ["check", long]):
            process = galet(*command)
            self.assertIn(process.returncode, (2, 3), process.stderr)
            self.assertNotIn("internal error", process.stderr)

    def test_folders_that_cannot_be_entered(self):
        self.run_scene(output="locked/out")
        (self.folder / "locked").chmod(0)
        self.addCleanup((self.folder / "locked").chmod, 0o700)
        # Root may enter everything.
        program = shutil.copy(GALET, self.folder / "galet")
        self.folder.chmod(0o755)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        for command in (["info", "locked/out"], ["export", "locked/out", "--csv"], ["resume", "locked/out"],
                        ["verify", "locked/out"], ["render", "locked/out", "-o", "picture.svg"],
                        ["view", "locked/out", "--export", "page.html"],
                        ["run", "scene.toml", "-o", "locked/new"],
                        ["run", "scene.toml", "-o", "locked/out", "--overwrite"]):
            process = subprocess.run([program, *command], cwd=self.folder, text=True, capture_output=True,
                                     timeout=HANG, check=False, **nobody)
            self.assertEqual(process.returncode, 3, f"{command}: {process.stderr}")
            self.assertIn("Permission denied", process.stderr)
            self.assertNotIn("internal error", process.stderr)

    def test_names_are_one_line(self):
        for key in ("material[0].name", "bodies[0].group", "boundary[0].name", "title"):
            process = galet("check", self.folder / "scene.toml", "--set", f'{key}="a\\nb"')
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn("must not contain line breaks", process.stderr)


if __name__ == "__main__":
    unittest.main()
