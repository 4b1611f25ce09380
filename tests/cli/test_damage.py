"""Results that are not as they were written: said with file, dataset and row, exit code 3."""

import os
import unittest

import h5py
import numpy as np

from support import CliTest, galet

FRAME = "frames/000000"
TAKEN_UP = """\
title = "taken up"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "glass"
density = 2600
[[bodies]]
kind = "run"
folder = "out"
frame = 0
[[boundary]]
kind = "box"
low = [0, 0]
high = [0.6, 2]
[time]
step = 1e-3
end = 0.01
"""


def replace(file, name, values):
    del file[name]
    file[name] = values


def set_value(name, row, value):
    def change(file):
        file[f"{FRAME}/{name}"][row] = value
    return change


def cut(name, rows):
    def change(file):
        replace(file, f"{FRAME}/{name}", file[f"{FRAME}/{name}"][:rows])
    return change


def external_link(file):
    del file[f"{FRAME}/mass"]
    file[f"{FRAME}/mass"] = h5py.ExternalLink("elsewhere.h5", "/mass")


def virtual_dataset(file):
    layout = h5py.VirtualLayout(shape=(12,), dtype="f8")
    layout[:] = h5py.VirtualSource("elsewhere.h5", "/mass", shape=(12,))
    del file[f"{FRAME}/mass"]
    file.create_virtual_dataset(f"{FRAME}/mass", layout)


def external_storage(file):
    del file[f"{FRAME}/mass"]
    file.create_dataset(f"{FRAME}/mass", shape=(12,), dtype="f8",
                        external=[("/etc/passwd", 0, 96)])


def claimed(file):
    """Many values of which none is stored: 8 TB if they were believed."""
    del file[f"{FRAME}/mass"]
    file.create_dataset(f"{FRAME}/mass", shape=(10**12,), dtype="f8", chunks=(1024,))


def long_text(file):
    """A text of variable length, which the library reads through pointers in the file."""
    file.attrs["title"] = "variable"


DAMAGES = {
    "dimension": (lambda f: f.attrs.__setitem__("dimension", np.int64(0)),
                  "dimension: 0 is neither 2 nor 3"),
    "material": (set_value("material", 3, 2000000000), f"{FRAME}/material, row 3: 2000000000"),
    "velocity": (cut("velocity", 10), f"{FRAME}/velocity: has 20 values; expected 12 rows of 2"),
    "radius": (set_value("radius", 5, -0.05), f"{FRAME}/radius, row 5: -0.05 is not positive"),
    "mass": (set_value("mass", 0, -1.0), f"{FRAME}/mass, row 0"),
    "position": (set_value("position", 11, np.nan), f"{FRAME}/position, row 11: nan"),
    "id": (set_value("id", 4, 3), f"{FRAME}/id, row 4: 3 stands in row 3 already"),
    "text array": (lambda f: f.attrs.__setitem__("title", np.array([b"a", b"b"])),
                   "title: not one value"),
    "text": (long_text, "title: not a text of fixed length"),
    "link": (external_link, f"{FRAME}/mass: a link to another place"),
    "virtual": (virtual_dataset, f"{FRAME}/mass: its values are in another file"),
    "external": (external_storage, f"{FRAME}/mass: its values are in another file"),
    "claimed": (claimed, f"{FRAME}/mass: 1000000000000 values, but 0 bytes are stored"),
    "type": (lambda f: replace(f, f"{FRAME}/mass", np.array([b"x"] * 12)),
             f"{FRAME}/mass: not of floating-point numbers"),
    "missing": (lambda f: f.__delitem__(f"{FRAME}/boundaries"), f"{FRAME}/boundaries: missing"),
}


class DamageTest(CliTest):
    def setUp(self):
        super().setUp()
        self.results, _ = self.run_scene("--set", "time.end=0.02")
        self.segment = self.results / "trajectory" / "000000.h5"
        self.intact = self.segment.read_bytes()
        self.restart = self.scene(TAKEN_UP, "restart.toml")

    def readers(self):
        """Commands that read the first frame."""
        out = self.folder / "read"
        return [("export", self.results, "--csv", "--frame", "0", "-o", out),
                ("export", self.results, "--vtk", "--frame", "0", "-o", out),
                ("render", self.results, "--frame", "0", "-o", self.folder / "picture.svg"),
                ("report", self.results, "-o", out),
                ("view", self.results, "--export", self.folder / "page.html"),
                ("run", self.restart, "-o", self.folder / "again", "--overwrite")]

    def test_intact_results_are_read(self):
        for command in self.readers():
            process = galet(*command)
            self.assertEqual(process.returncode, 0, process.stderr)

    def test_every_reader_names_file_dataset_and_row(self):
        for name, (change, words) in DAMAGES.items():
            self.segment.write_bytes(self.intact)
            with h5py.File(self.segment, "r+") as file:
                change(file)
            for command in self.readers():
                with self.subTest(damage=name, command=command[0]):
                    process = galet(*command)
                    self.assertEqual(process.returncode, 3, process.stderr)
                    self.assertIn(f"{self.segment}: {words}", process.stderr)

    def test_info_reads_the_last_frame(self):
        with h5py.File(self.results / "trajectory" / "000001.h5", "r+") as file:
            file["frames/000002/radius"][7] = np.inf
        process = galet("info", self.results)
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn("frames/000002/radius, row 7: inf", process.stderr)

    def test_cut_and_garbled_segments(self):
        for content in (b"", self.intact[:1000], os.urandom(5000)):
            self.segment.write_bytes(content)
            process = galet("info", self.results)
            self.assertEqual(process.returncode, 3, process.stderr)
            self.assertIn(str(self.segment), process.stderr)

    def test_a_segment_in_the_middle_is_missed(self):
        self.run_scene(output="long")
        (self.folder / "long" / "trajectory" / "000001.h5").unlink()
        process = galet("info", self.folder / "long")
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn("000001.h5: missing", process.stderr)

    def test_garbled_summaries(self):
        summary = self.results / "summary.json"
        text = summary.read_text()
        for content in ("", text[:100], text.replace('"steps": 20', '"steps": 1e300'), "[" * 5000):
            summary.write_text(content)
            process = galet("info", self.results)
            self.assertEqual(process.returncode, 3, process.stderr)
            self.assertIn("summary.json", process.stderr)


if __name__ == "__main__":
    unittest.main()
