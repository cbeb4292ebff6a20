"""A server to test, raw HTTP and a small WebSocket client. Nothing beyond the standard library."""
import base64
import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import time

#: Sanitizers slow the server down and keep freed memory: times get longer, memory tells nothing.
SANITIZED = os.environ.get("ERFD_SANITIZED") == "1"
PATIENCE = 10 if SANITIZED else 1

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def environment():
    """Of erfd under test: the robots of the tree, and what the sanitizers need."""
    kept = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
    return kept | {"ERFD_ROBOTS": str(ROOT / "robots")}


class Server:
    """erfd serve on free ports of 127.0.0.1; ended with its block."""

    def __init__(self, erfd, *arguments, **options):
        self.erfd = erfd
        self.process = subprocess.Popen([erfd, "serve", *map(str, arguments)], stderr=subprocess.PIPE, text=True,
                                        env=environment(), **options)
        self.live_port = None
        wanted = 3 if "--live" in arguments else 1
        self.said = []
        while wanted:
            line = self.process.stderr.readline()
            if not line:
                raise RuntimeError(f"the server ended: {self.said}")
            self.said.append(line)
            wanted -= line.startswith(("open", "live samples", "Foxglove"))
            if found := re.match(r"open http://127.0.0.1:(\d+)/#token=(\w+)", line):
                self.port, self.token = int(found[1]), found[2]
            if found := re.match(r"live samples: 127.0.0.1 port (\d+)", line):
                self.live_port = int(found[1])
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10 * PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        rest = "" if self.process.stderr.closed else self.process.stderr.read()
        self.process.stderr.close()
        if self.process.returncode != 0:  # a sanitizer has something to say, or it did not end by itself
            raise RuntimeError(f"the server ended with {self.process.returncode}: {rest[-4000:]}")

    def memory(self):
        """Resident bytes."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", text)[1])

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def handles(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def connect(self, timeout=10.0):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout * PATIENCE)

    def raw(self, data, timeout=10.0):
        """What the server answers to these bytes until it closes: the status (0: none) and all bytes."""
        with self.connect(timeout) as s:
            try:
                s.sendall(data)
            except OSError:
                pass
            answer = b""
            try:
                while part := s.recv(65536):
                    answer += part
                    if complete(answer):
                        break
            except OSError:
                pass
        return status_of(answer), answer

    def ask(self, method, path, body=None, token=True, headers=()):
        """A well-formed request. The status and the value of the JSON answer (None: none)."""
        fields = {"Host": self.host, "Connection": "close"}
        if token:
            fields["X-Erfd-Token"] = self.token
        data = b""
        if body is not None:
            data = json.dumps(body).encode() if not isinstance(body, bytes) else body
            fields |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
        fields |= dict(headers)
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items() if v is not None)
        status, answer = self.raw(head.encode() + b"\r\n" + data)
        text = answer.partition(b"\r\n\r\n")[2]
        try:
            return status, json.loads(text) if text else None
        except ValueError:
            return status, text


def complete(answer):
    head, found, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head)
    return bool(found) and length is not None and len(body) >= int(length[1])


def status_of(answer):
    found = re.match(rb"HTTP/1.1 (\d+)", answer)
    return int(found[1]) if found else 0


class WebSocket:
    """A client that can also break the rules."""

    def __init__(self, server, path="/ws", headers=None, timeout=10.0, small_window=False, ready=None):
        self.socket = ready or socket.socket()
        if small_window:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(timeout * PATIENCE)
        if not ready:
            self.socket.connect(("127.0.0.1", server.port))
        fields = {"Host": server.host, "Origin": server.origin, "Upgrade": "websocket", "Connection": "Upgrade",
                  "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version": "13"}
        fields |= headers or {}
        self.socket.sendall((f"GET {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items()
                                                                  if v is not None) + "\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            part = self.socket.recv(4096)
            if not part:
                break
            self.buffer += part
        self.head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = status_of(self.head)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def frame(self, opcode, payload=b"", fin=True, masked=True, reserved=0, length=None):
        size = len(payload) if length is None else length
        first = (0x80 if fin else 0) | reserved << 4 | opcode
        mask_bit = 0x80 if masked else 0
        if size < 126:
            head = struct.pack("!BB", first, mask_bit | size)
        elif size < 65536:
            head = struct.pack("!BBH", first, mask_bit | 126, size)
        else:
            head = struct.pack("!BBQ", first, mask_bit | 127, size)
        if masked:
            head += b"\0\0\0\0"  # a mask that changes nothing
        self.socket.sendall(head + payload)

    def text(self, value):
        self.frame(1, (value if isinstance(value, str) else json.dumps(value)).encode())

    def hello(self, server):
        self.text({"type": "hello", "token": server.token})
        return self.json()

    def _need(self, count):
        parts, size = [self.buffer], len(self.buffer)
        while size < count:
            parts.append(self.socket.recv(1 << 18))
            size += len(parts[-1])
            if not parts[-1]:
                raise ConnectionError("closed")
        self.buffer = b"".join(parts)

    def receive(self):
        """Opcode and payload of the next frame."""
        self._need(2)
        size, at = self.buffer[1] & 127, 2
        if size == 126:
            self._need(4)
            size, at = struct.unpack_from("!H", self.buffer, 2)[0], 4
        elif size == 127:
            self._need(10)
            size, at = struct.unpack_from("!Q", self.buffer, 2)[0], 10
        self._need(at + size)
        opcode, payload = self.buffer[0] & 15, self.buffer[at:at + size]
        self.buffer = self.buffer[at + size:]
        return opcode, payload

    def json(self, kind=None, timeout=20.0):
        """The next message, or the next of a type."""
        end = time.monotonic() + timeout * PATIENCE
        while time.monotonic() < end:
            opcode, payload = self.receive()
            if opcode == 9:
                self.frame(10, payload)
            if opcode == 8:
                raise ConnectionError(f"closed with {self.code(payload)}")
            if opcode == 1:
                message = json.loads(payload)
                if kind is None or message.get("type") == kind:
                    return message
        raise TimeoutError(kind)

    @staticmethod
    def code(payload):
        return struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 0

    def closing(self):
        """The close code that comes, 0 if the connection just ends, None if it stays open."""
        try:
            while True:
                opcode, payload = self.receive()
                if opcode == 8:
                    return self.code(payload)
        except TimeoutError:
            return None
        except (ConnectionError, OSError):
            return 0


class Source:
    """A source of live samples."""

    def __init__(self, server, robot="planar2r", period=0.001, hello=True):
        self.socket = socket.create_connection(("127.0.0.1", server.live_port), timeout=10 * PATIENCE)
        self.lines = self.socket.makefile("r")
        if hello:
            self.send({"erfd_live": 1, "robot": robot, "period_s": period})
            self.answer = self.lines.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.socket.close()

    def send(self, value):
        self.socket.sendall((value if isinstance(value, str) else json.dumps(value)).encode() + b"\n")


def chosen(tests, names):
    """Functions as report() wants them: all, or those whose name holds one of the names."""
    return [(t.__name__, t) for t in tests if not names or any(n in t.__name__ for n in names)]


def report(tests):
    """Runs functions that return a list of problems, given as (name, function). Prints one line each; 1 if any failed."""
    failed = 0
    for name, test in tests:
        begin = time.monotonic()
        try:
            problems = test()
        except Exception as error:  # noqa: BLE001: a test that breaks has failed, the others go on
            problems = [f"{type(error).__name__}: {error}"]
        failed += bool(problems)
        print(f"{'FAILED' if problems else 'ok':6}  {name} ({time.monotonic() - begin:.1f} s)", *problems,
              sep="\n        ", flush=True)
    print(f"{len(tests)} cases, {failed} failed")
    return failed > 0 or not tests
