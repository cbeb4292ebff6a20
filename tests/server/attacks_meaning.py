"""D. Well-formed messages with bad meaning."""
import os
import signal
import subprocess
import tempfile
import threading
import time

import attacks_http
import attacks_websocket
from attack import at_most, expect, slow
from client import PATIENCE, ROOT, SANITIZED, Server, Source, WebSocket, environment

REFERENCE = (ROOT / "examples/programs/lola15_reference.irl").read_text()


def attack_37_replayed_samples(server):
    """A clock that goes back starts a new record: no speed is a difference across the two. Lines of a source that was
    replaced are refused."""
    def seen_until(ws, position):
        views = [ws.json("live")]
        while views[-1]["q"][0] < position:
            views.append(ws.json("live"))
        return views

    with WebSocket(server) as ws, Source(server) as first:
        ws.hello(server)
        for record in range(4):
            for k in range(50):
                first.send({"t_s": 0.001 * k, "q": [0.001 * k + 3 * record, 0]})
        views = seen_until(ws, 9)
        with Source(server) as second:
            first.send({"t_s": 1, "q": [50, 0]})
            problems = expect("a replaced source", "another source" in first.lines.readline(), [True])
            for k in range(100):
                second.send({"t_s": 0.001 * k, "q": [0.001 * k + 20, 0]})
            views += seen_until(ws, 20)
    worst = max(abs(v["qd"][0] - 1) for v in views)
    problems += [f"a speed is wrong by {worst} rad/s"] if worst > 1e-6 else []
    return problems + [f"{v}" for v in views if v["q"][0] >= 50]


def attack_37_replayed_requests(server):
    """Each request is a job of its own number; a hello counts once; a subscription that comes twice is one."""
    body = {"robot": "lola15", "program_name": "x", "program_text": REFERENCE}
    with WebSocket(server, timeout=60) as ws:
        ws.hello(server)
        jobs = [server.ask("POST", "/api/verify", body)[1]["job"] for _ in range(3)]
        problems = [] if jobs == sorted(set(jobs)) else [f"jobs {jobs}"]
        ended = []
        while jobs[-1] not in ended:
            message = ws.json(timeout=60)
            ended += [message["job"]] if message["type"] in ("run", "failed", "problems") and "job" in message else []
        problems += [] if ended == sorted(ended) else [f"results out of order: {ended}"]
        ws.text({"type": "hello", "token": server.token})
        problems += expect("a second hello", ws.closing(), [1008])
    headers = {"Origin": None, "Sec-WebSocket-Protocol": "foxglove.sdk.v1"}
    with WebSocket(server, f"/foxglove?token={server.token}", headers) as ws, Source(server) as source:
        for _ in range(3):
            ws.text({"op": "subscribe", "subscriptions": [{"id": 5, "channelId": 1}]})
        time.sleep(0.2 * PATIENCE)
        for k in range(4):
            source.send({"t_s": 0.1 * k, "q": [0, 0]})
        seen = []
        while not seen or seen[-1] < 0.2:
            opcode, data = ws.receive()
            if opcode == 2:
                seen.append(round(float(data[13:].partition(b'"t_s":')[2].partition(b",")[0]), 3))
        return problems + expect("messages of one subscription", seen, [[0.1, 0.2]])


def attack_38_39_wrong_values(server):
    fine = {"robot": "planar2r", "program_name": "x", "program_text": "program x; seq endseq endprogram;"}
    problems = []
    for change in ({"robot": "/etc/passwd"}, {"robot": "../robots/planar2r.toml"}, {"robot": 5}, {"robot": None},
                   {"program_text": 5}, {"program_text": None}, {"program_name": []}, {"options": []},
                   {"options": {"payload_kg": -1}}, {"options": {"payload_kg": "1"}}, {"options": {"payload_kg": 1e308}},
                   {"options": {"speed_scale": 0}}, {"options": {"speed_scale": 1e9}}, {"options": {"tool": 5}}):
        problems += expect(f"{change}", server.ask("POST", "/api/verify", fine | change)[0], [422])
    for body in (b"", b"{", b"[]", b"null", b"NaN", b'{"robot":NaN}', b"\xff", b"[" * 500000, b'{"a":' * 200000,
                 b'{"robot":"planar2r","program_text":"","options":{"payload_kg":1e999}}'):
        problems += expect(f"{body[:20]}", server.ask("POST", "/api/verify", body)[0], [422])
    hello = {"erfd_live": 1, "robot": "planar2r", "period_s": 0.001}
    first = ["GET / HTTP/1.1", "", "{}", "[]", hello | {"erfd_live": 2}, hello | {"robot": "/etc/passwd"},
             hello | {"robot": 5}, hello | {"period_s": 0}, hello | {"period_s": 1e-9}, hello | {"period_s": -1},
             '{"erfd_live":1,"period_s":NaN}', hello | {"robot": "tree12x"}, "[" * 60000, "\xff"]
    for line in first:
        with Source(server, hello=False) as source:
            source.send(line)
            problems += [] if "error" in source.lines.readline() else [f"hello {line}: no error"]
    sample = {"t_s": 0, "q": [0, 0], "qd": [0, 0], "ua": [0, 0]}
    for change in ({"q": [0]}, {"q": [0] * 1000}, {"q": "x"}, {"q": [None, 0]}, {"qd": [0]}, {"ua": [0, 0, 0]},
                   {"t_s": "x"}, {"q": [1e308, 0]}, {"t_s": -1e308}, {"program_t_s": "x"}, {"program_t_s": 1e308}, {"program_t_s": None}):
        with Source(server) as source:
            source.send(sample | change)
            problems += [] if "error" in source.lines.readline() else [f"sample {change}: no error"]
    for text in ('{"t_s":0,"q":[NaN,0]}', '{"t_s":0,"q":[Infinity,0]}', '{"t_s":0,"q":[1e999,0]}', "x" * 70000):
        with Source(server) as source:
            source.send(text)
            line = source.lines.readline()
            problems += [] if "error" in line else [f"sample {text[:30]}: {line}"]
    with Source(server, hello=False) as source:  # a line without end
        source.socket.sendall(b"x" * 1000000)
        problems += expect("a line without end", "longer than 64 KiB" in source.lines.readline(), [True])
        try:
            for _ in range(1000):
                source.socket.sendall(b"x" * 65536)
            problems += ["a line without end is read on"]
        except OSError:
            pass
    return problems


TARGET = "robtarget: t = robtarget(((950, 350, 350), (0, 0, 180)), 4);"
GREEDY = {"endless loop": ("var int: i = 0; endvar seq loop i = i + 1; endloop endseq", "L0501", "step budget"),
          "recursion": ("procedure p(int: n) seq p(n + 1); endseq endproc seq p(1); endseq", "L0503", "more than 100 calls"),
          "100 001 moves": (f"var int: i; {TARGET} endvar seq for i = 0 to 100000 do move ptp t; endfor endseq", "L0502",
                            "more than 100000 moves"),
          "long wait": ("seq wait 1000000000 sec; endseq", "L0307", "expected from 0 s to 1e+06 s"),
          "memory": ("seq wait 1000000 sec; endseq", None, "more memory than the server may use"),
          "deep brackets": ("var real: x = " + "(" * 5000 + "1" + ")" * 5000 + "; endvar seq endseq", "L0205", "100 brackets"),
          "deep blocks": ("seq " + "if true then " * 500 + "endif " * 500 + "endseq", "L0203", "64 blocks"),
          "large array": ("var int: x[100000000]; endvar seq endseq", "L0504", "100000000 elements"),
          "file words": ("seq open \"/etc/passwd\"; endseq", "L0201", "'open' begins no statement"),
          "shell words": ("seq system \"id\"; endseq", "L0201", "'system' begins no statement"),
          "bytes": ("".join(map(chr, range(1, 256))), "L0101", "bad character")}


def ended(ws, job):
    """The message that ends a job."""
    message = ws.json(timeout=60)
    while message.get("job") != job or message["type"] == "progress":
        message = ws.json(timeout=60)
    return message


@slow
def attack_40_greedy_programs(server):
    """Loops, recursion, memory: each is stopped by its own budget, and the server lives."""
    problems = []
    with WebSocket(server, timeout=60) as ws:
        ws.hello(server)
        for name, (text, code, sentence) in GREEDY.items():
            if code is None and SANITIZED:
                continue  # sanitizers have no budget
            status, answer = server.ask("POST", "/api/verify", {"robot": "lola15", "program_name": name,
                                                                "program_text": f"program a; {text} endprogram;"})
            problems += expect(name, status, [202])
            message = ended(ws, answer["job"])
            found = [(f["code"], f["message"]) for f in message.get("findings", [])] + [(None, message.get("error", ""))]
            fits = any(c == code and sentence in text for c, text in found)
            problems += [] if fits else [f"{name}: found {found[:3]}, expected {code} {sentence}"]
        problems += expect("afterwards", server.ask("GET", "/api/robots")[0], [200])
    return problems


def attack_41_42_many_at_once(server):
    """The newest of many jobs is answered, the others are dropped; the server answers meanwhile."""
    with WebSocket(server, timeout=60) as ws:
        ws.hello(server)
        for _ in range(30):
            _, answer = server.ask("POST", "/api/verify", {"robot": "lola15", "program_name": "x", "program_text": REFERENCE})
        problems = expect("meanwhile", server.ask("GET", "/api/robots")[0], [200])
        message = ws.json("run", timeout=60)
        while message.get("job") != answer["job"]:
            message = ws.json("run", timeout=60)
    return problems


def attack_42_stopping_under_load(server):
    """Half-open connections, a client that does not read and a verification do not keep the server from ending."""
    with Server(server.erfd, "--live", "--live-port", 0) as other:
        crowd = [other.connect() for _ in range(200)]
        deaf = WebSocket(other, small_window=True)
        deaf.hello(other)
        other.ask("POST", "/api/verify", {"robot": "lola15", "program_name": "x", "program_text": REFERENCE})
        begin = time.monotonic()
        other.process.send_signal(signal.SIGTERM)
        problems = expect("exit status", other.process.wait(20 * PATIENCE), [0])
        took = time.monotonic() - begin
        for s in (*crowd, deaf.socket):
            s.close()
    print(f"        ended {1000 * took:.0f} ms after SIGTERM")
    return problems + at_most("the end under load", took, 1 * PATIENCE)


@slow
def attack_42_stopping_a_verification(server):
    """SIGTERM and a newer job stop a long one, whatever it does just then, and its share never falls."""
    long = {"robot": "lola15", "program_name": "x", "program_text": "program a; seq wait 20000 sec; endseq endprogram;"}
    problems, took = [], []
    with WebSocket(server, timeout=60) as ws:
        ws.hello(server)
        for moment in (0.3, 2, 6):
            server.ask("POST", "/api/verify", long)
            time.sleep(moment)
            begin = time.monotonic()
            _, answer = server.ask("POST", "/api/verify", {"robot": "lola15", "program_name": "x", "program_text": "program"})
            shares, message = [], ws.json(timeout=60)
            while message.get("job") != answer["job"]:
                shares += [message["share"]] if message["type"] == "progress" else []
                message = ws.json(timeout=60)
            took.append(time.monotonic() - begin)
            problems += [] if shares == sorted(shares) else [f"shares fall: {shares}"]
    for moment in (0.3, 3):
        with Server(server.erfd) as other:
            other.ask("POST", "/api/verify", long)
            time.sleep(moment)
            begin = time.monotonic()
            other.process.send_signal(signal.SIGTERM)
            problems += expect("exit status", other.process.wait(30 * PATIENCE), [0])
            took.append(time.monotonic() - begin)
            problems += expect("the last word", other.process.stderr.read(), ["stopped\n"])
    print(f"        a long verification stopped after {', '.join(f'{1000 * t:.0f}' for t in took)} ms")
    return problems + at_most("stopping a verification", max(took), 3 * PATIENCE)


def attack_43_saving_outside(server):
    problems = []
    for name in ("../out.irl", "..%2fout.irl", "/tmp/out.irl", "sub/out.irl", "link.irl", "folder.irl", "pipe.irl",
                 ".out.irl", "a%00.irl", "out.irl%0a", "", "%2e%2e/out.irl", "dangling.irl", "~/out.irl"):
        status, _ = server.ask("PUT", f"/api/program?name={name}", {"text": "mine"})
        problems += expect(f"save {name}", status, [422])
    problems += expect("no text", server.ask("PUT", "/api/program?name=a.irl", {"text": 5})[0], [422])
    problems += expect("unsigned", server.ask("PUT", "/api/program?name=a.irl", {"text": ""}, token=False)[0], [401])
    outside = sorted(p.name for p in server.folder.parent.iterdir())
    problems += [] if outside == ["programs", "secret.irl"] else [f"outside: {outside}"]
    problems += [] if (server.folder.parent / "secret.irl").read_text() == "secret" else ["the secret was written"]
    problems += expect("a good name", server.ask("PUT", "/api/program?name=My program-2.irl".replace(" ", "%20"),
                                                 {"text": "mine"})[0], [200])
    with Server(server.erfd) as other:
        problems += expect("no folder", other.ask("PUT", "/api/program?name=a.irl", {"text": ""})[0], [403])
    return problems


def attack_43_race_of_links(server):
    """A file that turns into a link while it is written is replaced, never followed."""
    secret, target = server.folder.parent / "secret.irl", server.folder / "race.irl"
    over = threading.Event()

    def swap():
        while not over.is_set():
            try:
                os.symlink(secret, server.folder / "next")
                os.replace(server.folder / "next", target)
                os.unlink(target)
            except OSError:
                pass  # the server was quicker

    thread = threading.Thread(target=swap)
    thread.start()
    statuses = [server.ask("PUT", "/api/program?name=race.irl", {"text": "mine"})[0] for _ in range(300)]
    over.set()
    thread.join()
    target.unlink(missing_ok=True)
    problems = [] if secret.read_text() == "secret" else ["the secret was written"]
    problems += [] if {200, 422} >= set(statuses) and 200 in statuses else [f"{set(statuses)}"]
    left = [p.name for p in server.folder.iterdir() if p.name.endswith(".part")]
    return problems + [f"left: {left}"] * bool(left)


SCENARIO = """format = "erfd-scenario/1"
robot = "planar2r"
duration_s = 8
[initial]
q_deg = [30, 0]
[input]
kind = "joint_torques"
values_N_m = 0
[output]
period_s = 0.001
"""


@slow
def attack_98_a_simulation_is_not_changed(server):
    """What a simulation computes while its server is attacked is, bit by bit, what it computes alone."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = os.path.join(folder, "fall.toml")
        with open(scenario, "w") as file:
            file.write(SCENARIO)
        results = []
        for name, options in (("alone", []), ("beside", ["--live", str(server.live_port)])):
            path = os.path.join(folder, name + ".csv")
            run = subprocess.Popen([server.erfd, "simulate", scenario, "--out", path, *options], env=environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            while options and run.poll() is None:
                for attack in (attacks_http.wait_beside_half_open, attacks_http.attack_27_36_churn,
                               attacks_websocket.attack_31_32_lengths, attacks_websocket.attack_34_floods):
                    attack(server)
            said = run.communicate()[1]
            results.append((run.returncode, said, open(path, "rb").read()) if os.path.exists(path) else (None, said, b""))
    problems = expect("exit status", [r[0] for r in results], [[0, 0]])
    problems += expect("what it says of its live link", b"live:" in results[1][1], [False])
    return problems + expect("the same bytes", results[0][2] == results[1][2] and len(results[0][2]) > 100000, [True])
