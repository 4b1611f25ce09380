"""Every command and snippet of README.md, docs/tutorial.md and docs/studies.md, run in order as a reader would.

A comment on the line before a block says what becomes of it:

    <!-- file: my/box.toml -->                     is added to the end of that file
    <!-- file: my/box.toml, defaults -->           the same, and the scene does not change by it
    <!-- file: my/gate.toml = my/box.toml -->      is added to a copy of the other file …
    <!-- file: … = … with open = ["y+"] -->        … in which the line of that key is replaced
    <!-- needs: matplotlib -->                     is run only where Python has this module
    <!-- needs: root -->                           is not run: it installs packages

Every scene that comes about is checked without a warning and run for a few steps.
"""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

from support import GALET, HANG, SCENE, SOURCE, CliTest, galet

BLOCK = re.compile(r"(?:<!-- (?P<mark>[^\n]*) -->\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.S | re.M)
PROGRAM = "build/release/bin/galet"


class Page:
    """A Markdown file, followed in a folder that looks like the repository."""

    def __init__(self, test, path, folder):
        self.test = test
        self.text = path.read_text()
        self.folder = folder
        self.scenes = []
        (folder / PROGRAM).parent.mkdir(parents=True)
        (folder / PROGRAM).symlink_to(GALET)
        for name in ("scenes", "examples"):
            (folder / name).symlink_to(SOURCE / name)
        # `python3` of a page is the one of the tests, which has the packages, whichever comes first in the path.
        (folder / "path").mkdir()
        (folder / "path" / "python3").symlink_to(sys.executable)
        self.environment = {**os.environ, "PATH": f"{folder}/path:{os.environ['PATH']}", "MPLBACKEND": "Agg"}

    def follow(self):
        """The blocks one after the other; how many were run."""
        count = 0
        for block in BLOCK.finditer(self.text):
            with self.test.subTest(line=self.text[:block.start("kind")].count("\n") + 1):
                count += self.do(block["mark"] or "", block["kind"], block["text"])
        return count

    def do(self, mark, kind, text):
        need = re.fullmatch(r"needs: (\w+)", mark)
        if need and (need[1] == "root" or importlib.util.find_spec(need[1]) is None):
            return 0
        if kind == "toml":
            self.write(mark, text)
        elif kind == "sh":
            self.run(["bash", "-ec", text])
        else:
            self.test.assertEqual(kind, "python", "what should become of this block?")
            self.run([sys.executable, "-c", text])
        return 1

    def run(self, command):
        process = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, check=False, timeout=HANG,
                                 env=self.environment)
        self.test.assertEqual(process.returncode, 0, f"{command}\n{process.stderr}")
        return process

    def write(self, mark, text):
        name, defaults, base, override = re.fullmatch(
            r"file: ([\w./-]+)(, defaults)?(?: = ([\w./-]+))?(?: with (.*))?", mark).groups()
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        before = ""
        if base:
            before = (self.folder / base).read_text()
        elif path.exists():
            before = path.read_text() + "\n"
        if override:
            line = re.compile(rf"^{override.split()[0]} = .*$", re.M)
            self.test.assertEqual(len(line.findall(before)), 1, override)
            before = line.sub(override, before)
        resolved = self.resolved(path) if defaults else None
        path.write_text(before + text)
        if defaults:
            self.test.assertEqual(self.resolved(path), resolved, "these are not the defaults")
        if path not in self.scenes and "[[parameter]]" not in text:  # of a study
            self.scenes.append(path)

    def resolved(self, path):
        return self.run([PROGRAM, "check", str(path), "--resolved"]).stdout

    def try_scenes(self):
        for path in self.scenes:
            with self.test.subTest(scene=path.name):
                checked = self.run([PROGRAM, "check", str(path), "--strict"])
                self.test.assertNotIn("warning", checked.stderr)
                self.run([PROGRAM, "run", str(path), "-o", f"tried/{path.stem}", "--set", "time.end=0.02"])


class TutorialTest(CliTest):
    def test_it_can_be_followed(self):
        page = Page(self, SOURCE / "docs" / "tutorial.md", self.folder)
        self.assertGreater(page.follow(), 20)
        page.try_scenes()
        for command in re.findall(rf"`({PROGRAM} [^`]*)`", page.text):
            with self.subTest(command=command):
                page.run(["bash", "-ec", command])

    def test_the_figures_of_the_incline(self):
        page = Page(self, SOURCE / "docs" / "tutorial.md", self.folder)
        for block in BLOCK.finditer(page.text):
            if (block["mark"] or "").startswith("file: my/incline.toml"):
                page.do(block["mark"], block["kind"], block["text"])
        folder = self.folder / "out"
        process = galet("run", self.folder / "my/incline.toml", "-o", folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        energy = json.loads((folder / "summary.json").read_text())["energy"]
        told = {name: float(value.replace("−", "-")) for name, value in re.findall(
            r"`(kinetic_last|correction)` is (−?[0-9.]+[0-9])", page.text)}
        self.assertEqual(set(told), {"kinetic_last", "correction"})
        for name, value in told.items():
            self.assertAlmostEqual(energy[name], value, delta=0.5e-4)
        lost = energy["potential_last"] - energy["potential_first"]
        self.assertIn(f"{lost:.4f}".replace("-", "−"), page.text)

    def test_converge_prints_an_order(self):
        command = re.search(rf"{PROGRAM} (converge .*)", (SOURCE / "docs" / "tutorial.md").read_text())[1]
        process = galet(*command.split(), cwd=self.folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        orders = re.search(r"all rows +([0-9.]+)", process.stdout)
        self.assertIsNotNone(orders, process.stdout)
        self.assertAlmostEqual(float(orders[1]), 1.0, delta=0.05)


class StudiesTest(CliTest):
    def test_they_can_be_followed(self):
        page = Page(self, SOURCE / "docs" / "studies.md", self.folder)
        (self.folder / "my").mkdir()
        (self.folder / "my" / "box.toml").write_text(SCENE)
        self.assertGreater(page.follow(), 3)
        with open(self.folder / "results/cluster/table.csv", encoding="utf-8") as file:
            states = [line.split(",")[1] for line in file.read().splitlines()]
        self.assertEqual(states, ["state", "done", "done", "waiting", "waiting", "waiting", "waiting"])


class ReadmeTest(CliTest):
    # What the words in capitals of the table stand for.
    THREE_LAWS = "gallery/three-laws"
    STUDY = f"""\
title = "Three laws, shortly"
scene = "{THREE_LAWS}"
set = ["time.end=0.02"]
figure = [{{kind = "summary", key = "energy.dissipated"}}]
"""
    PLACEHOLDERS = {"SCENE": THREE_LAWS, "DIR": "results/first", "FILE": "sweep/play-operator",
                    "ID": "abide-2021/6.1-conveyor", "[--json]": "--json", ",…": ",2.5e-3"}
    SHORTER = {"run": "time.end=0.02", "compare": "time.end=0.02", "converge": "time.end=0.02"}

    def test_snippets(self):
        page = Page(self, SOURCE / "README.md", self.folder)
        self.assertGreater(page.follow(), 0)
        page.try_scenes()

    def test_commands_of_the_table(self):
        text = (SOURCE / "README.md").read_text()
        commands = re.findall(r"`(galet [^`]*)`", text[text.index("| command |"):text.index("## Schemes")])
        names = {command.split()[1] for command in commands}
        self.assertLessEqual({"run", "check", "list", "info", "resume", "export", "compare", "converge", "sweep",
                              "reproduce"}, names)
        commands = [c for c in commands if c.split()[1:] not in (["run"], ["reproduce"])]
        # Those that serve until they are stopped have tests of their own, in tests/viewer.
        commands = [c for c in commands if not c.startswith("galet view") or "--export" in c]
        for command in commands:
            words = command
            for placeholder, value in self.PLACEHOLDERS.items():
                words = words.replace(placeholder, value)
            words = words.split()[1:]
            if words[0] == "study":
                (self.folder / "study.toml").write_text(self.STUDY)
                words[1:4] = ["study.toml", "-o", "results/study"]
            if words[0] in self.SHORTER:
                words += ["--set", self.SHORTER[words[0]]]
            if words[0] == "sweep":
                words += ["--overwrite"]
            with self.subTest(command=command):
                process = galet(*words, cwd=self.folder)
                if words[0] == "resume":  # of a run that has ended
                    self.assertIn("the run has ended", process.stderr)
                else:
                    self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    assert pathlib.Path(os.environ["GALET_SOURCE"]).is_dir()
    unittest.main()
