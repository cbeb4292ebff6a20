#!/usr/bin/env python3
"""Sends a swinging planar2r to `erfd serve --live` (docs/live-protocol.md), 250 samples a second, and starts again when
the server does. Usage: send_samples.py [PORT]"""
import itertools, json, math, socket, sys, time

for _ in itertools.count():
    try:
        with socket.create_connection(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 6560)) as s:
            s.sendall(b'{"erfd_live": 1, "robot": "planar2r", "period_s": 0.004}\n')
            begin = time.monotonic()
            while True:
                t = time.monotonic() - begin
                q = [math.sin(t), 0.5 * math.sin(2 * t)]
                s.sendall(json.dumps({"t_s": t, "q": q}).encode() + b"\n")
                time.sleep(0.004)
    except OSError as error:
        print(f"{error}; trying again", file=sys.stderr)
        time.sleep(1)
