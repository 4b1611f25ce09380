"""Reads a folder of results with h5py, through trajectory.h5, and checks it. Prints ok.

usage: read_trajectory.py RESULTS [NUMBER OF FRAMES]
"""

import pathlib
import sys

import h5py
import numpy as np


def world_impulses(contacts):
    """Impulses on body b in world components: the rows of a frame are n, t, …"""
    return np.einsum("cij,ci->cj", contacts["frame"][:], contacts["impulse"][:])


def check_contacts(frame, contacts, d):
    ids = frame["id"][:]
    count = len(contacts["body_a"])
    shapes = {
        "body_a": (count,), "body_b": (count,), "feature": (count,), "gap": (count,),
        "point": (count, d), "frame": (count, d, d), "impulse": (count, d), "status": (count,),
    }
    for name, shape in shapes.items():
        assert contacts[name].shape == shape, (name, contacts[name].shape)
    assert contacts["body_a"].dtype == np.int64 and contacts["status"].dtype == np.uint8
    assert contacts["status"].attrs["meaning"] == b"0 gap, 1 stick, 2 slip"
    if count == 0:
        return
    a, b = contacts["body_a"][:], contacts["body_b"][:]
    boundaries = len(frame["boundaries/position"])
    assert np.isin(b, ids).all()
    assert np.isin(a[a >= 0], ids).all()
    assert (a >= -boundaries).all()
    axes = contacts["frame"][:]
    assert np.allclose(axes @ axes.transpose(0, 2, 1), np.eye(d), atol=1e-12)
    status = contacts["status"][:]
    normal = contacts["impulse"][:, 0]
    assert (normal >= 0).all()
    assert ((status == 0) == (normal == 0)).all()

    # The contact lies on the surface of b, up to what bodies move in a step.
    place = {body: k for k, body in enumerate(ids)}
    at_b = np.array([place[body] for body in b])
    radius = frame["radius"][:][at_b]
    distance = np.linalg.norm(contacts["point"][:] - frame["position"][:][at_b], axis=1)
    speed = np.linalg.norm(frame["velocity"][:], axis=1).max()
    moved = 2.0 * speed * frame.attrs["step_length"]
    assert (np.abs(distance - radius) <= 0.1 * radius + moved).all()

    # Between bodies action is reaction: what all bodies receive comes from the boundaries.
    impulses = world_impulses(contacts)
    received = np.zeros((len(ids), d))
    np.add.at(received, at_b, impulses)
    inner = a >= 0
    at_a = np.array([place[body] for body in a[inner]], dtype=int)
    np.add.at(received, at_a, -impulses[inner])
    scale = np.abs(impulses).sum() + 1e-300
    assert np.allclose(received.sum(axis=0), impulses[~inner].sum(axis=0), atol=1e-12 * scale)


def check_frame(frame, number, d):
    assert frame.attrs["number"] == number
    n = len(frame["id"])
    shapes = {
        "id": (n,), "position": (n, d), "velocity": (n, d), "radius": (n,), "mass": (n,),
        "material": (n,), "orientation": (n,) if d == 2 else (n, 4),
        "spin": (n,) if d == 2 else (n, 3),
    }
    for name, shape in shapes.items():
        assert frame[name].shape == shape, (name, frame[name].shape)
    for name in ("position", "velocity", "orientation", "spin"):
        assert np.isfinite(frame[name][:]).all(), name
    assert (frame["radius"][:] > 0).all() and (frame["mass"][:] > 0).all()
    if d == 3:
        assert np.allclose(np.linalg.norm(frame["orientation"][:], axis=1), 1.0, atol=1e-12)
    assert frame["boundaries/position"].shape[1] == d
    if "contacts" in frame:
        check_contacts(frame, frame["contacts"], d)


def main():
    results = pathlib.Path(sys.argv[1])
    with h5py.File(results / "trajectory.h5", "r") as file:
        assert file.attrs["format"] == b"galet-trajectory"
        assert file.attrs["format_version"] == 3
        assert file.attrs["title"].decode() and file.attrs["galet_version"].decode()
        d = int(file.attrs["dimension"])
        count = int(file.attrs["frames"])
        if len(sys.argv) > 2:
            assert count == int(sys.argv[2]), count
        assert file["time"].shape == file["step"].shape == (count,)
        assert (np.diff(file["time"][:]) > 0).all()
        assert list(file["frames"]) == [f"{k:06}" for k in range(count)]
        for k in range(count):
            frame = file[f"frames/{k:06}"]
            assert frame.attrs["time"] == file["time"][k]
            assert frame.attrs["step"] == file["step"][k]
            check_frame(frame, k, d)
    print("ok")


if __name__ == "__main__":
    main()
