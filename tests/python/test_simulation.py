"""Runs driven from Python: the bits of the program, arrays over its memory, callbacks."""

import gc
import os
import signal
import threading
import tomllib
import unittest

import numpy as np
from support import BOX, SCHEMES, PythonTest, free_ball, galet

from galet import GAP, SLIP, STICK, InputError, NumericalError, Scene, Simulation, SystemFailure
from galet import open as open_run
from galet import run


def box(scheme="moreau-jean", **changes):
    scene = Scene.parse(BOX)
    needs = SCHEMES[scheme]
    if "scheme" in needs:
        scene["scheme"] = needs["scheme"]
    scene["pair"][0].update(needs.get("pair", {}))
    if "desire" in needs:
        scene["desire"] = needs["desire"]
        scene["boundary"] = [{"kind": "box", "low": [0, 0], "high": [0.6, 2], "name": "box"}]
        del scene["gravity"]
    scene["time"]["step"] = needs.get("step", 1e-3)
    scene.update(changes)
    return scene


def falling_crowd():
    """So many bodies that they are put into another order now and then; they touch nothing."""
    scene = free_ball(gravity=[0, -9.81], time={"step": 1e-4, "end": 0.1})
    lattice = {"kind": "lattice", "origin": [0, 0], "pitch": 1, "count": [70, 70], "radius": 0.3, "jitter": 0.2}
    scene["bodies"] = [lattice]
    return scene


def fed():
    """A new body every tenth of a second, and none is taken out."""
    scene = free_ball(gravity=[0, -1.0])
    scene["feed"] = [
        {"material": "m", "radius": 0.1, "rate": 10, "region": {"low": [5, 0], "high": [9, 9]}}
    ]
    return scene


class SameBits(PythonTest):
    def test_every_scheme_has_the_bits_of_the_program(self):
        for scheme in SCHEMES:
            with self.subTest(scheme=scheme):
                scene = box(scheme)
                scene.save(self.folder / "scene.toml")
                expected = open_run(self.run_program(self.folder / "scene.toml", "--overwrite")).summary["state_hash"]
                whole = Simulation(scene, threads=1)
                self.assertEqual(whole.run(), "time")
                self.assertEqual(whole.state.hash(), expected)
                # Step by step, with arrays in the way, in two threads.
                looked_at = Simulation(scene, threads=2)
                arrays = [looked_at.bodies.position, looked_at.bodies.velocity, looked_at.bodies.spin]
                for _ in range(whole.step_number):
                    looked_at.step()
                self.assertEqual(looked_at.state.hash(), expected)
                self.assertTrue(all(len(array) == 12 for array in arrays))

    def test_a_state_can_be_left_and_gone_back_to(self):
        for scheme in SCHEMES:
            with self.subTest(scheme=scheme):
                simulation = Simulation(box(scheme), threads=1)
                simulation.step(70)
                kept = simulation.state.copy()
                simulation.step(60)
                later = simulation.state.hash()
                self.assertNotEqual(later, kept.hash())
                simulation.state = kept
                self.assertEqual((simulation.step_number, simulation.state.hash()), (70, kept.hash()))
                simulation.step(60)
                self.assertEqual(simulation.state.hash(), later)
                other = Simulation(box(scheme), threads=2)
                other.state = kept
                other.step(60)
                self.assertEqual(other.state.hash(), later)

    def test_a_state_of_another_scene_is_refused(self):
        kept = Simulation(box(), threads=1).state.copy()
        other = Simulation(box(bodies=[{"kind": "list", "position": [[0.3, 0.3]], "radius": 0.1}]), threads=1)
        with self.assertRaisesRegex(SystemFailure, "no longer gives the bodies"):
            other.state = kept

    def test_stop_conditions_end_a_run_as_in_the_program(self):
        scene = box(stop={"kinetic_energy": 1e-3, "lasting": 0.01})
        scene["time"]["end"] = 5.0
        scene.save(self.folder / "scene.toml")
        summary = open_run(self.run_program(self.folder / "scene.toml")).summary
        simulation = Simulation(scene, threads=1)
        self.assertEqual(simulation.run(), "kinetic_energy")
        self.assertEqual((simulation.step_number, simulation.state.hash()), (summary["steps"], summary["state_hash"]))


class Files(PythonTest):
    def test_a_run_with_files_leaves_what_the_program_leaves(self):
        file = self.file(BOX + '[[observe]]\nkind = "wall-forces"\nname = "walls"\n')
        theirs = open_run(self.run_program(file))
        ours = run(Scene.load(file), self.folder / "ours", threads=2)
        self.assertEqual(ours.summary["state_hash"], theirs.summary["state_hash"])
        self.assertEqual(galet("verify", ours.folder).returncode, 0)
        self.assertEqual(len(ours.frames), len(theirs.frames))
        for mine, other in zip(ours.frames, theirs.frames):
            np.testing.assert_array_equal(mine.position, other.position)
            np.testing.assert_array_equal(mine.contacts.impulse, other.contacts.impulse)
        for name in ours.series.dtype.names:
            if not name.startswith("seconds"):
                np.testing.assert_array_equal(ours.series[name], theirs.series[name])
        np.testing.assert_array_equal(ours.observers["walls"], theirs.observers["walls"])

    def test_observers_have_the_rows_of_the_files(self):
        observer = '[[observe]]\nkind = "stress"\nname = "s"\nevery = 0.02\n'
        file = self.file(BOX.replace("end = 0.2", "end = 0.205") + observer)
        theirs = open_run(self.run_program(file)).observers["s"]
        simulation = Simulation(Scene.load(file), threads=1)
        simulation.run()
        self.assertEqual(list(simulation.observers), ["s"])
        self.assertEqual(simulation.observers["s"].units, theirs.units)
        for name in theirs.dtype.names:
            np.testing.assert_array_equal(simulation.observers["s"][name], theirs[name])
        # To look does not change what is seen later.
        self.assertEqual(len(simulation.observers["s"]), len(theirs))

    def test_a_callback_ends_a_run_with_files_and_the_program_goes_on_with_it(self):
        expected = open_run(self.run_program(self.file())).summary["state_hash"]
        simulation = Simulation(Scene.parse(BOX), threads=1)
        results = simulation.run(output=self.folder / "cut", after=lambda s: s.step_number == 77)
        self.assertEqual((results.summary["steps"], results.summary["ended_by"]), (77, "interruption"))
        self.assertEqual(galet("resume", self.folder / "cut", "--quiet").returncode, 0)
        self.assertEqual(results.summary["state_hash"], expected)

    def test_results_are_not_overwritten_unasked(self):
        run(Scene.parse(BOX), self.folder / "out")
        with self.assertRaisesRegex(InputError, "already contains results"):
            run(Scene.parse(BOX), self.folder / "out")
        run(Scene.parse(BOX), self.folder / "out", overwrite=True)
        late = Simulation(Scene.parse(BOX))
        late.step()
        with self.assertRaisesRegex(ValueError, "from the first step on"):
            late.run(output=self.folder / "late")


class Arrays(PythonTest):
    def test_arrays_are_the_memory_of_the_simulation(self):
        simulation = Simulation(box(), threads=1)
        position, velocity = simulation.bodies.position, simulation.bodies.velocity
        self.assertIs(simulation.bodies.position, position)
        before = position.copy()
        simulation.step(20)
        self.assertFalse(np.array_equal(position, before))
        np.testing.assert_array_equal(simulation.bodies.by_id("position"), simulation.frame().position)
        self.assertFalse(position.flags.owndata)
        for name in ("position", "id", "mass", "radius"):
            with self.assertRaises(ValueError):
                getattr(simulation.bodies, name)[0] = 0
        velocity[:] = 0
        self.assertEqual(np.abs(simulation.frame().velocity).max(), 0)

    def test_arrays_follow_bodies_into_another_order(self):
        simulation = Simulation(falling_crowd(), threads=2)
        position, ids, first = simulation.bodies.position, simulation.bodies.id, simulation.bodies.by_id("position")
        order = ids.copy()
        simulation.step(401)
        self.assertFalse(np.array_equal(ids, order))
        fallen = simulation.bodies.by_id("position") - first
        # Each has its own way: all fall alike, to rounding.
        np.testing.assert_allclose(fallen[:, 1], fallen[0, 1], rtol=1e-9)
        np.testing.assert_allclose(fallen[:, 0], 0, atol=1e-12)
        np.testing.assert_array_equal(position[np.argsort(ids)], simulation.frame().position)

    def test_arrays_stay_behind_when_bodies_come(self):
        simulation = Simulation(fed(), threads=1)
        simulation.step(15)
        velocity = simulation.bodies.velocity
        part, count = velocity[:1], len(velocity)
        simulation.step(60)
        self.assertGreater(len(simulation.bodies), count)
        self.assertEqual(len(simulation.bodies.velocity), len(simulation.bodies))
        gc.collect()
        part.tobytes()  # A copy that the sanitizer of addresses looks at.
        # The past, 15 steps of free fall.
        np.testing.assert_allclose(velocity[0], [0, -0.15], rtol=1e-12)
        with self.assertRaises(ValueError):
            velocity[0] = 1
        part[0] = 1
        np.testing.assert_allclose(simulation.bodies.by_id("velocity")[0], [0, -0.75], rtol=1e-12)

    def test_arrays_outlive_the_simulation(self):
        def last_velocity():
            simulation = Simulation(free_ball(gravity=[1.0, 0]), threads=1)
            simulation.step(10)
            return simulation.bodies.velocity[0], simulation.frame().position

        velocity, position = last_velocity()
        gc.collect()
        other = [Simulation(box(), threads=1) for _ in range(20)]
        velocity.tobytes()  # A copy that the sanitizer of addresses looks at.
        np.testing.assert_allclose(velocity, [0.1, 0], rtol=1e-12)
        self.assertEqual(position.shape, (1, 2))
        self.assertEqual(len(other), 20)

    def test_contacts_are_those_of_the_step(self):
        simulation = Simulation(box(), threads=1)
        self.assertEqual(len(simulation.contacts), 0)
        simulation.run()
        contacts = simulation.contacts
        self.assertEqual(len(contacts), simulation.report.contacts)
        self.assertEqual(int((contacts.status != GAP).sum()), simulation.report.contacts_active)
        self.assertTrue(set(np.unique(contacts.status)) <= {GAP, STICK, SLIP})
        normal, tangential = contacts.impulse.T
        self.assertTrue((np.abs(tangential) <= 0.3 * normal * (1 + 1e-9)).all())
        for frame in contacts.frame:
            np.testing.assert_allclose(frame @ frame.T, np.eye(2), atol=1e-12)
        # What the walls give is what the report says that they give.
        from_walls = contacts.body_a < 0
        world = np.einsum("ci,cij->cj", contacts.impulse[from_walls], contacts.frame[from_walls])
        self.assertAlmostEqual(world[:, 1].sum(), simulation.report.support, delta=1e-9 * simulation.report.weight)

    def test_spin_and_orientation_in_space(self):
        simulation = Simulation(free_ball(dimension=3), threads=1)
        simulation.bodies.spin[0] = [0, 0, 2.0]
        simulation.step(50)
        # By 1 rad about z.
        np.testing.assert_allclose(simulation.bodies.orientation[0], [np.cos(0.5), 0, 0, np.sin(0.5)], atol=1e-12)


class Driving(PythonTest):
    def test_velocities_that_are_set_are_gone_on_with_and_accounted_for(self):
        for scheme in SCHEMES:
            if scheme == "first-order":
                continue
            with self.subTest(scheme=scheme):
                simulation = Simulation(free_ball(scheme), threads=1)
                simulation.step(10)
                simulation.bodies.velocity[0] = [3.0, -4.0]
                simulation.step(10)
                np.testing.assert_allclose(simulation.bodies.position[0], [0.3, -0.4], rtol=1e-12)
                # 1 kg at 5 m/s.
                self.assertAlmostEqual(simulation.energy["work_external"], 12.5, delta=1e-12)
                self.assertLess(simulation.energy["balance_error_relative"], 1e-12)

    def test_locked_directions_stay_at_rest(self):
        scene = free_ball()
        scene["bodies"][0] |= {"free": "x", "rotation": False}
        simulation = Simulation(scene, threads=1)
        simulation.bodies.velocity[0] = [1.0, 1.0]
        simulation.bodies.spin[0] = 1.0
        simulation.step(10)
        np.testing.assert_allclose(simulation.bodies.position[0], [0.1, 0], rtol=1e-12)
        self.assertEqual(simulation.bodies.spin[0], 0)

    def test_a_constant_force_gives_its_momentum(self):
        for scheme in SCHEMES:
            if scheme == "first-order":
                continue
            with self.subTest(scheme=scheme):
                simulation = Simulation(free_ball(scheme), threads=1)
                simulation.bodies.force[0] = [2.0, -1.0]
                simulation.step(50)
                # m v = F t, whatever the scheme; the work of the force is the energy.
                np.testing.assert_allclose(simulation.bodies.velocity[0], [1.0, -0.5], rtol=1e-12)
                self.assertAlmostEqual(simulation.energy["work_external"], 0.5 * 1.25, delta=1e-12)
                # It stays, and it is part of the state.
                kept = simulation.state.copy()
                simulation.step(50)
                np.testing.assert_allclose(simulation.bodies.velocity[0], [2.0, -1.0], rtol=1e-12)
                later = simulation.state.hash()
                simulation.bodies.force[0] = 0
                simulation.state = kept
                np.testing.assert_array_equal(simulation.bodies.force[0], [2.0, -1.0])
                simulation.step(50)
                self.assertEqual(simulation.state.hash(), later)

    def test_forces_stay_with_their_bodies(self):
        simulation = Simulation(falling_crowd() | {"gravity": [0.0, 0.0]}, threads=1)
        bodies = simulation.bodies
        bodies.force[:] = bodies.mass[:, None] * np.c_[bodies.id, -bodies.id]
        simulation.step(401)
        n = np.arange(len(simulation.bodies))
        np.testing.assert_allclose(simulation.bodies.by_id("velocity"), 0.0401 * np.c_[n, -n], rtol=1e-10)

    def test_new_bodies_have_no_force(self):
        simulation = Simulation(fed() | {"gravity": [0.0, 0.0]}, threads=1)
        simulation.bodies.force[0] = [1.0, 0.0]
        simulation.step(40)
        self.assertGreater(len(simulation.bodies), 1)
        np.testing.assert_array_equal(simulation.bodies.by_id("force")[1:], 0)
        np.testing.assert_allclose(simulation.bodies.by_id("velocity")[0], [0.4, 0], rtol=1e-12)

    def test_forces_go_into_checkpoints(self):
        scene = free_ball(output={"every": 0.5})
        whole = Simulation(scene, threads=1)
        whole.bodies.force[0] = [1.0, 0.0]
        expected = whole.run(output=self.folder / "whole").summary["state_hash"]
        cut = Simulation(scene, threads=1)
        cut.bodies.force[0] = [1.0, 0.0]
        results = cut.run(output=self.folder / "cut", after=lambda s: s.step_number == 33)
        self.assertEqual(galet("resume", self.folder / "cut", "--quiet").returncode, 0)
        self.assertEqual(results.summary["state_hash"], expected)

    def test_a_force_without_inertia_is_refused(self):
        simulation = Simulation(box("first-order"), threads=1)
        with self.assertRaisesRegex(ValueError, "has no inertia"):
            simulation.bodies.force  # noqa: B018

    def test_what_is_no_number_is_told_with_its_body(self):
        for name in ("velocity", "force"):
            with self.subTest(name=name):
                simulation = Simulation(box(), threads=1)
                getattr(simulation.bodies, name)[list(simulation.bodies.id).index(5), 0] = np.nan
                with self.assertRaisesRegex(NumericalError, "body 5 "):
                    simulation.step()

    def test_a_law_of_force_in_python(self):
        # Drag −c v, taken at the start of each step: v → (1 − c h) v for 1 kg.
        def drag(simulation):
            simulation.bodies.force[:] = -0.5 * simulation.bodies.velocity

        simulation = Simulation(free_ball(), threads=1)
        simulation.bodies.velocity[0] = [2.0, 0.0]
        simulation.run(until=1.0, before=drag)
        np.testing.assert_allclose(simulation.bodies.velocity[0], [2.0 * (1 - 0.5 * 0.01) ** 100, 0], rtol=1e-12)


class Callbacks(PythonTest):
    def test_after_is_called_when_due_and_ends_the_run(self):
        seen = []
        simulation = Simulation(box(), threads=1)
        self.assertEqual(simulation.run(until=0.1, after=lambda s: seen.append(s.step_number), every=30), "time")
        self.assertEqual(seen, [30, 60, 90, 100])
        self.assertEqual(simulation.run(after=lambda s: s.time > 0.15), "callback")
        self.assertEqual(simulation.step_number, 151)

    def test_runs_with_and_without_callbacks_have_the_same_bits(self):
        plain, watched = Simulation(box(), threads=1), Simulation(box(), threads=1)
        plain.run()
        watched.run(before=lambda s: s.bodies.velocity.sum(), after=lambda s: s.contacts.gap.sum())
        self.assertEqual(watched.state.hash(), plain.state.hash())

    def test_exceptions_of_callbacks_come_out_and_the_simulation_is_well(self):
        def fail(simulation):
            if simulation.step_number == 5:
                raise KeyError("mine")

        simulation = Simulation(box(), threads=1)
        with self.assertRaises(KeyError):
            simulation.run(after=fail)
        simulation.step()
        self.assertEqual(simulation.step_number, 6)
        with self.assertRaises(KeyError):
            Simulation(box(), threads=1).run(output=self.folder / "out", after=fail)

    def test_ctrl_c_ends_a_run_between_two_steps(self):
        for call in (lambda s: s.step(10**9), lambda s: s.run(until=1e6), lambda s: s.run(until=1e6, progress=False)):
            simulation = Simulation(free_ball(), threads=1)
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                call(simulation)
            timer.join()
            done = simulation.step_number
            simulation.step()
            self.assertEqual(simulation.step_number, done + 1)

    def test_ctrl_c_leaves_results_to_go_on_with(self):
        scene = free_ball(time={"step": 1e-6, "end": 1e3}, output={"every": 100.0})
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            run(scene, self.folder / "out", threads=1)
        timer.join()
        self.assertEqual(open_run(self.folder / "out").summary["ended_by"], "interruption")

    def test_numbers_that_make_no_sense_are_refused(self):
        simulation = Simulation(box(), threads=1)
        with self.assertRaises(ValueError):
            simulation.step(-1)
        with self.assertRaises(ValueError):
            simulation.run(until=float("nan"))
        with self.assertRaises(ValueError):
            Simulation(box(), threads=0)
        with self.assertRaises(InputError):
            Simulation(tomllib.loads(BOX.replace("step = 1e-3", "step = 0")))
        with self.assertRaises(AttributeError):
            simulation.bodies.colour  # noqa: B018


if __name__ == "__main__":
    unittest.main()
