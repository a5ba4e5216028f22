#!/usr/bin/env python3
"""The ETDRK4 solver in plain numpy, for one purpose: CPU seconds per trajectory beside `tfsno data generate`.

    OPENBLAS_NUM_THREADS=1 python3 bench/peers/numpy_solver.py [E1 E2 ...] [--snapshots 6]

Same equations, grids and steps as the benchmarks, vectorised over a batch (64 in 1D, 4 in 2D), one core.
"""
import sys
import time

import numpy as np

#        length     interval snapshots reference   fast       equation
SETS = {
    "E1": (1.0, 0.01, 101, (1536, 10), (384, 4)),
    "E2": (1.0, 0.15, 101, (1536, 5), (384, 3)),
    "E3": (64.0, 0.5, 101, (1536, 200), (384, 25)),
    "E4": (1.0, 0.015, 51, (192, 10), (96, 4)),
    "E5": (1.0, 0.4, 51, (192, 32), (96, 8)),
    "E6": (2 * np.pi, 1.0, 51, (192, 25), (128, 10)),
}


def cube(u):
    return u * u * u


def equation(name, length, n):
    """The linear symbol and the nonlinear term of a benchmark on n points per axis."""
    m = np.fft.rfftfreq(n, 1 / n)
    keep = (m < n / 3).astype(float)
    if name in ("E1", "E2", "E3"):
        k = 2 * np.pi * m / length
        forward, inverse = np.fft.rfft, lambda v: np.fft.irfft(v, n)
        if name == "E1":
            symbol, factor = -0.01 / np.pi * k**2, -0.5j * k * keep
        elif name == "E2":
            return 1 - 5e-5 * k**2, lambda v: -keep * forward(cube(inverse(v)))
        else:
            symbol, factor = k**2 - k**4, -0.5j * k * keep
        return symbol, lambda v: factor * forward(inverse(v) ** 2)
    mx = np.fft.fftfreq(n, 1 / n)[:, None]
    mask = (np.abs(mx) < n / 3) * keep
    kx, ky = 2 * np.pi * mx / length, 2 * np.pi * m[None, :] / length
    k2 = kx**2 + ky**2
    forward, inverse = np.fft.rfft2, lambda v: np.fft.irfft2(v, (n, n))
    if name == "E4":
        factor = -0.5j * (kx + ky) * mask
        return -0.01 * k2, lambda v: factor * forward(inverse(v) ** 2)
    if name == "E5":
        return 1 - 4e-4 * k2, lambda v: -mask * forward(cube(inverse(v)))
    safe = np.where(k2 == 0, 1, k2)

    def transport(v):
        psi = np.where(k2 == 0, 0, v / safe)
        a, b, w = inverse(1j * ky * psi), inverse(-1j * kx * psi), inverse(v)
        return -mask * (1j * kx * forward(a * w) + 1j * ky * forward(b * w))

    return -1e-3 * k2, transport


def coefficients(symbol, h):
    z = h * symbol[..., None] + np.exp(2j * np.pi * (np.arange(1, 33) - 0.5) / 32)
    e = np.exp(z)
    mean = lambda f: h * f.mean(-1).real
    return (
        np.exp(h * symbol),
        np.exp(h * symbol / 2),
        mean((np.exp(z / 2) - 1) / z),
        mean((-4 - z + e * (4 - 3 * z + z**2)) / z**3),
        mean((2 + z + e * (z - 2)) / z**3),
        mean((-4 - 3 * z - z**2 + e * (4 - z)) / z**3),
    )


def seconds_per_trajectory(name, profile, snapshots):
    length, interval, stored, *profiles = SETS[name]
    n, substeps = profiles[profile]
    one_dimensional = name < "E4"
    batch = 64 if one_dimensional else 4
    symbol, nonlinear = equation(name, length, n)
    e, e2, q, f1, f2, f3 = coefficients(symbol, interval / substeps)
    rng = np.random.default_rng(0)
    shape = (batch, n) if one_dimensional else (batch, n, n)
    smooth = np.exp(-np.abs(np.sqrt(np.maximum(1 - symbol / np.abs(symbol).max(), 1)) - 1) * 2000)
    transform = np.fft.rfft if one_dimensional else np.fft.rfft2
    v = transform(rng.standard_normal(shape)) * smooth
    start = time.process_time()
    for _ in range((snapshots - 1) * substeps):
        nv = nonlinear(v)
        a = e2 * v + q * nv
        na = nonlinear(a)
        b = e2 * v + q * na
        nb = nonlinear(b)
        c = e2 * a + q * (2 * nb - nv)
        v = e * v + f1 * nv + 2 * f2 * (na + nb) + f3 * nonlinear(c)
    return (time.process_time() - start) / batch * (stored - 1) / (snapshots - 1)


def main():
    arguments = sys.argv[1:]
    snapshots = int(arguments.pop(arguments.index("--snapshots") + 1)) if "--snapshots" in arguments else 6
    names = [a for a in arguments if a in SETS] or list(SETS)
    for name in names:
        reference, fast = (seconds_per_trajectory(name, p, snapshots) for p in (0, 1))
        print(f"{name}  reference {reference:8.4f}  fast {fast:8.4f}  CPU s/trajectory", flush=True)


if __name__ == "__main__":
    main()
