"""What attacks share: requests as bytes, clients at the same time, attacks that mostly wait."""
import concurrent.futures
import time


def expect(what, found, expected):
    return [] if found in expected else [f"{what}: found {found}, expected {' or '.join(map(str, expected))}"]


def at_most(what, found, limit, unit="s"):
    return [] if found <= limit else [f"{what}: {found:.2f} {unit}, expected at most {limit:.2f}"]


def head(*lines):
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


def get(server, path="/", *more):
    return head(f"GET {path} HTTP/1.1", f"Host: {server.host}", *more)


def post(server, *more):
    return head("POST /api/verify HTTP/1.1", f"Host: {server.host}", f"X-Erfd-Token: {server.token}",
                "Content-Type: application/json", *more)


def at_once(work, items):
    """All problems of work(item), one thread an item: refusals of guessed tokens take a second each."""
    items = list(items)
    with concurrent.futures.ThreadPoolExecutor(len(items)) as pool:
        return [problem for problems in pool.map(work, items) for problem in problems]


def slow(attack):
    """Marks an attack that mostly waits: it runs beside the others, on a server of its own."""
    attack.is_slow = True
    return attack


def seconds_until_closed(sock, limit):
    """How long the server keeps a silent connection; infinite if it is still open after the limit."""
    begin = time.monotonic()
    sock.settimeout(limit)
    try:
        while sock.recv(65536):
            pass
    except TimeoutError:
        return float("inf")
    except OSError:
        pass
    return time.monotonic() - begin


def seconds_of_dripping(sock, byte, limit):
    """How long the server lets a client send one byte in half a second; infinite if longer than the limit."""
    begin = time.monotonic()
    sock.settimeout(0.5)
    while time.monotonic() - begin < limit:
        try:
            sock.sendall(byte)
            if sock.recv(1) == b"":
                return time.monotonic() - begin
        except TimeoutError:
            pass
        except OSError:
            return time.monotonic() - begin
    return float("inf")
