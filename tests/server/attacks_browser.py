"""A. Through the user's browser."""
import pathlib
import subprocess
import time

from attack import at_once, expect, get, head
from client import Server, Source, WebSocket, environment

FORGED_HOSTS = ["evil.example:{p}", "evil.example", "127.0.0.1.evil.example:{p}", "localhost.evil.example:{p}",
                "evil-localhost:{p}", "localhostevil.example:{p}", "xn--localhost:{p}", "localhost.localdomain:{p}",
                "a.localhost:{p}", "ip6-localhost:{p}", "loopback:{p}", "www.localhost:{p}",  # names
                "127.0.0.1", "localhost", "127.0.0.1:", "localhost:", "127.0.0.1:1", "localhost:1", "127.0.0.1:80",
                "127.0.0.1:0{p}", "127.0.0.1:+{p}", "127.0.0.1:{p}0", "127.0.0.1:{p}.", "127.0.0.1:{p}:{p}",
                "127.0.0.1:0x{p}", "127.0.0.1::{p}", "127.0.0.1: {p}", "127.0.0.1 :{p}",  # ports
                "127.0.0.2:{p}", "127.1:{p}", "127.0.1:{p}", "127.255.255.254:{p}", "0.0.0.0:{p}", "0:{p}", "1.0.0.127:{p}",
                "2130706433:{p}", "0x7f000001:{p}", "0x7f.1:{p}", "017700000001:{p}", "0177.0.0.1:{p}", "127.000.000.001:{p}",
                "127.0.0.01:{p}", "127.0.0.1.:{p}", "127.0.0.1%00:{p}", "192.168.0.1:{p}", "169.254.169.254:{p}",  # numbers
                "[::1]:{p}", "[::]:{p}", "[::ffff:7f00:1]:{p}", "[::ffff:127.0.0.1]:{p}", "[0:0:0:0:0:0:0:1]:{p}",
                "[fe80::1%25lo]:{p}", "::1:{p}",  # of version 6
                "localhost.:{p}", "LOCALHOST:{p}", "Localhost:{p}", "local host:{p}", "localhost:{p}/", "http://localhost:{p}",
                "//127.0.0.1:{p}", "127.0.0.1:{p}.evil.example", "127.0.0.1:{p}@evil.example", "evil.example@127.0.0.1:{p}",
                "127.0.0.1:{p}#evil.example", "127.0.0.1:{p}?x", "localhost:{p}, evil.example",
                "evil.example, localhost:{p}", "127.0.0.1:{p};evil.example", "\"127.0.0.1:{p}\"", "*", "*:{p}", ":{p}",
                ""]  # spellings
FORGED_ORIGINS = ["http://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1.evil.example",
                  "http://evil.example#localhost", "http://127.0.0.1:1", "http://127.0.0.1", "https://127.0.0.1:{p}",
                  "HTTP://127.0.0.1:{p}", "http://127.0.0.1.:{p}", "http://user@127.0.0.1:{p}", "http://127.0.0.1:{p}/",
                  "file://", "http://localhost:{p}", "", "http://127.0.0.1:{p} http://evil.example"]


def attack_01_02_03_foreign_origins(server):
    problems = []
    for origin in FORGED_ORIGINS:
        origin = origin.format(p=server.port)
        with WebSocket(server, headers={"Origin": origin, "X-Erfd-Token": server.token}) as ws:
            problems += expect(f"socket from {origin!r}", ws.status, [403])
        for path in ("/", "/api/robots"):
            status, _ = server.ask("GET", path, headers={"Origin": origin})
            problems += expect(f"{path} from {origin!r}", status, [403])
    return problems


def attack_04_rebinding(server):
    problems = []
    for host in FORGED_HOSTS:
        host = host.format(p=server.port)
        status, _ = server.ask("GET", "/api/robots", headers={"Host": host})
        problems += expect(f"Host {host!r}", status, [421, 400])
    two = head("GET / HTTP/1.1", f"Host: {server.host}", "Host: evil.example")
    problems += expect("two hosts", server.raw(two)[0], [400])
    problems += expect("no host", server.raw(head("GET / HTTP/1.1"))[0], [400])
    absolute = head("GET http://evil.example/ HTTP/1.1", f"Host: {server.host}")
    return problems + expect("absolute form", server.raw(absolute)[0], [400])


def attack_05_cross_site_posts(server):
    problems = []
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
        for method, path in (("POST", "/api/verify"), ("PUT", "/api/program?name=a.irl")):
            status, _ = server.ask(method, path, {}, headers={"Content-Type": kind})
            problems += expect(f"{method} {kind}", status, [415])
            status, _ = server.ask(method, path, {}, token=False, headers={"Origin": "http://evil.example"})
            problems += expect(f"{method} of a stranger", status, [403])
    return problems


def attack_06_methods(server):
    problems = []
    for method in ("HEAD", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT", "get", "POST"):
        problems += expect(method, server.ask(method, "/")[0], [405])
    for method in ("DELETE", "PATCH", "HEAD"):
        problems += expect(method, server.ask(method, "/api/program?name=a.irl")[0], [405])
    override = server.ask("GET", "/api/verify", headers={"X-HTTP-Method-Override": "POST"})[0]
    problems += expect("GET verify", override, [404])
    return problems + expect("GET with a body", server.ask("GET", "/api/robots", {})[0], [400])


def attack_07_17_preflight(server):
    problems = []
    for extra in ({}, {"Access-Control-Request-Private-Network": "true"}):
        data = head("OPTIONS /api/verify HTTP/1.1", f"Host: {server.host}", "Origin: http://evil.example",
                    "Access-Control-Request-Method: POST", *(f"{k}: {v}" for k, v in extra.items()))
        status, answer = server.raw(data)
        problems += expect("preflight", status, [403])
        problems += [answer] if b"access-control" in answer.lower() else []
    return problems


def attack_08_09_10_16_headers(server):
    problems = []
    for data in (get(server), get(server, "/api/robots"), get(server, "/api/robots", f"X-Erfd-Token: {server.token}"), get(server, "/nothing")):
        _, answer = server.raw(data)
        for wanted in (b"nosniff", b"Cross-Origin-Resource-Policy: same-origin", b"frame-ancestors 'none'",
                       b"default-src 'none'; script-src 'self';", b"Referrer-Policy: no-referrer", b"no-store"):
            problems += [] if wanted in answer else [f"{data[:30]}: {wanted} is missing"]
        problems += [f"inline or eval: {answer[:300]}"] if b"script-src 'self' '" in answer or b"eval" in answer[:900] else []
        kind = b"text/html" if data.startswith(b"GET / ") else b"application/json"
        problems += [] if b"Content-Type: " + kind in answer else [f"{data[:30]}: its type is not {kind}"]
        problems += ["a cookie"] if b"set-cookie" in answer.lower() else []
    return problems


def attack_10_11_names_are_text(server):
    """What comes back, to pages and to terminals, holds no escape codes. The page shows all of it as text: its policy
    forbids the rest, and tests/browser/studio.test.mjs tries."""
    text = "program <img src=x onerror=alert(1)>\x1b[31m; seq endseq endprogram;"
    with WebSocket(server) as ws:
        ws.hello(server)
        server.ask("POST", "/api/verify", {"robot": "planar2r", "program_name": "</script>\x1b[2J", "program_text": text})
        payload = b""
        while b'"problems"' not in payload:
            _, payload = ws.receive()
    with Source(server, hello=False) as source:
        source.send('{"erfd_live":1,"robot":"\x1b[31m","period_s":0.001}')
        answer = source.lines.readline().encode()
    said = subprocess.run([server.erfd, "fk", "\x1b[31mred"], capture_output=True, env=environment())
    problems = expect("an unknown robot", said.returncode, [2])
    return problems + [f"{t}" for t in (payload, answer, said.stderr) if b"\x1b" in t]


def attack_12_15_token_needed_and_kept(server):
    paths = ["/api/run", "/api/robots", "/api/programs", "/api/program?name=blends"]
    paths += [f"{path}{'&' if '?' in path else '?'}token={server.token}" for path in paths]
    problems = at_once(lambda path: expect(path, server.ask("GET", path, token=False)[0], [401]), paths)
    arguments = pathlib.Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
    environ = pathlib.Path(f"/proc/{server.process.pid}/environ").read_bytes()
    problems += ["the token is in the process list"] if server.token.encode() in arguments + environ else []
    _, page = server.raw(get(server))
    return problems + (["the token is in the page"] if server.token.encode() in page else [])


def attack_13_cookies_do_not_count(server):
    status, _ = server.ask("GET", "/api/robots", token=False, headers={"Cookie": f"token={server.token}"})
    return expect("cookie", status, [401])


def attack_12_old_tokens_are_worthless(server):
    with Server(server.erfd) as other:
        problems = expect("token of another start", other.ask("GET", "/api/robots", token=False,
                                                              headers={"X-Erfd-Token": server.token})[0], [401])
        return problems + ([] if len(other.token) == 32 and other.token != server.token else [f"token {other.token}"])


def attack_14_guessing_gets_slow(server):
    """In the head, in the first message and in the address; the right token stays quick."""
    def asked(guess):
        return expect(guess, server.ask("GET", "/api/robots", token=False, headers={"X-Erfd-Token": guess})[0], [401])

    def said(guess):
        with WebSocket(server) as ws:
            ws.text({"type": "hello", "token": guess})
            return expect(guess, ws.closing(), [1008])

    def addressed(guess):
        headers = {"Sec-WebSocket-Protocol": "foxglove.websocket.v1"}
        with WebSocket(server, f"/foxglove?token={guess}", headers) as ws:
            return expect(guess, ws.status, [403])

    token = server.token
    guesses = ["", "0" * 32, token[:-1], token + "0", token.upper() + " ", token[:-1] + chr(ord(token[-1]) ^ 1)] * 2
    problems = at_once(asked, guesses)
    for guess in (asked, said, addressed):
        begin = time.monotonic()
        problems += guess("0" * 32)
        problems += [] if time.monotonic() - begin > 0.9 else [f"no delay after many wrong tokens: {guess.__name__}"]
    begin = time.monotonic()
    problems += expect("the right one", server.ask("GET", "/api/robots")[0], [200])
    return problems + ([] if time.monotonic() - begin < 0.9 else ["the right token waits, too"])
