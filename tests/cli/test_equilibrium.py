"""Rest relative to the load, and observers of equilibrium, of a flow and of chosen bodies."""

import csv
import unittest

from support import SCENE, CliTest, galet

OBSERVERS = """
[[observe]]
kind = "unbalanced"
[[observe]]
kind = "inertial-number"
[[observe]]
kind = "bodies"
ids = [11, 0]
every = 0.05
"""


def rows(folder, name):
    with open(folder / "observe" / f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


class EquilibriumTest(CliTest):
    def test_the_run_ends_when_forces_balance(self):
        text = SCENE.replace("end = 0.2", "end = 20") + "[stop]\nunbalanced = 1e-3\nlasting = 0.05\n" + OBSERVERS
        # What the default tolerance leaves open is a hundredth of the forces.
        folder, summary = self.run_scene("--set", "solver.tolerance=1e-6", text=text)
        self.assertEqual(summary["ended_by"], "unbalanced")
        self.assertLess(summary["time"] if "time" in summary else 0, 20)
        table = rows(folder, "unbalanced")
        key = next(k for k in table[-1] if k.startswith("unbalanced"))
        self.assertLess(float(table[-1][key]), 1e-3)
        # While the discs fall they have no contacts, or forces that move them.
        self.assertFalse(float(table[0][key]) < 1e-3)

    def test_chosen_bodies_have_a_row_each(self):
        folder, _ = self.run_scene(text=SCENE + OBSERVERS)
        table = rows(folder, "bodies")
        first = list(table[0])
        self.assertEqual([float(row[first[2]]) for row in table[:4]], [11, 0, 11, 0])
        self.assertEqual(len(table), 2 * 5)  # at 0, 0.05, …, 0.2 s
        # Both fall by g t²/2 at first, from where the lattice has them.
        y = next(k for k in first if k.startswith("position_y"))
        self.assertLess(float(table[2][y]), float(table[0][y]))

    def test_refusals(self):
        process = galet("check", self.scene(SCENE + '[[observe]]\nkind = "bodies"\nids = [3, 12]\n'))
        self.assertEqual(process.returncode, 2)
        self.assertIn("observe[0].ids[1]: no body has the number 12 at the start, where there are 12 bodies",
                      process.stderr)
        process = galet("check", self.scene(SCENE + "[stop]\nafter = 0.1\n"))
        self.assertIn("needs a condition: kinetic_energy, kinetic_energy_per_body, unbalanced or empty", process.stderr)


if __name__ == "__main__":
    unittest.main()
