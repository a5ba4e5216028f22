"""What the FNO peers share: the cases, the arguments, the clock and the JSON lines."""
import argparse
import json
import os
import statistics
import sys
import time
from typing import NamedTuple


class Case(NamedTuple):
    dim: int
    points: int
    width: int
    modes: int
    batch: int


LAYERS, HIDDEN = 4, 128
RATE, DECAY, CLIP, BETAS, EPSILON = 1e-3, 1e-4, 1.0, (0.9, 0.999), 1e-8
CASES = {
    "1d-20": Case(1, 256, 64, 16, 20),
    "1d-256": Case(1, 256, 64, 16, 256),
    "2d-20": Case(2, 64, 32, 12, 20),
    "2d-128": Case(2, 64, 32, 12, 128),
}


def parameters(case):
    """The formula of the model's size; every peer must have exactly as many."""
    linear = lambda a, b: a * b + b
    kept = case.modes if case.dim == 1 else 2 * case.modes**2
    layer = 2 * case.width**2 * kept + linear(case.width, case.width)
    return linear(1, case.width) + LAYERS * layer + linear(case.width, HIDDEN) + linear(HIDDEN, 1)


def arguments(description, variants):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--cases", default="", help=f"of {','.join(CASES)}; default: all on cuda, 1d-20,2d-20 on cpu")
    parser.add_argument("--batch", type=int, help="instead of the cases' own")
    parser.add_argument("--variants", default=",".join(variants), help=f"of {','.join(variants)}")
    parser.add_argument("--threads", type=int, help="CPU threads; default: all cores")
    parser.add_argument("--repeats", type=int, default=7, help="at least 5")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one repeat, about")
    parser.add_argument("--json", metavar="FILE", help="also append the lines to this file")
    given = parser.parse_args()
    names = given.cases.split(",") if given.cases else list(CASES) if given.device == "cuda" else ["1d-20", "2d-20"]
    unknown = [n for n in names if n not in CASES] + [v for v in given.variants.split(",") if v not in variants]
    if unknown:
        parser.error(f"expected cases of {', '.join(CASES)} and variants of {', '.join(variants)}, found {unknown}")
    if given.repeats < 5:
        parser.error(f"expected at least 5 repeats, found {given.repeats}")
    given.cases = [CASES[n] if given.batch is None else CASES[n]._replace(batch=given.batch) for n in names]
    given.variants = given.variants.split(",")
    # Waiting threads give up their core, as in tfsno's launcher: on a busy machine spinning costs PyTorch a factor.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("GOMP_SPINCOUNT", "3000")
    if given.threads:  # before the framework starts its pools
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: given.threads])
    return given


def milliseconds(steps, given):
    """Per step, one number for each repeat. steps(n) does n steps and returns when all are done."""
    steps(3)  # compiles, makes plans, fills caches
    begin = time.perf_counter()
    steps(5)
    once = (time.perf_counter() - begin) / 5
    count = max(5, round(given.seconds / once))
    steps(min(count, 50))
    times = []
    for _ in range(given.repeats):
        begin = time.perf_counter()
        steps(count)
        times.append((time.perf_counter() - begin) / count * 1e3)
    return times


def report(given, framework, version, variant, device, case, size, times=None, error=None):
    row = {"model": "fno", "what": "train_step", "framework": framework, "version": version, "variant": variant}
    row |= {"device": device} | case._asdict() | {"parameters": size}
    if error is None:
        row |= {"median_ms": round(statistics.median(times), 4), "min_ms": round(min(times), 4)}
        row |= {"max_ms": round(max(times), 4), "repeats": len(times)}
    else:
        row["error"] = str(error).strip().splitlines()[0][:200] if str(error).strip() else type(error).__name__
    line = json.dumps(row)
    print(line, flush=True)
    if given.json:
        with open(given.json, "a") as file:
            file.write(line + "\n")


def missing(framework, error):
    """A peer that is not installed is no failure of the comparison."""
    print(f"{framework} is not installed here ({error}): skipped", file=sys.stderr)
    sys.exit(0)
