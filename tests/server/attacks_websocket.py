"""C. Frames and clients of the WebSocket."""
import math
import pathlib
import socket
import struct
import tempfile
import time

from attack import at_most, at_once, expect, get, slow
from client import PATIENCE, ROOT, SANITIZED, Server, Source, WebSocket


def greeted(server, **options):
    """A client with the token: the deadline of strangers cannot be what closes it. It has read all that the server says
    at first: a close code cannot come in the middle of a message."""
    ws = WebSocket(server, **options)
    ws.hello(server)
    ws.json("source")
    return ws


def attack_30_broken_frames(server):
    cases = {"unmasked": (dict(opcode=1, payload=b"{}", masked=False), 1002),
             "reserved bit": (dict(opcode=1, payload=b"{}", reserved=4), 1002),
             "reserved opcode": (dict(opcode=3, payload=b"{}"), 1002),
             "reserved control": (dict(opcode=11, payload=b""), 1002),
             "fragmented ping": (dict(opcode=9, payload=b"", fin=False), 1002),
             "long ping": (dict(opcode=9, payload=b"x" * 126), 1002),
             "continuation of nothing": (dict(opcode=0, payload=b"x"), 1002),
             "bad UTF-8": (dict(opcode=1, payload=b"\xff\xfe"), 1007),
             "close code 999": (dict(opcode=8, payload=struct.pack("!H", 999)), 1002),
             "close of one byte": (dict(opcode=8, payload=b"x"), 1002),
             "binary": (dict(opcode=2, payload=b"{}"), 1008)}
    problems = []
    for name, (frame, code) in cases.items():
        with greeted(server) as ws:
            ws.frame(**frame)
            problems += expect(name, ws.closing(), [code])
    with greeted(server) as ws:
        ws.frame(1, b"\xe2\x82", fin=False)
        ws.frame(0, b"\x28")
        return problems + expect("UTF-8 broken over fragments", ws.closing(), [1007])


def attack_31_32_lengths(server):
    """Refused by the length that is claimed, before a byte of it comes."""
    problems = []
    memory = server.memory()
    for name, size in (("64 KiB + 1", 65537), ("1 GiB", 1 << 30), ("2^63 - 1", (1 << 63) - 1), ("top bit", 1 << 63)):
        with greeted(server) as ws:
            begin = time.monotonic()
            ws.frame(1, b"", length=size)
            problems += expect(name, ws.closing(), [1009, 1002])
            problems += at_most(name, time.monotonic() - begin, PATIENCE)
    with greeted(server) as ws:
        try:
            ws.frame(1, b"x" * 1000, fin=False)
            for _ in range(100):
                ws.frame(0, b"x" * 1000, fin=False)
        except OSError:
            pass
        problems += expect("endless message", ws.closing(), [1009, 0])
    grown = server.memory() - memory
    return problems + ([f"memory grew by {grown} bytes"] if grown > 1 << 20 and not SANITIZED else [])


@slow
def attack_32_empty_fragments(server):
    """A message that never ends, of nothing: a stranger has 5 s for it, a client with the token 30 s, and both share the
    server with the others."""
    def flood(ws, limit):
        begin = time.monotonic()
        try:
            ws.frame(1, b"", fin=False)
            while time.monotonic() - begin < limit:
                ws.socket.sendall(b"\x00\x80\0\0\0\0" * 1000)
        except OSError:
            pass
        ws.socket.close()
        return at_most("a message of empty fragments", time.monotonic() - begin, limit - 1)

    def honest(_):
        time.sleep(1)
        begin = time.monotonic()
        problems = expect("honest", server.ask("GET", "/api/robots")[0], [200])
        return problems + at_most("honest request beside the flood", time.monotonic() - begin, PATIENCE)

    stranger, known = WebSocket(server), greeted(server)
    return at_once(lambda work: work(None), [lambda _: flood(stranger, 9), lambda _: flood(known, 34), honest])


def attack_33_no_compression(server):
    with greeted(server, headers={"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}) as ws:
        offered = [f"offered: {ws.head}"] if b"deflate" in ws.head.lower() else []
        ws.frame(1, b"\x00" * 100, reserved=4)
        return offered + expect("compressed frame", ws.closing(), [1002])


def attack_34_floods(server):
    """20 pings and 100 messages a second."""
    def flood(frame, count):
        with greeted(server) as ws:
            try:
                for _ in range(count):
                    ws.frame(**frame)
            except OSError:
                pass
            return ws.closing()

    problems = expect("flood of pings", flood(dict(opcode=9, payload=b"x" * 100), 2000), [0, 1008])
    headers = {"Origin": None, "Sec-WebSocket-Protocol": "foxglove.sdk.v1"}
    with WebSocket(server, f"/foxglove?token={server.token}", headers) as ws:
        for _ in range(150):
            ws.text('{"op":"unsubscribe","subscriptionIds":[]}')
        return problems + expect("flood of messages", ws.closing(), [0, 1008])


@slow
def attack_34_no_pong(server):
    """A client that answers no ping is asked once and closed after 30 s."""
    with greeted(server, timeout=40) as ws:
        begin, pings = time.monotonic(), 0
        try:
            while True:
                opcode, _ = ws.receive()
                pings += opcode == 9
        except OSError:
            pass
        lasted = time.monotonic() - begin
    problems = expect("pings", pings, [1]) + at_most("a client without pongs", lasted, 33 * PATIENCE)
    return problems + ([] if lasted > 14 else [f"closed after {lasted:.1f} s"])


@slow
def attack_34_only_pongs(server):
    """A viewer that says nothing and answers every ping stays, however long it looks on."""
    begin = time.monotonic()
    with greeted(server, timeout=20) as ws:
        for _ in range(3):
            problems = expect("what comes", ws.receive()[0], [9])
            ws.frame(10)
        ws.frame(9, b"there?")
        problems += expect("its own ping", ws.receive(), [(10, b"there?")])
    return problems + ([] if time.monotonic() - begin > 45 else ["the pings come too early"])


def attack_35_messages_and_tokens(server):
    def says(first):
        with WebSocket(server) as ws:
            ws.text(first)
            return expect(first[:30], ws.closing(), [1008])

    def refused(opening):
        path, headers = opening
        with WebSocket(server, path, headers=headers) as ws:
            return expect(f"{path[:20]} {headers}", ws.status, [403])

    foxglove = {"Sec-WebSocket-Protocol": "foxglove.websocket.v1"}
    problems = at_once(says, ["x", "{}", "[]", '{"type":"hello"}', '{"type":"hello","token":5}', '{"type":"hello","token":"0"}',
                              "[" * 30000, '{"type":"verify"}'])
    problems += at_once(refused, [("/ws", {"Origin": None}), ("/ws", {"Origin": None, "X-Erfd-Token": "0" * 32}),
                                  ("/foxglove", foxglove), ("/foxglove?token=0", foxglove),
                                  (f"/foxglove?token={server.token[:-1]}x", foxglove)])
    with WebSocket(server, "/other") as ws:
        return problems + expect("other path", ws.status, [404])


@slow
def attack_35_silent_strangers(server):
    with WebSocket(server) as ws:
        begin = time.monotonic()
        problems = expect("silent", ws.closing(), [0])
        return problems + at_most("a client without hello", time.monotonic() - begin, 8 * PATIENCE)


@slow
def attack_35_never_reading(server):
    """Pages that read nothing, and many results for them: they replace each other, all pages share them, and the pages are
    closed."""
    text = (ROOT / "examples/programs/lola15_reference.irl").read_text()
    before = server.handles_before
    deaf = [greeted(server, small_window=True) for _ in range(10)]
    with greeted(server, timeout=60) as ws:
        memory = server.memory()
        for _ in range(10):
            server.ask("POST", "/api/verify", {"robot": "lola15", "program_name": "x", "program_text": text})
            ws.json("run", timeout=60)
        grown = (server.memory() - memory) / len(deaf) / 2**20
    print(f"        ten results for pages that read nothing: {grown:+.2f} MiB each")
    problems = [] if SANITIZED else at_most("memory of a page that reads nothing", grown, 2, "MiB")
    begin = time.monotonic()
    while server.handles() > before and time.monotonic() - begin < 40:
        time.sleep(0.2)
    for ws in deaf:
        ws.socket.close()
    return problems + at_most("a page that reads nothing", time.monotonic() - begin, 20 * PATIENCE)


def large_mesh(folder):
    """A robot file whose picture has 80 000 triangles."""
    m, triangle = 200, struct.Struct("<12fH")
    corner = [[(i / m, j / m, 0.05 * math.sin(0.1 * i) * math.cos(0.1 * j)) for j in range(m + 1)] for i in range(m + 1)]
    data = b"".join(triangle.pack(0, 0, 1, *corner[i][j], *b, *corner[i + 1][j + 1], 0) for i in range(m) for j in range(m)
                    for b in (corner[i + 1][j], corner[i][j + 1]))
    (folder / "a.stl").write_bytes(b"\0" * 80 + struct.pack("<I", 2 * m * m) + data)
    inertia = '<mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/>'
    robot = folder / "meshy.urdf"
    robot.write_text(f'<robot name="meshy"><link name="base"/><link name="arm"><inertial>{inertia}</inertial><visual><geometry>'
                     '<mesh filename="a.stl"/></geometry></visual></link><joint name="j" type="revolute"><parent link="base"/>'
                     '<child link="arm"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="10" velocity="3"/></joint></robot>')
    return robot


@slow
def attack_35_large_robots(server):
    """The document of a large live robot is there once, not once for every page that does not read it; hellos do not read
    its files again and again."""
    with tempfile.TemporaryDirectory() as folder:
        robot = str(large_mesh(pathlib.Path(folder)))
        with Server(server.erfd, robot, "--live", "--live-port", 0) as other:
            with Source(other, robot) as source:
                time.sleep(0.5 * PATIENCE)
                size = len(other.raw(get(other, "/api/run", f"X-Erfd-Token: {other.token}"))[1]) / 2**20
                memory, deaf = other.memory(), [WebSocket(other, small_window=True) for _ in range(10)]
                for ws in deaf:
                    ws.text({"type": "hello", "token": other.token})
                time.sleep(PATIENCE)
                grown = (other.memory() - memory) / len(deaf) / 2**20
                source.send({"erfd_live": 1, "robot": robot, "period_s": 0.001})
                problems = expect("a second hello", "second hello" in source.lines.readline(), [True])
            begin = time.monotonic()
            for _ in range(100):
                Source(other, robot, hello=False).socket.sendall(b'{"erfd_live":1,"period_s":0.001}\n')
            problems += expect("honest", other.ask("GET", "/api/robots")[0], [200])
            waited = time.monotonic() - begin
            for ws in deaf:
                ws.socket.close()
    print(f"        pages that read nothing of a robot of {size:.1f} MiB: {grown:+.2f} MiB each; a request beside 100 hellos: "
          f"{1000 * waited:.0f} ms")
    problems += [] if size > 1.5 else [f"a document of {size:.1f} MiB: nothing was tried"]
    problems += [] if SANITIZED else at_most("memory of a page that reads nothing", grown, 1, "MiB")
    return problems + at_most("an honest request beside 100 hellos", waited, 2 * PATIENCE)


@slow
def attack_35_reading_steadily(server):
    """No attack: a page that needs longer for a large document than the 10 s of a small answer gets it."""
    with greeted(server, timeout=60) as ws:
        text = "program a; seq wait 500 sec; endseq endprogram;"
        server.ask("POST", "/api/verify", {"robot": "lola15", "program_name": "x", "program_text": text})
        data = b""
        while b'{"type":"run"' not in data:
            part = ws.socket.recv(1 << 16)
            if not part or b'"failed"' in part:
                return [f"no document: {part}"]
            data = data[-20:] + part
        at = data.index(b'{"type":"run"')
        size, seen, begin = struct.unpack("!Q", data[at - 8:at])[0], len(data) - at, time.monotonic()
        lasts = 8 + size / 2**20  # seconds; it may take 10 s and 1 s for each MiB
        while seen < size and (part := ws.socket.recv(min(1 << 16, size - seen))):  # a ping may stand behind it
            seen += len(part)
            time.sleep(max(0.0, begin + lasts * seen / size - time.monotonic()))
    problems = [] if lasts > 15 else [f"a document of {size} bytes: nothing was tried"]
    return problems + expect(f"bytes of the document in {time.monotonic() - begin:.1f} s", seen, [size])


@slow
def attack_35_reading_a_byte_a_second(server):
    """Live samples for a client that takes one byte a second: the oldest are dropped, and it is closed."""
    memory = server.memory()
    with greeted(server, small_window=True) as ws, Source(server, "lola15") as source:
        before, begin, k = server.handles(), time.monotonic(), 0
        ws.socket.settimeout(0.001)
        while server.handles() >= before and time.monotonic() - begin < 45:
            source.send({"t_s": 0.016 * k, "q": [0.1234567] * 6, "qd": [0.1234567] * 6, "ua": [1.234567] * 6})
            k += 1
            time.sleep(0.002)
            if k % 500 == 0:
                try:
                    ws.socket.recv(1)
                except OSError:
                    pass
        lasted, grown = time.monotonic() - begin, server.memory() - memory
    problems = [f"memory grew by {grown / 2**20:.1f} MiB"] if grown > 2 << 20 and not SANITIZED else []
    return problems + at_most("a client that reads a byte a second", lasted, 30 * PATIENCE)


def attack_36_half_closed(server):
    """A client that only ends its own half, in a frame or between two, leaves nothing behind."""
    before = server.handles()
    for part in (b"", b"\x81\xfe\x10"):
        with greeted(server) as ws:
            ws.socket.sendall(part)
            ws.socket.shutdown(socket.SHUT_WR)
            ws.closing()
    for _ in range(50):
        if server.handles() <= before:
            return []
        time.sleep(0.1)
    return [f"handles: {before}, then {server.handles()}"]
