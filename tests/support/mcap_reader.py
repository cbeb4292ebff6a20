"""Reads MCAP files record by record, by the format specification (version 0) and nothing else.

read_mcap(bytes) visits every byte: a byte that belongs to no record, a wrong length, offset, count or check sum is an
AssertionError. read_mcap(bytes, broken_off=True) takes a file that was cut anywhere, and gives its whole chunks.
"""
import json
import struct
import zlib

MAGIC = b"\x89MCAP0\r\n"
(HEADER, FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX, CHUNK_INDEX, STATISTICS, SUMMARY_OFFSET,
 DATA_END) = (1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 15)


class Fields:
    """The content of one record, taken from front to back; `end` wants it to be used up."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        assert self.at + count <= len(self.data), "a record ends too early"
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, code):
        return struct.unpack("<" + code, self.take(struct.calcsize(code)))[0]

    def numbers(self, codes):
        return [self.number(code) for code in codes]

    def bytes(self, code="I"):
        return self.take(self.number(code))

    def text(self):
        return self.bytes().decode()

    def pairs(self, first, second):
        inner, found = Fields(self.bytes()), []
        while inner.at < len(inner.data):
            found.append((inner.number(first), inner.number(second)))
        return found

    def end(self):
        assert self.at == len(self.data), "a record is longer than its fields"


def records(data, start, stop, broken_off=False):
    """Yields (offset, opcode, content) until `stop`."""
    while start < stop:
        if start + 9 > stop and broken_off:
            return
        opcode, length = struct.unpack_from("<BQ", data, start)
        if start + 9 + length > stop:
            assert broken_off, "a record reaches beyond its section"
            return
        yield start, opcode, data[start + 9:start + 9 + length]
        start += 9 + length


class Mcap:
    def __init__(self):
        self.schemas, self.channels, self.messages, self.chunks, self.opcodes = {}, {}, [], [], []

    def schema(self, content):
        f = Fields(content)
        key, value = f.number("H"), (f.text(), f.text(), f.bytes())
        f.end()
        assert key > 0 and self.schemas.setdefault(key, value) == value
        json.loads(value[2])

    def channel(self, content):
        f = Fields(content)
        key, value = f.number("H"), (f.number("H"), f.text(), f.text(), f.bytes())
        f.end()
        assert value[0] in self.schemas and self.channels.setdefault(key, value) == value

    def message(self, content):
        f = Fields(content)
        channel, sequence, logged, published = f.numbers("HIQQ")
        assert channel in self.channels and logged == published
        self.messages.append((sequence, logged, json.loads(content[f.at:])))
        return channel, logged

    def chunk(self, offset, content):
        f = Fields(content)
        first, last, size, check, compression = *f.numbers("QQQI"), f.text()
        inner = f.bytes("Q")
        f.end()
        assert compression == "" and size == len(inner) and check == zlib.crc32(inner)
        index = []
        for at, opcode, message in records(inner, 0, len(inner)):
            assert opcode == MESSAGE
            channel, logged = self.message(message)
            index.append((logged, at))
        assert (first, last) == (min(index)[0], max(index)[0])
        self.chunks.append({"offset": offset, "length": 9 + len(content), "times": (first, last), "index": index,
                            "size": size, "channel": channel})

    def message_index(self, offset, content):
        f = Fields(content)
        chunk = self.chunks[-1]
        assert f.number("H") == chunk["channel"] and f.pairs("Q", "Q") == chunk["index"]
        f.end()
        chunk["index_offset"], chunk["index_length"] = offset, 9 + len(content)

    def chunk_index(self, number, content):
        f, chunk = Fields(content), self.chunks[number]
        assert tuple(f.numbers("QQ")) == chunk["times"]
        assert f.numbers("QQ") == [chunk["offset"], chunk["length"]]
        assert f.pairs("H", "Q") == [(chunk["channel"], chunk["index_offset"])]
        assert f.number("Q") == chunk["index_length"] and f.text() == ""
        assert f.numbers("QQ") == [chunk["size"], chunk["size"]]
        f.end()

    def statistics(self, content):
        f, times = Fields(content), [m[1] for m in self.messages]
        assert f.numbers("QHIIII") == [len(times), len(self.schemas), len(self.channels), 0, 0, len(self.chunks)]
        assert f.numbers("QQ") == [min(times, default=0), max(times, default=0)]
        assert f.pairs("H", "Q") == [(key, len(times)) for key in self.channels]
        f.end()

    def data_section(self, data, start, stop, broken_off=False):
        for offset, opcode, content in records(data, start, stop, broken_off):
            self.opcodes.append(opcode)
            if opcode == HEADER:
                f = Fields(content)
                self.profile, self.library = f.text(), f.text()
                f.end()
                assert offset == len(MAGIC)
            elif opcode in (CHUNK, MESSAGE_INDEX):
                getattr(self, {CHUNK: "chunk", MESSAGE_INDEX: "message_index"}[opcode])(offset, content)
            elif opcode in (SCHEMA, CHANNEL):
                getattr(self, {SCHEMA: "schema", CHANNEL: "channel"}[opcode])(content)
            else:
                assert opcode == DATA_END and offset + 9 + len(content) == stop
                assert struct.unpack("<I", content)[0] == zlib.crc32(data[:offset])

    def summary_section(self, data, start, stop):
        groups, chunks = {}, 0
        for offset, opcode, content in records(data, start, stop):
            self.opcodes.append(opcode)
            begin, length = groups.setdefault(opcode, (offset, 0))
            assert begin + length == offset, "records of one kind do not stand together"
            groups[opcode] = (begin, length + 9 + len(content))
            if opcode == CHUNK_INDEX:
                self.chunk_index(chunks, content)
                chunks += 1
            else:
                {SCHEMA: self.schema, CHANNEL: self.channel, STATISTICS: self.statistics}[opcode](content)
        assert chunks == len(self.chunks)
        return groups


def read_mcap(data, broken_off=False):
    assert data.startswith(MAGIC)
    file = Mcap()
    if broken_off:
        file.data_section(data, len(MAGIC), len(data), True)
        return file
    footer = len(data) - len(MAGIC) - 29  # 9 + 20 bytes
    assert data.endswith(MAGIC) and struct.unpack_from("<BQ", data, footer) == (FOOTER, 20)
    summary, offsets, check = struct.unpack_from("<QQI", data, footer + 9)
    assert check == zlib.crc32(data[summary:footer + 25])
    file.data_section(data, len(MAGIC), summary)
    groups = file.summary_section(data, summary, offsets)
    for _, opcode, content in records(data, offsets, footer):
        assert opcode == SUMMARY_OFFSET
        group, begin, length = struct.unpack("<BQQ", content)
        assert groups.pop(group) == (begin, length)
    assert not groups
    return file
