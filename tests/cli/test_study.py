"""Parameter studies: galet study."""

import contextlib
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import time
import unittest

from support import GALET, HANG, SCENE, SOURCE, CliTest, galet

OBSERVED = SCENE + '[[observe]]\nkind = "wall-forces"\n'

STUDY = """\
title = "Box against friction"
scene = "scene.toml"
replicas = 2

[[parameter]]
kind = "list"
key = "pair[0].friction"
values = [0.1, 0.5]

[[figure]]
kind = "summary"
key = "energy.dissipated"

[[figure]]
kind = "observer"
name = "floor"
observer = "wall-forces"
column = "force_y"
reduce = "mean"
skip = 0.5
"""

# A shaken box, so that nothing comes to rest: some tenths of a second of computation or more, with checkpoints.
SHAKEN = SCENE.replace("end = 0.2", "end = 3.0").replace("every = 0.01", "every = 0.04").replace(
    'kind = "box"', 'kind = "box"\nmotion = {amplitude = [0, 0.02], frequency = 5}')
SHAKEN_STUDY = STUDY[:STUDY.index('[[figure]]\nkind = "observer"')]


class StudyTest(CliTest):
    def write(self, study=STUDY, scene=OBSERVED):
        self.scene(scene)
        path = self.folder / "study.toml"
        path.write_text(study)
        return path

    def study(self, *arguments, study=STUDY, scene=OBSERVED, output="out"):
        return galet("study", self.write(study, scene), "-o", self.folder / output, *arguments)

    def succeeds(self, *arguments, **options):
        process = self.study(*arguments, **options)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process

    def rows(self, output="out"):
        with open(self.folder / output / "table.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def summary(self, number, output="out"):
        return json.loads((self.folder / output / "runs" / number / "summary.json").read_text())

    def hashes(self, output="out"):
        return [self.summary(row["run"], output)["state_hash"] for row in self.rows(output)]

    # ---- What it gives ----

    def test_a_row_is_the_run_with_these_settings(self):
        self.succeeds("--jobs", "2")
        rows = self.rows()
        self.assertEqual([(row["friction"], row["replica"], row["seed"]) for row in rows],
                         [("0.1", "1", "1"), ("0.1", "2", "2"), ("0.5", "1", "1"), ("0.5", "2", "2")])
        self.assertEqual({row["state"] for row in rows}, {"done"})
        self.assertEqual(len(set(self.hashes())), 4)
        folder, summary = self.run_scene("--set", "pair[0].friction=0.5", "--set", "seed=2", text=OBSERVED,
                                         output="run")
        self.assertEqual(self.hashes()[3], summary["state_hash"])
        self.assertEqual(float(rows[3]["dissipated"]), summary["energy"]["dissipated"])
        # Rows after 0.1 s of 0.2 s.
        with open(folder / "observe" / "wall-forces.csv", newline="", encoding="utf-8") as file:
            forces = [float(row["force_y"]) for row in csv.DictReader(file) if float(row["time"]) > 0.1 - 1e-9]
        self.assertEqual(len(forces), 11)
        self.assertAlmostEqual(float(rows[3]["floor"]), sum(forces) / 11, delta=1e-9 * abs(sum(forces)))

    def test_page_plots_and_folders_of_runs(self):
        self.succeeds()
        out = self.folder / "out"
        page = (out / "study.md").read_text()
        self.assertIn("4 runs of `scene.toml`: 4 done, 0 failed", page)
        self.assertRegex(page, r"\| 0\.5 \| 2 of 2 \| \d+\.?\d* ± \d")
        for name in re.findall(r"!\[.*?\]\((.*?)\)", page):
            self.assertIn("<svg", (out / name).read_text()[:400])
        self.assertEqual((out / "study.html").read_text().count("data:image/svg+xml"), 2)
        for command in ("verify", "info"):
            self.assertEqual(galet(command, out / "runs" / "0003").returncode, 0)
        # The page again, as that of a run.
        (out / "study.html").unlink()
        self.assertEqual(galet("report", out).returncode, 0)
        self.assertTrue((out / "study.html").exists())

    def test_words_cases_formulas_and_samples(self):
        study = """\
title = "All kinds"
scene = "scene.toml"
samples = 2
[[parameter]]
kind = "words"
key = "scheme.normal"
values = ["gap", "velocity"]
[[parameter]]
kind = "cases"
name = "law"
case = [{name = "rough, dry", set = ["pair[0].friction=0.8", "time.step=5e-4"]}, {name = "plain"}]
[[parameter]]
kind = "latin-hypercube"
name = "g"
low = 5
high = 15
[[parameter]]
kind = "formula"
name = "down"
key = "gravity[1]"
formula = "-g"
[[figure]]
kind = "series"
column = "kinetic"
reduce = "max"
[[plot]]
x = "g"
y = "kinetic"
"""
        self.succeeds("--set", "time.end=0.05", study=study, scene=SCENE)
        rows = self.rows()
        self.assertEqual(len(rows), 8)
        self.assertEqual([row["law"] for row in rows[:4]], ["rough, dry"] * 2 + ["plain"] * 2)
        for row in rows:
            # Computed values have twelve digits.
            self.assertAlmostEqual(float(row["down"]), -float(row["g"]), delta=1e-11 * float(row["g"]))
            self.assertEqual(self.summary(row["run"])["steps"], 100 if row["law"] == "rough, dry" else 50)
        self.assertEqual(sorted(float(row["g"]) > 10 for row in rows[:2]), [False, True])
        self.assertTrue((self.folder / "out" / "plots" / "kinetic-over-g.svg").exists())

    def test_reference_page_is_up_to_date(self):
        printed = galet("reference", "--study").stdout
        self.assertEqual(printed, (SOURCE / "docs" / "study-reference.md").read_text(encoding="utf-8"))

    # ---- What is missing is run, and nothing else ----

    def written(self):
        return {path: path.stat().st_mtime_ns for path in (self.folder / "out" / "runs").glob("*/summary.json")}

    def test_again_runs_nothing(self):
        self.succeeds()
        before = self.written()
        self.succeeds()
        self.assertEqual(self.written(), before)
        process = galet("study", self.folder / "out")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(self.written(), before)

    def test_more_points_keep_the_runs_that_are_there(self):
        self.succeeds()
        before = self.written()
        wider = STUDY.replace("[0.1, 0.5]", "[0.05, 0.5]").replace("replicas = 2", "replicas = 3")
        process = self.succeeds(study=wider)
        self.assertIn("2 runs of earlier versions", process.stdout)
        self.assertEqual([row["run"] for row in self.rows()], ["0005", "0006", "0007", "0003", "0004", "0008"])
        now = self.written()
        self.assertEqual({path: now[path] for path in before}, before)
        # And back: what there was has not been lost.
        self.succeeds()
        self.assertEqual([row["run"] for row in self.rows()], ["0001", "0002", "0003", "0004"])
        self.assertEqual(self.written(), now)

    def test_another_scene_is_other_runs_and_another_figure_is_none(self):
        self.succeeds()
        before = self.written()
        self.succeeds(study=STUDY.replace('"energy.dissipated"', '"penetration.max"'))
        self.assertIn("max", self.rows()[0])
        self.assertEqual(self.written(), before)
        self.assertFalse((self.folder / "out" / "plots" / "dissipated-over-friction.svg").exists())
        self.succeeds(scene=OBSERVED.replace("density = 2600", "density = 2601"))
        self.assertEqual([row["run"] for row in self.rows()], ["0005", "0006", "0007", "0008"])

    # ---- Failures ----

    def test_failed_runs_are_told_with_the_reason(self):
        study = SHAKEN_STUDY.replace("replicas = 2\n", "").replace('key = "pair[0].friction"', 'name = "g"\nkey = "gravity[1]"')
        study = study.replace("[0.1, 0.5]", "[-1e300, -9.81]")
        process = self.study(study=study, scene=SCENE)
        self.assertEqual(process.returncode, 1, process.stderr)
        self.assertIn("run 0001 failed: the computation broke down", process.stderr)
        broken, fine = self.rows()
        self.assertEqual((broken["state"], broken["dissipated"], fine["state"]), ("failed", "", "done"))
        self.assertIn("broke down", broken["reason"])
        page = (self.folder / "out" / "study.md").read_text()
        self.assertIn("1 done, 1 failed", page)
        self.assertRegex(page, r"## Failed runs\n\n.*\n.*\n\| 0001 \| g = -1e\+300, seed 1 \| the computation broke down")
        # It would break down again: only --retry tries.
        diagnosis = self.folder / "out" / "runs" / "0001" / "diagnosis.json"
        before = diagnosis.stat().st_mtime_ns
        self.assertEqual(self.study(study=study, scene=SCENE).returncode, 1)
        self.assertEqual(diagnosis.stat().st_mtime_ns, before)
        self.assertEqual(galet("study", self.folder / "out", "--retry").returncode, 1)
        self.assertNotEqual(diagnosis.stat().st_mtime_ns, before)

    def test_damage_and_strangers_are_failures(self):
        self.succeeds()
        runs = self.folder / "out" / "runs"
        with open(runs / "0001" / "observe" / "wall-forces.csv", "a", encoding="utf-8") as file:
            file.write("1,2,3\n")
        (runs / "0002").rename(runs / "old")
        (runs / "0003").rename(runs / "0002")
        process = galet("study", self.folder / "out", "--collect")
        self.assertEqual(process.returncode, 1)
        states = [(row["state"], row["reason"]) for row in self.rows()]
        self.assertEqual([state for state, _ in states], ["failed", "failed", "waiting", "done"])
        self.assertIn("wall-forces.csv", states[0][1])
        self.assertIn("another scene", states[1][1])
        self.assertIn("1 not begun", (self.folder / "out" / "study.md").read_text())

    def refused(self, study, *words, scene=OBSERVED):
        process = self.study(study=study, scene=scene)
        self.assertEqual(process.returncode, 2, process.stderr)
        for word in words:
            self.assertIn(word, process.stderr)
        self.assertFalse((self.folder / "out").exists(), "nothing is written for bad input")

    def test_bad_input_is_refused_with_its_place(self):
        self.refused(STUDY.replace("friction\"", "frictoin\""), "study.toml:5:1: parameter[0]",
                     'did you mean "friction"')
        self.refused(STUDY.replace("[0.1, 0.5]", "[0.1, -1]"), "study.toml:5:1", "must be at least 0, got -1")
        self.refused(STUDY.replace("dissipated", "disipated"), "study.toml:12:1: figure[0].key",
                     'did you mean "energy.dissipated"')
        self.refused(STUDY.replace('"wall-forces"', '"walls"'), "study.toml:17:1", 'no observer "walls"')
        self.refused(STUDY.replace('"force_y"', '"force_z"'), "study.toml:18:1", 'did you mean "force_x"')
        self.refused(STUDY.replace("replicas", "replica"), "study.toml:3:1: replica", 'did you mean "replicas"')
        self.refused(STUDY.replace("replicas = 2", "replicas = 0"), "study.toml:3:1: replicas", "between 1 and")
        self.refused(STUDY.replace("replicas = 2", "samples = 3"), "study.toml:3:1: samples", "latin-hypercube")
        self.refused(STUDY.replace("scene.toml", "scnee.toml"), "study.toml:2:1: scene", "no such scene")
        self.refused(STUDY + '[[plot]]\nx = "friction"\ny = "angle"\n', "plot[0].y", "dissipated")
        self.refused(STUDY.replace("replicas = 2", 'set = ["time.stepp=1"]'), "study.toml:3:1: set", "stepp")
        self.refused(STUDY.replace("replicas = 2", 'replicas = 2\nseed_keys = ["time.end"]\nseed = 0'), "seed_keys",
                     "must be positive")
        # A key that a later one sets again leaves nothing to vary.
        self.refused(STUDY + '[[parameter]]\nkind = "list"\nname = "same"\nkey = "pair[0].friction"\nvalues = 0.3\n',
                     "is the same scene as")

    # ---- Whose folder it is ----

    def test_nothing_else_takes_the_folder_of_a_study(self):
        self.succeeds()
        out = self.folder / "out"
        before = sorted(path for path in out.rglob("*"))
        for command in (["run", self.folder / "scene.toml", "-o", out], ["resume", out]):
            for more in ([], ["--overwrite"] if command[0] == "run" else []):
                process = galet(*command, *more)
                self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("parameter study", galet("run", self.folder / "scene.toml", "-o", out, "--overwrite").stderr)
        self.assertEqual(sorted(path for path in out.rglob("*")), before)

    def test_a_study_takes_no_other_folder(self):
        self.run_scene(text=OBSERVED)
        process = self.study()
        self.assertEqual(process.returncode, 2)
        self.assertIn("neither empty nor the folder of a study", process.stderr)
        for arguments in (["--collect"], []):
            process = galet("study", self.folder / "out", *arguments)
            self.assertEqual(process.returncode, 2)
            self.assertIn("is not the folder of a study", process.stderr)

    # ---- Kills and interruptions ----

    def start(self, study=SHAKEN_STUDY):
        """A study that is going, with a run in it that has written a part of its trajectory; or one that was done before
        the test got to look.
        """
        self.write(study, SHAKEN)
        process = subprocess.Popen([GALET, "study", self.folder / "study.toml", "-o", self.folder / "out", "--quiet",
                                    "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + HANG
        while process.poll() is None and not list((self.folder / "out").glob("runs/*/trajectory/000001.h5")):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        return process

    def caught(self, interrupt, returncode):
        """What a study said that `interrupt` came in time for; where it was done before, it is begun anew."""
        for _ in range(50):
            process = self.start()
            in_time = interrupt(process)
            _, errors = process.communicate(timeout=HANG)
            if in_time and process.returncode == returncode:
                return errors
            self.assertEqual(process.returncode, 0, errors)
            shutil.rmtree(self.folder / "out")
        return self.fail("every study was done too early")

    def children(self, process):
        """The processes of runs, by the files of the system."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == process.pid and fields[0] != "Z":
                found.append(int(entry.name))
        return found

    def same_as_without_a_break(self):
        process = galet("study", self.folder / "out", "--jobs", "2")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual({row["state"] for row in self.rows()}, {"done"})
        self.succeeds("--jobs", "2", study=SHAKEN_STUDY, scene=SHAKEN, output="whole")
        self.assertEqual(self.hashes(), self.hashes("whole"))
        self.assertEqual((self.folder / "out" / "table.csv").read_text(),
                         (self.folder / "whole" / "table.csv").read_text())

    def test_a_study_that_is_killed_goes_on(self):
        children = []

        def kill(process):
            children[:] = self.children(process)
            process.kill()
            return True

        self.caught(kill, -signal.SIGKILL)
        # Its runs end by themselves, and nobody has to wait for it.
        process = galet("study", self.folder / "out", "--collect")
        self.assertIn(process.returncode, (0, 1), process.stderr)
        self.assertEqual({row["state"] for row in self.rows()} - {"done", "unfinished", "waiting"}, set())
        deadline = time.monotonic() + HANG
        while any(pathlib.Path(f"/proc/{child}").exists() for child in children):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.same_as_without_a_break()

    def test_ctrl_c_stops_all_runs_with_a_checkpoint(self):
        def press(process):
            process.send_signal(signal.SIGINT)
            return True

        errors = self.caught(press, 130)
        self.assertIn("to continue: galet study", errors)
        self.assertEqual({row["state"] for row in self.rows()} - {"done", "unfinished", "waiting"}, set())
        self.same_as_without_a_break()

    def test_a_run_that_is_killed_goes_on(self):
        def kill_a_run(process):
            for victim in self.children(process):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
                    return True
            return False

        self.caught(kill_a_run, 0)
        self.same_as_without_a_break()

    def test_a_run_that_is_killed_again_and_again_is_a_failure(self):
        # A second of CPU time for each attempt, of a run that takes longer than three.
        study = SHAKEN_STUDY.replace("replicas = 2", 'set = ["time.end=1e5"]').replace("[0.1, 0.5]", "[0.1]")
        self.write(study, SHAKEN)
        limited = ["bash", "-c", 'ulimit -t 1; exec "$@"', "bash", GALET, "study", self.folder / "study.toml", "-o",
                   self.folder / "out", "--quiet"]
        process = subprocess.run(limited, capture_output=True, text=True, timeout=HANG, check=False)
        self.assertEqual(process.returncode, 1, process.stderr)
        self.assertIn("failed: killed by signal", process.stderr)
        self.assertEqual([row["state"] for row in self.rows()], ["failed"])

    def test_two_at_once_are_refused(self):
        process = self.start(SHAKEN_STUDY.replace("replicas = 2", 'set = ["time.end=1e5"]'))
        second = galet("study", self.folder / "out")
        self.assertEqual(second.returncode, 3)
        self.assertIn("another process is working on the study", second.stderr)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130)

    # ---- Elsewhere ----

    def environment(self, **variables):
        return {**os.environ, **variables}

    def test_tasks_of_slurm(self):
        """What Slurm does with the script, without it: one process for each index, with its variables."""
        self.succeeds("--slurm", "--threads", "2")
        self.assertFalse((self.folder / "out" / "runs").exists())
        script = self.folder / "out" / "study.sbatch"
        text = script.read_text()
        options = dict(re.findall(r"^#SBATCH --([\w-]+)=(.*)$", text, re.M))
        self.assertEqual((options["array"], options["cpus-per-task"]), ("1-4", "2"))
        self.assertLess(text.rindex("#SBATCH"), text.index("\nexec"))
        tasks = [subprocess.Popen(["sh", script], cwd="/", stderr=subprocess.PIPE,
                                  env=self.environment(SLURM_ARRAY_TASK_ID=str(k), SLURM_CPUS_PER_TASK="1"))
                 for k in (1, 2, 4)]
        for task in tasks:
            _, errors = task.communicate(timeout=HANG)
            self.assertEqual(task.returncode, 0, errors)
        process = galet("study", self.folder / "out", "--collect")
        self.assertEqual(process.returncode, 1)
        self.assertIn("3 done, 0 failed, 0 unfinished, 1 not begun", process.stdout)
        # The script of what is still missing.
        self.assertEqual(galet("study", self.folder / "out", "--slurm").returncode, 0)
        self.assertIn("--array=3\n", script.read_text())
        self.succeeds(output="local")
        galet("study", self.folder / "out")
        self.assertEqual((self.folder / "out" / "table.csv").read_text(),
                         (self.folder / "local" / "table.csv").read_text())

    def test_a_task_that_is_told_to_stop_goes_on_when_it_is_submitted_again(self):
        self.succeeds("--slurm", study=SHAKEN_STUDY, scene=SHAKEN)
        out = self.folder / "out"
        task = subprocess.Popen(["sh", out / "study.sbatch"], stderr=subprocess.PIPE,
                                env=self.environment(SLURM_ARRAY_TASK_ID="2"))
        deadline = time.monotonic() + HANG
        while not (out / "runs" / "0002" / "trajectory" / "000001.h5").exists():
            self.assertIsNone(task.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        task.send_signal(signal.SIGTERM)  # --signal=B:TERM@60
        task.communicate(timeout=HANG)
        self.assertEqual(task.returncode, 130)
        self.assertTrue(self.summary("0002")["interrupted"])
        self.same_as_without_a_break()

    def test_gnu_parallel(self):
        """By the program where it is installed, else by its rules: a command for each line, quoted with --quote."""
        spaced = "a 'b' c"
        self.succeeds("--parallel", output=spaced)
        commands = self.folder / "path"
        commands.mkdir()
        stub = commands / "parallel"
        stub.write_text("""#!/usr/bin/env python3
import subprocess, sys
words = sys.argv[1:]
assert words[:3] == ["--quote", "--jobs", "2"], words
for line in sys.stdin.read().split():
    subprocess.run([word.replace("{}", line) for word in words[3:]], check=True)
""")
        stub.chmod(stub.stat().st_mode | stat.S_IXUSR)
        path = f"{os.environ['PATH']}:{commands}"
        process = subprocess.run(["sh", self.folder / spaced / "parallel.sh", "--jobs", "2"], text=True, timeout=HANG,
                                 env=self.environment(PATH=path), capture_output=True, check=False, cwd="/")
        self.assertEqual(process.returncode, 0, process.stderr)
        process = galet("study", self.folder / spaced, "--collect")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(len(self.rows(spaced)), 4)


if __name__ == "__main__":
    unittest.main()
