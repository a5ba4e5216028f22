#!/usr/bin/env python3
"""Rollouts of 50 steps from a running `tfsno serve`, so many in flight at a time; the first third of the time is not counted.

    ./tfsno serve --port 8123 &
    python3 bench/serve-load.py 8123 e1-tfsno 32 9        # port, model, in flight, seconds
"""
import json
import sys
import threading
import time
import urllib.request

port, model, flights, seconds = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
counted_from, end = time.time() + seconds / 3, time.time() + seconds
times, failures = [], []


def ask(seed):
    body = json.dumps({"model": model, "steps": 50, "initial": {"seed": seed % 200}}).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/x-npy"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/rollout", data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()


def fly(seed):
    while time.time() < end and len(failures) < 5:
        begun = time.time()
        try:
            ask(seed)
            if begun > counted_from:
                times.append(time.time() - begun)
        except OSError as error:
            failures.append(str(error))
        seed += flights


threads = [threading.Thread(target=fly, args=(i,)) for i in range(flights)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if not times:
    sys.exit(f"no answer from port {port}: {failures[:1]}. Is the service running, and does it have the model {model}?")
times.sort()
p50, p90, p99 = (1000 * times[min(len(times) - 1, int(len(times) * p))] for p in (0.5, 0.9, 0.99))
rate = len(times) / (seconds * 2 / 3)
print(f"{model}, {flights} in flight: {rate:.1f} rollouts/s, p50 {p50:.1f} ms, p90 {p90:.1f} ms, p99 {p99:.1f} ms, {len(failures)} failed")
