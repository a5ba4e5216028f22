"""The FNO as an expert would write it for XLA: nothing but real matrix products.

Only few waves are kept, so the transform to them is a product with a small matrix of cosines and sines, and no FFT with its
complex arrays and cut-off spectra is needed. Real and imaginary parts are an axis `p` of length 2. Fields lie with channels last
[b, x(, y, z), c], where maps over channels are plain products; kept waves lie as [waves..., b, p, c], where the complex mixing
of channels is one batched real product of [b, 2c] with [2c, 2o]. Equal to the FFT's layers up to rounding.
"""
import jax
import jax.numpy as jnp
import numpy as np

import fno_cases as fno


def angles(points, waves):
    """2 pi x k / n for each point x and wave k."""
    return 2 * np.pi * np.outer(np.arange(points), waves) / points


def last_axis(points, modes):
    """Matrices of a real field's transform to waves 0..modes-1, and back: [x, p, k] and [p, k, x]."""
    a = angles(points, np.arange(modes))
    down = np.stack([np.cos(a), -np.sin(a)], 1) / points
    twice = np.where(np.arange(modes) == 0, 1, 2)  # each wave but the mean stands for its conjugate too
    up = np.stack([np.cos(a) * twice, -np.sin(a) * twice]).transpose(0, 2, 1)
    return down.astype(np.float32), up.astype(np.float32)


def other_axis(points, modes):
    """The same for complex rows and waves 0..modes-1, -modes..-1: [x, p, q, k] and [q, k, x, p]."""
    a = angles(points, np.concatenate([np.arange(modes), np.arange(-modes, 0)]))
    c, s = np.cos(a), np.sin(a)
    down = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1) / points  # (r + i j)(c - i s)
    up = np.stack([np.stack([c, s], 1), np.stack([-s, c], 1)], 1)  # (r + i j)(c + i s)
    return down.astype(np.float32), up.transpose(1, 3, 0, 2).astype(np.float32)


def transforms(case):
    """From fields [b, x..., c] to kept waves [k..., b, p, c], and from these to fields."""
    last = case.dim - 1
    pairs = [other_axis(n, case.modes) for n in case.points[:last]] + [last_axis(case.points[last], case.modes)]
    space, waves = "xyz"[: case.dim], "uvw"[: case.dim]

    def between(axis, pair):
        """Letters of a field whose axes from this one on are waves."""
        return f"b{space[:axis]}{pair}{waves[axis:]}c" if axis > 0 else f"{waves}b{pair}c"

    def down(z):
        z = jnp.einsum(f"b{space}c,{space[last]}p{waves[last]}->{between(last, 'p')}", z, pairs[last][0])
        for a in reversed(range(last)):
            z = jnp.einsum(f"{between(a + 1, 'p')},{space[a]}pq{waves[a]}->{between(a, 'q')}", z, pairs[a][0])
        return z

    def up(z):
        for a in range(last):
            z = jnp.einsum(f"{between(a, 'q')},q{waves[a]}{space[a]}p->{between(a + 1, 'p')}", z, pairs[a][1])
        return jnp.einsum(f"{between(last, 'p')},p{waves[last]}{space[last]}->b{space}c", z, pairs[last][1])

    return down, up


def mix(phi, z):
    """Complex products of [..., b, p, i] with weights [..., p, i, o] as one real product for each wave."""
    re, im = phi[..., 0, :, :], phi[..., 1, :, :]
    matrix = jnp.concatenate([jnp.concatenate([re, im], -1), jnp.concatenate([-im, re], -1)], -2)
    *lead, pair, channels = z.shape
    y = z.reshape(*lead, pair * channels) @ matrix
    return y.reshape(*lead, 2, phi.shape[-1])


def network(case):
    """The model as a function of parameters and fields [b, x(, y, z), 1]."""
    down, up = transforms(case)
    linear = lambda p, z: z @ p["weight"] + p["bias"]

    def apply(p, u):
        v = linear(p["lift"], u)
        for number, layer in enumerate(p["layers"]):
            v = up(mix(layer["phi"], down(v))) + linear(layer["local"], v)
            v = jax.nn.gelu(v, approximate=False) if number < fno.LAYERS - 1 else v
        return linear(p["out"][1], jax.nn.gelu(linear(p["out"][0], v), approximate=False))

    return apply
