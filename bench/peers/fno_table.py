#!/usr/bin/env python3
"""The tables of compare.sh.

    fno_table.py ROWS                          all rows of a file of JSON lines, then one line for each case and measurement
    fno_table.py --from-perf CASE WHAT PERF    the rows of `tfsno perf --json` that a case needs, as JSON lines
"""
import json
import os
import sys

import fno_cases as fno


def from_perf(name, what, path):
    """The train step as it is, the prediction of one field."""
    with open(path) as file:
        measured = json.load(file)
    for row in measured:
        if row["what"] in what.split(",") and (row["what"] == "train_step" or row["batch"] == 1):
            facts = {"framework": "tfsno", "version": "", "variant": row.get("precision", ""), "case": name}
            peak = fno.mebibytes(row["peak_bytes"])
            yield facts | row | {"min_ms": row["low_ms"], "max_ms": row["high_ms"], "peak_mib": peak}


def label(row):
    points = row["points"] if isinstance(row["points"], list) else [row["points"]] * row["dim"]
    return f"{row['case']:9} {' x '.join(map(str, points))}, width {row['width']}, batch {row['batch']}"


def fastest(rows, framework):
    return min((r for r in rows if r["framework"] == framework), key=lambda r: r["median_ms"], default=None)


def peak(row):
    """In MiB; for JAX what the compiled step plans, where known, since its peak includes trials of the compiler."""
    value = (row or {}).get("planned_mib", (row or {}).get("peak_mib"))
    return "" if value is None else f"{value:.0f}"


def groups(rows):
    order = list(fno.CASES)
    keys = {(r["what"], r["case"]) for r in rows}
    for what, case in sorted(keys, key=lambda k: (k[0] != "train_step", order.index(k[1]))):
        yield what, [r for r in rows if (r["what"], r["case"]) == (what, case)]


def print_all(rows):
    print(f"{'what':13} {'case':46} {'framework':38} {'ms':>10} {'min..max':>19} {'/ tfsno':>8} {'MiB':>8} {'planned':>8}")
    for what, here in groups(rows):
        own = fastest([r for r in here if "median_ms" in r], "tfsno")
        for r in sorted(here, key=lambda r: r.get("median_ms", float("inf"))):
            name = " ".join(x for x in (r["framework"], r["version"], r["variant"]) if x)
            if "median_ms" not in r:
                print(f"{what:13} {label(r):46} {name:38} failed: {r.get('error', '')[:60]}")
                continue
            spread = f"{r['min_ms']:.3f}..{r['max_ms']:.3f}"
            ratio = f"{r['median_ms'] / own['median_ms']:.2f}" if own else ""
            memory = " ".join(f"{r[m]:8.0f}" if m in r else " " * 8 for m in ("peak_mib", "planned_mib"))
            print(f"{what:13} {label(r):46} {name:38} {r['median_ms']:10.3f} {spread:>19} {ratio:>8} {memory}".rstrip())


def print_summary(rows):
    print("\nSTRONG is the fastest JAX, torch the fastest PyTorch; ms, ratios to tfsno, and peak memory of each in MiB")
    columns = f"{'tfsno':>9} {'STRONG':>9} {'torch':>9} {'STRONG/':>8} {'torch/':>8} {'MiB':>7} {'STRONG':>7} {'torch':>7}"
    print(f"{'what':13} {'case':46} {columns}  STRONG is")
    for what, here in groups([r for r in rows if "median_ms" in r]):
        own, jax, torch = (fastest(here, framework) for framework in ("tfsno", "jax", "torch"))
        time = lambda r: f"{r['median_ms']:.3f}" if r else ""
        ratio = lambda r: f"{r['median_ms'] / own['median_ms']:.2f}" if r and own else ""
        line = f"{time(own):>9} {time(jax):>9} {time(torch):>9} {ratio(jax):>8} {ratio(torch):>8}"
        line += f" {peak(own):>7} {peak(jax):>7} {peak(torch):>7}  {jax['variant'] if jax else ''}"
        print(f"{what:13} {label(here[0]):46} {line}".rstrip())


def main():
    if sys.argv[1] == "--from-perf":
        for row in from_perf(*sys.argv[2:]):
            print(json.dumps(row))
        return
    if not os.path.exists(sys.argv[1]):
        sys.exit("nothing was measured: see the messages above")
    with open(sys.argv[1]) as file:
        rows = [json.loads(line) for line in file]
    print_all(rows)
    print_summary(rows)


if __name__ == "__main__":
    main()
