"""Checksums: `galet verify`, and what reading and continuing notice."""

import json
import random
import unittest

from support import SCENE, CliTest, galet

OBSERVED = SCENE + """
[[observe]]
kind = "energy"
every = 0.005
"""


def flip(path, place=None):
    """One bit of a file becomes another."""
    content = bytearray(path.read_bytes())
    place = len(content) // 2 if place is None else place
    content[place] ^= 4
    path.write_bytes(content)


class VerifyTest(CliTest):
    def interrupted(self):
        """A run that stopped after its first step, with rows and frames."""
        output = self.folder / "part"
        process = galet("run", self.scene(OBSERVED), "-o", output, "--set", "output.every=0.001",
                        "--max-wall", "1e-9")
        self.assertEqual(process.returncode, 75, process.stderr)
        return output

    def test_intact_unfinished_damaged(self):
        output, _ = self.run_scene(text=OBSERVED)
        process = galet("verify", output)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("intact;", process.stdout)
        process = galet("verify", self.interrupted())
        self.assertEqual(process.returncode, 1, process.stderr)
        self.assertIn("intact so far", process.stdout)
        self.assertEqual(galet("verify", self.folder / "absent").returncode, 2)

    def test_every_file_of_a_finished_run_is_looked_at(self):
        output, _ = self.run_scene(text=OBSERVED)
        files = [path for path in output.rglob("*")
                 if path.is_file() and not path.name.startswith("checkpoint")
                 and path.parent.name != "plots"]
        # scene, series, index, 6 segments, observers, their table, segments and index, summary,
        # picture, manifest
        self.assertGreaterEqual(len(files), 15)
        generator = random.Random(1)
        for path in files:
            whole = path.read_bytes()
            for change in ("flip", "cut", "longer", "missing"):
                if change == "flip":
                    flip(path, generator.randrange(len(whole)))
                elif change == "cut":
                    path.write_bytes(whole[:-1])
                elif change == "longer":
                    path.write_bytes(whole + b"\n")
                else:
                    path.unlink()
                process = galet("verify", output)
                # A byte more or less around the manifest's JSON, or a digit of its version, says
                # nothing else.
                if path.name != "manifest.json":
                    self.assertEqual(process.returncode, 3, f"{path} {change}")
                    self.assertIn(path.name, process.stderr)
                path.write_bytes(whole)
        self.assertEqual(galet("verify", output).returncode, 0)

    def test_damage_before_the_checkpoint_is_noticed_at_resume(self):
        output = self.interrupted()
        for path in [output / "series.csv", output / "observe" / "energy.csv"]:
            whole = path.read_bytes()
            for place in range(0, len(whole), max(1, len(whole) // 40)):
                # Rows after the checkpoint are dropped in any case.
                listed = json.loads((output / "manifest.json").read_text())["files"]
                flip(path, place % listed[str(path.relative_to(output))]["bytes"])
                process = galet("resume", output)
                self.assertEqual(process.returncode, 3, process.stderr)
                self.assertIn(f"{path.name}: has been changed", process.stderr)
                path.write_bytes(whole)
        for change in (lambda p: p.unlink(), lambda p: p.write_bytes(p.read_bytes()[:-1])):
            segment = output / "trajectory" / "000000.h5"
            whole = segment.read_bytes()
            change(segment)
            process = galet("resume", output)
            self.assertEqual(process.returncode, 3, process.stderr)
            self.assertIn("000000.h5", process.stderr)
            segment.write_bytes(whole)
        process = galet("resume", output)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(galet("verify", output).returncode, 0)

    def test_readers_notice_what_they_read(self):
        output, _ = self.run_scene()
        segments = sorted((output / "trajectory").glob("*.h5"))
        content = segments[-1].read_bytes()
        # The last number of positions, velocities, …: a value like any other.
        flip(segments[-1], content.rfind(b"\x3f") if b"\x3f" in content else None)
        process = galet("info", output)
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn(segments[-1].name, process.stderr)
        # Another segment is not read, and not complained about.
        process = galet("export", output, "--csv", "--frame", "0")
        self.assertEqual(process.returncode, 0, process.stderr)
        segments[-1].unlink()
        process = galet("info", output)
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn("missing", process.stderr)

    def test_commands_notice_what_they_read_and_nothing_else(self):
        output, _ = self.run_scene(text=OBSERVED)
        segments = sorted((output / "trajectory").glob("*.h5"))
        page = ("-o", self.folder / "page")
        picture = ("-o", self.folder / "picture.svg")
        commands = {
            "info": ("info", output),
            "plot": ("plot", output, *page),
            "compare": ("plot", output, "--compare", output, *page),
            "observed": ("plot", output, "--observer", "energy", "--xy", "time,kinetic", *picture),
            "report": ("report", output, *page),
            "render": ("render", output, "--frame", "0", *picture),
            "vtk": ("export", output, "--vtk", "--frame", "0", *page),
        }
        read = {
            output / "series.csv": {"plot", "compare", "report"},
            output / "observe" / "energy.csv": {"observed"},
            output / "observe" / "observers.json": {"observed"},
            output / "summary.json": {"info", "report"},
            output / "scene.toml": {"report", "render", "vtk"},
            segments[0]: {"report", "render", "vtk"},
            segments[-1]: {"info", "report"},
        }
        for path, readers in read.items():
            whole = path.read_bytes()
            for change in ("flip", "missing"):
                # In text, the last digit of a number; in a segment, of which all headers are
                # read, a number of a frame.
                if change == "flip":
                    flip(path, whole.rfind(b"\x3f") if path.suffix == ".h5"
                         else max(whole.rfind(b"%d" % d) for d in range(10)))
                elif path.suffix == ".h5":
                    continue
                else:
                    path.unlink()
                for name, command in commands.items():
                    what = f"{name} after {change} of {path.name}"
                    process = galet(*command)
                    self.assertEqual(process.returncode, 3 if name in readers else 0,
                                     f"{what}: {process.stderr}")
                    if name in readers:
                        self.assertIn(path.name, process.stderr, what)
                path.write_bytes(whole)
        self.assertEqual(galet("verify", output).returncode, 0)

    def test_plots_drawn_anew_are_no_damage(self):
        output, _ = self.run_scene()
        for again in (("--width", "400"), ("--compare", output), ("--format", "png")):
            self.assertEqual(galet("plot", output, *again).returncode, 0)
            process = galet("verify", output)
            self.assertEqual(process.returncode, 0, process.stderr)

    def test_an_extended_run_is_intact(self):
        output, _ = self.run_scene(text=OBSERVED)
        self.assertEqual(galet("resume", output, "--until", "0.25").returncode, 0)
        process = galet("verify", output)
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    unittest.main()
