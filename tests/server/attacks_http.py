"""B. Requests: parsing, sizes, times."""
import json
import resource
import socket
import struct
import time

from attack import at_most, expect, get, head, post, seconds_of_dripping, seconds_until_closed, slow
from client import PATIENCE, SANITIZED, Server, WebSocket, status_of


def attack_18_traversal(server):
    problems = []
    for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%252e%252e/x", "/..\\..\\etc",
                 "/assets/../../x", "/proc/self/environ", "//etc/passwd", "/.", "/%00", "/%c0%ae%c0%ae/x", "/index.html/.."):
        problems += expect(path, server.raw(get(server, path))[0], [404, 400])
    for name in ("../secret.irl", "..%2fsecret.irl", "%2e%2e%2fsecret.irl", "%252e%252e%252fsecret.irl", "/etc/passwd",
                 "..\\secret.irl", "a%00.irl", "%c0%ae%c0%ae/secret.irl", "link.irl", "pipe.irl", "folder.irl",
                 "sub/deep.irl", ".hidden.irl", "notes.txt", "", "a" * 200 + ".irl", "%zz.irl", "./ok.irl", "big.irl"):
        status, answer = server.ask("GET", f"/api/program?name={name}")
        problems += expect(f"read {name}", status, [404, 422])
        problems += [f"read {name}: {answer}"] if "secret" in json.dumps(answer).replace("secret.irl", "") else []
    return problems


def attack_20_smuggling(server):
    cases = {"CL and TE": post(server, "Content-Length: 4", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
             "two CL": post(server, "Content-Length: 4", "Content-Length: 5") + b"{}  ",
             "same CL twice": post(server, "Content-Length: 4", "Content-Length: 4") + b"{}  ",
             "CL list": post(server, "Content-Length: 4, 4") + b"{}  ",
             "TE": post(server, "Transfer-Encoding: chunked") + b"-2\r\n",
             "TE hidden": post(server, "Transfer-Encoding : chunked") + b"0x10\r\n",
             "TE other": post(server, "Transfer-Encoding: xchunked") + b"1" * 17 + b"\r\n",
             "CL sign": post(server, "Content-Length: +4") + b"{}  ",
             "CL minus": post(server, "Content-Length: -4") + b"{}  ",
             "CL hex": post(server, "Content-Length: 0x4") + b"{}  ",
             "bare LF": get(server).replace(b"\r\n", b"\n"),
             "bare LF inside": get(server, "/", "A: b\nC: d"),
             "bare CR inside": get(server, "/", "A: b\rC: d"),
             "space before colon": get(server, "/", "A : b"),
             "folded line": get(server, "/", "A: b", " c"),
             "folded with tab": get(server, "/", "A: b", "\tc"),
             "no colon": get(server, "/", "A"),
             "empty name": get(server, "/", ": b"),
             "NUL": get(server, "/", "A: b\0"),
             "Latin-1": get(server, "/", "A: \xe9"),
             "two spaces": head("GET  / HTTP/1.1", f"Host: {server.host}"),
             "tab in line": head("GET\t/ HTTP/1.1", f"Host: {server.host}"),
             "fragment": get(server, "/#x"),
             "empty line first": b"\r\n" + get(server),
             "garbage": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"}
    problems = [p for name, data in cases.items() for p in expect(name, server.raw(data)[0], [400])]
    for version in ("HTTP/1.0", "HTTP/2.0", "HTTP/1.2"):
        problems += expect(version, server.raw(head(f"GET / {version}", f"Host: {server.host}"))[0], [505])
    with server.connect() as s:  # pipelined: two answers in order, none confused
        s.sendall(get(server, "/nothing") + get(server, "/api/robots", f"X-Erfd-Token: {server.token}", "Connection: close"))
        answer = b""
        while part := s.recv(65536):
            answer += part
    statuses = [status_of(b"HTTP/1.1 " + a) for a in answer.split(b"HTTP/1.1 ")[1:]]
    return problems + expect("two requests at once", statuses, [[404, 200]])


def attack_21_25_bodies(server):
    problems = expect("2 MiB", server.raw(post(server, "Content-Length: 2097152"))[0], [413])
    problems += expect("2^64", server.raw(post(server, "Content-Length: 18446744073709551617"))[0], [413])
    problems += expect("endless chunks", server.raw(post(server, "Transfer-Encoding: chunked")
                                                    + b"10000\r\n" + b"x" * 65536)[0], [400])
    problems += expect("no length", server.raw(post(server))[0], [411])
    problems += expect("gzip", server.raw(post(server, "Content-Encoding: gzip", "Content-Length: 3") + b"abc")[0], [415])
    problems += expect("expect", server.raw(post(server, "Expect: 100-continue", "Content-Length: 3"))[0], [417])
    return problems


def attack_22_large_heads(server):
    problems = expect("1 MiB address", server.raw(get(server, "/" + "a" * (1 << 20)))[0], [414])
    problems += expect("3 KiB address", server.raw(get(server, "/" + "a" * 3000))[0], [414])
    problems += expect("1 MiB head", server.raw(get(server, "/", "A: " + "b" * (1 << 20)))[0], [431])
    problems += expect("10000 fields", server.raw(get(server, "/", *["A: b"] * 10000))[0], [431])
    return problems + expect("65 fields", server.raw(get(server, "/", *["A: b"] * 65))[0], [431])


def attack_23_24_28_29_oddities(server):
    problems = []
    for name in ("a%0d%0aSet-Cookie:x=1.irl", "a%0aX:y.irl"):
        status, answer = server.raw(get(server, f"/api/program?name={name}", f"X-Erfd-Token: {server.token}"))
        problems += expect(name, status, [422, 404]) + ([f"{answer}"] if b"Set-Cookie:x" in answer.partition(b"\r\n\r\n")[0] else [])
    ranges = ",".join(f"{i}-{i + 100}" for i in range(500))
    problems += expect("ranges", server.raw(get(server, "/", f"Range: bytes={ranges}"))[0], [200])
    problems += expect("nested", server.raw(get(server, "/" + "a/" * 900))[0], [404])
    upgrade = get(server, "/", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk")
    problems += expect("h2c", server.raw(upgrade)[0], [200])
    return problems + expect("HTTP/2 preface", server.raw(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")[0], [400])


def wait_beside_half_open(server):
    """How long an honest request takes beside 500 connections that say little or nothing [s]."""
    crowd = [server.connect() for _ in range(500)]
    for s in crowd[:400]:
        try:
            s.sendall(b"GET / HTTP/1.1\r\nHost: ")
        except OSError:
            pass  # already closed to make room
    begin = time.monotonic()
    status, _ = server.ask("GET", "/api/robots")
    waited = time.monotonic() - begin
    for s in crowd:
        s.close()
    return waited if status == 200 else float("inf")


def attack_26_half_open_connections(server):
    waited = wait_beside_half_open(server)
    print(f"        honest request beside 500 half-open ones: {1000 * waited:.0f} ms")
    return at_most("honest request beside 500 half-open ones", waited, 2 * PATIENCE)


@slow
def attack_26_strangers_that_read_slowly(server):
    """260 clients without the token ask for the page again and again and take nothing of it: they lock nobody out."""
    crowd = []
    for _ in range(260):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", server.port))
        s.settimeout(0.05)
        crowd.append(s)
        try:
            s.sendall(get(server) * 1000)
        except OSError:
            pass  # the server reads no more: its answers are not taken
    cpu = -1
    while server.cpu_seconds() > cpu:  # until it can write to nobody any more
        cpu = server.cpu_seconds()
        time.sleep(0.3)
    begin = time.monotonic()
    problems = expect("honest beside them", server.ask("GET", "/api/robots")[0], [200])
    waited = time.monotonic() - begin
    for s in crowd:
        s.close()
    return problems + at_most("honest request beside strangers that read slowly", waited, PATIENCE)


@slow
def attack_26_slow_heads(server):
    """A head has 5 s in all, however its bytes are spread."""
    with server.connect() as drip:
        return at_most("a head of one byte in half a second", seconds_of_dripping(drip, b"G", 12), 8 * PATIENCE)


@slow
def attack_26_idle_connections(server):
    with server.connect() as idle:
        idle.sendall(get(server, "/nothing"))
        idle.recv(65536)
        return at_most("a connection without its next request", seconds_until_closed(idle, 20), 8 * PATIENCE)


@slow
def attack_26_slow_bodies(server):
    """A body has 10 s in all, whether its bytes come one by one or not at all."""
    begin = time.monotonic()
    with server.connect() as silent, server.connect() as drip:
        silent.sendall(post(server, "Content-Length: 1000") + b"{")
        drip.sendall(post(server, "Content-Length: 1000") + b"{")
        dripped = seconds_of_dripping(drip, b" ", 30)
        problems = at_most("half a body", seconds_until_closed(silent, 30) + dripped, 13 * PATIENCE)
    return problems + at_most("a body of one byte in half a second", time.monotonic() - begin, 13 * PATIENCE)


@slow
def attack_26_slow_reading(server):
    """The run that nobody takes: its answer has 10 s and 1 s for each MiB."""
    before = server.handles_before
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(get(server, "/api/run", f"X-Erfd-Token: {server.token}"))
        begin = time.monotonic()
        time.sleep(0.5)
        problems = [] if server.handles() > before else ["the answer fits into the buffers: nothing was tried"]
        while server.handles() > before and time.monotonic() - begin < 40:
            time.sleep(0.2)
    return problems + at_most("an answer that nobody reads", time.monotonic() - begin, 15 * PATIENCE)


@slow
def attack_27_out_of_handles(server):
    """A server that may open few files pauses, does not spin, and goes on when there is room. Not under sanitizers: UBSan
    looks at memory through a pipe, and reports an error when it cannot open one."""
    if SANITIZED:
        return []
    def few_files():
        resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48))

    with Server(server.erfd, preexec_fn=few_files) as small:
        crowd = [small.connect() for _ in range(100)]
        time.sleep(0.5)
        cpu = small.cpu_seconds()
        time.sleep(2)
        problems = at_most("share of a core while no file can be opened", (small.cpu_seconds() - cpu) / 2, 0.3, "")
        for s in crowd:
            s.close()
        return problems + expect("honest, afterwards", small.ask("GET", "/api/robots")[0], [200])


def attack_27_36_churn(server):
    before = (server.handles(), server.memory())
    for i in range(1000):
        s = server.connect()
        if i % 3 == 0:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset
        if i % 3 != 1:
            s.sendall(get(server)[: 5 + i % 40])
        s.close()
    for i in range(200):
        ws = WebSocket(server)
        ws.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, i % 2))
        ws.socket.sendall(b"\x81\xfe\x10")
        ws.socket.close()
    for _ in range(50):
        if server.handles() <= before[0]:
            break
        time.sleep(0.2)
    problems = [] if server.handles() <= before[0] else [f"handles: {before[0]}, then {server.handles()}"]
    grown = server.memory() - before[1]
    return problems + ([f"memory grew by {grown / 1e6:.1f} MB"] if grown > 4 << 20 and not SANITIZED else [])
