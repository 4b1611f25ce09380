# %% [markdown]
# # A force of one's own: drag
#
# Balls fall through a fluid that drags them, −c v.
#
# They end at the velocity at which the drag carries the weight, c v = m g.

# %%
import numpy as np

import galet
from galet import settings

RADIUS = 0.01
VISCOSITY = 10.0  # Pa s
DRAG = 6 * np.pi * VISCOSITY * RADIUS  # Stokes' law, N s/m

scene = galet.Scene(
    title="Balls fall through a fluid",
    dimension=3,
    gravity=[0, 0, -9.81],
    material=[settings.Material(name="glass", density=2600)],
    pair=[settings.Pair(materials=["glass", "glass"], friction=0.3)],
    bodies=[settings.BodiesLattice(origin=[0, 0, 0], pitch=0.05, count=[4, 4, 4], jitter=0.01, radius=RADIUS)],
    time=settings.Time(step=1e-4, end=0.1),
)


# %%
def drag(simulation):
    simulation.bodies.force[:] = -DRAG * simulation.bodies.velocity


# %%
simulation = galet.Simulation(scene, threads=1)
simulation.run(before=drag)
fall = -simulation.bodies.velocity[:, 2].mean()
limit = simulation.bodies.mass[0] * 9.81 / DRAG
print(f"velocity of fall, m/s: m g / c = {limit:.5f} computed {fall:.5f}")
