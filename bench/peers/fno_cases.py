"""What the FNO peers share: the cases, the arguments, the clock and the JSON lines."""
import argparse
import json
import math
import os
import statistics
import sys
import time
from typing import NamedTuple


class Case(NamedTuple):
    name: str
    points: tuple  # one number for each axis
    width: int
    modes: int  # kept waves: k = 0..modes-1 along the last axis, k = -modes..modes-1 along the others
    batch: int

    @property
    def dim(self):
        return len(self.points)

    @property
    def kept(self):
        """The number of kept waves along each axis."""
        return (2 * self.modes,) * (self.dim - 1) + (self.modes,)

    def document(self):
        """As `tfsno perf` writes it: one number of points where it serves all axes."""
        points = self.points[0] if len(set(self.points)) == 1 else list(self.points)
        sizes = {"width": self.width, "modes": self.modes, "batch": self.batch}
        return {"case": self.name, "dim": self.dim, "points": points} | sizes


LAYERS, HIDDEN = 4, 128
RATE, DECAY, CLIP, BETAS, EPSILON = 1e-3, 1e-4, 1.0, (0.9, 0.999), 1e-8
CASES = {
    case.name: case
    for case in [
        Case("1d-20", (256,), 64, 16, 20),
        Case("1d-256", (256,), 64, 16, 256),
        Case("2d-20", (64, 64), 32, 12, 20),
        Case("2d-128", (64, 64), 32, 12, 128),
        Case("1d-4096", (4096,), 64, 64, 32),
        Case("2d-p128", (128, 128), 64, 24, 16),
        Case("2d-p256", (256, 256), 32, 32, 8),
        Case("2d-64x96", (64, 96), 32, 12, 20),
        Case("3d-64", (64, 64, 64), 20, 12, 2),
    ]
}


def parameters(case):
    """The formula of the model's size; every peer must have exactly as many."""
    linear = lambda a, b: a * b + b
    layer = 2 * case.width**2 * math.prod(case.kept) + linear(case.width, case.width)
    return linear(1, case.width) + LAYERS * layer + linear(case.width, HIDDEN) + linear(HIDDEN, 1)


def arguments(description, variants):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--cases", default="", help=f"of {','.join(CASES)}; default: all on cuda, 1d-20,2d-20 on cpu")
    parser.add_argument("--batch", type=int, help="instead of the cases' own")
    parser.add_argument("--variants", default=",".join(variants), help=f"of {','.join(variants)}")
    parser.add_argument("--what", default="train_step,predict_step", help="of train_step,predict_step")
    parser.add_argument("--threads", type=int, help="CPU threads; default: all cores")
    parser.add_argument("--repeats", type=int, default=7, help="at least 5")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one repeat, about")
    parser.add_argument("--json", metavar="FILE", help="also append the lines to this file")
    given = parser.parse_args()
    names = given.cases.split(",") if given.cases else list(CASES) if given.device == "cuda" else ["1d-20", "2d-20"]
    unknown = [n for n in names if n not in CASES] + [v for v in given.variants.split(",") if v not in variants]
    given.what = given.what.split(",")
    unknown += [w for w in given.what if w not in ("train_step", "predict_step")]
    if unknown:
        parser.error(f"expected cases of {', '.join(CASES)}, variants of {', '.join(variants)}, found {unknown}")
    if given.repeats < 5:
        parser.error(f"expected at least 5 repeats, found {given.repeats}")
    given.cases = [CASES[n] if given.batch is None else CASES[n]._replace(batch=given.batch) for n in names]
    given.variants = given.variants.split(",")
    # Steps of one rollout, and of one call where a framework does many steps without the host.
    given.steps = 50 if given.device == "cuda" else 5
    # Waiting threads give up their core, as in tfsno's launcher: on a busy machine spinning costs PyTorch a factor.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("GOMP_SPINCOUNT", "3000")
    if given.threads:  # before the framework starts its pools
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: given.threads])
    return given


def milliseconds(calls, given, steps=1):
    """Per step, one number for each repeat. calls(n) does n calls of so many steps and returns when all are done."""
    at_least = lambda n: -(-n // steps)
    calls(at_least(3))  # compiles, makes plans, fills caches
    begin = time.perf_counter()
    calls(at_least(5))
    once = (time.perf_counter() - begin) / at_least(5)
    count = max(at_least(5), round(given.seconds / once))
    calls(min(count, at_least(50)))
    times = []
    for _ in range(given.repeats):
        begin = time.perf_counter()
        calls(count)
        times.append((time.perf_counter() - begin) / count / steps * 1e3)
    return times


def report(given, facts, what, case, times=None, error=None, **more):
    """One line; facts are framework, version, variant and device, and what is None is left out."""
    row = {"model": "fno", "what": what} | facts | case.document() | {"parameters": parameters(case)}
    if error is None:
        row |= {"median_ms": round(statistics.median(times), 4), "min_ms": round(min(times), 4)}
        row |= {"max_ms": round(max(times), 4), "repeats": len(times)}
        row |= {name: value for name, value in more.items() if value is not None}
    else:
        row["error"] = str(error).strip().splitlines()[0][:200] if str(error).strip() else type(error).__name__
    line = json.dumps(row)
    print(line, flush=True)
    if given.json:
        with open(given.json, "a") as file:
            file.write(line + "\n")


def mebibytes(count):
    return None if count is None else round(count / 2**20, 1)


def missing(framework, error):
    """A peer that is not installed is no failure of the comparison."""
    print(f"{framework} is not installed here ({error}): skipped", file=sys.stderr)
    sys.exit(0)
