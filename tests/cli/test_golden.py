"""States that short runs end in, bit by bit, whatever the processor: tests/regression/golden.csv.

The scenes use only what is the same on every x86-64 processor. That leaves out

- batched sweeps (`solver.batches`), which use fused multiply-add where the processor has it; here plain sweeps, and
  the scheme "dem";
- the functions of libm that are chosen by the processor and not correctly rounded: sin and cos of boundaries that oscillate or turn
  (in 3D by more than 0.2 rad), pow of the compliances, hence the scheme "newmark". sqrt is exact by IEEE 754;
- libraries of linear algebra (SuperLU and its BLAS).

A scene qualifies if its state stays the same when those functions of libm err by one unit in the last place more than they do (by a
library that is loaded before libm), and with GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA.

A change of results on purpose: regenerate with

    GALET=build/release/bin/galet GALET_SOURCE=. python3 tests/cli/test_golden.py --regenerate

and say so in CHANGELOG.md. A scene is added with any hash.
"""

import csv
import json
import os
import pathlib
import sys
import tempfile
import unittest

from support import SOURCE, CliTest, galet

GOLDEN = SOURCE / "tests" / "regression" / "golden.csv"
SCENES = SOURCE / "scenes"


def golden():
    with open(GOLDEN, newline="") as file:
        return list(csv.DictReader(file))


def summary_of(row, folder, environment=None):
    """Of the run; settings are separated by semicolons."""
    arguments = [word for setting in row["settings"].split(";") for word in ("--set", setting.strip())]
    process = galet("run", SCENES / f"{row['scene']}.toml", "-o", folder, "--overwrite", "--quiet", "--threads", 1,
                    *arguments, environment=environment)
    if process.returncode != 0:
        raise AssertionError(process.stderr)
    return json.loads((folder / "summary.json").read_text())


class GoldenTest(CliTest):
    def test_states_are_the_stored_ones(self):
        self.assertGreaterEqual(len(golden()), 10)
        for row in golden():
            with self.subTest(scene=row["scene"], settings=row["settings"]):
                summary = summary_of(row, self.folder / "run")
                self.assertGreater(summary["contacts"]["max"], 0)
                self.assertEqual(summary["state_hash"], row["hash"])

    def test_states_do_not_depend_on_what_libm_uses_of_the_processor(self):
        environment = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA"}
        for row in golden():
            with self.subTest(scene=row["scene"], settings=row["settings"]):
                summary = summary_of(row, self.folder / "run", environment)
                self.assertEqual(summary["state_hash"], row["hash"])


def regenerate():
    rows = golden()
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            row["hash"] = summary_of(row, pathlib.Path(folder) / "run")["state_hash"]
    with open(GOLDEN, "w", newline="") as file:
        writer = csv.DictWriter(file, ["scene", "settings", "hash"], lineterminator=os.linesep)
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    if "--regenerate" in sys.argv:
        regenerate()
    else:
        unittest.main()
