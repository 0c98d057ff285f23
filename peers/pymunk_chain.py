"""What pymunk (Chipmunk2D) makes of the free chain of the validation report.

    pip install pymunk && python3 peers/pymunk_chain.py

writes docs/validation/peers-pymunk.csv. 54 uniform rods of 1 m and 1 kg, pinned at one end and let go level, for 10 s; the
largest gap at a joint, looked for ten times a second, and the change of energy at the end as a share of the largest
kinetic energy.
"""

import math
import pathlib

import pymunk

LINKS, SECONDS, G = 54, 10, 9.81


def chain(rate, iterations):
    space = pymunk.Space()
    space.gravity = (0.0, -G)
    space.iterations = iterations
    last, rods = space.static_body, []
    for k in range(LINKS):
        rod = pymunk.Body(1.0, 1.0 / 12.0)
        rod.position = (k + 0.5, 0.0)
        start = (0.0, 0.0) if k == 0 else (0.5, 0.0)
        space.add(rod, pymunk.PivotJoint(last, rod, start, (-0.5, 0.0)))
        rods.append(rod)
        last = rod

    def energy():
        kinetic = sum(0.5 * (r.velocity.length**2 + r.angular_velocity**2 / 12.0) for r in rods)
        return kinetic, sum(G * r.position.y for r in rods)

    start, gap, liveliest = sum(energy()), 0.0, 0.0
    for step in range(1, SECONDS * rate + 1):
        space.step(1.0 / rate)
        if step % (rate // 10):
            continue
        end = (0.0, 0.0)
        for r in rods:
            (x, y), c, s = r.position, math.cos(r.angle), math.sin(r.angle)
            gap = max(gap, math.hypot(x - 0.5 * c - end[0], y - 0.5 * s - end[1]))
            end = (x + 0.5 * c, y + 0.5 * s)
        liveliest = max(liveliest, energy()[0])
    return gap, (sum(energy()) - start) / liveliest


def main():
    rows = ["engine,gap,energy"]
    for rate, iterations in [(60, 10), (60, 100), (240, 10), (240, 100)]:
        gap, energy = chain(rate, iterations)
        rows.append(f'"pymunk {pymunk.version} (Chipmunk2D), 1/{rate} s, {iterations} iterations",{gap!r},{energy!r}')
        print(rows[-1])
    path = pathlib.Path(__file__).parent.parent / "docs/validation/peers-pymunk.csv"
    path.write_text("\n".join(rows) + "\n")


main()
