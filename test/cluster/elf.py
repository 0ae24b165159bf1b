# SPDX-License-Identifier: GPL-2.0-or-later
"""A shared object with one thing changed: what its makers did not mean to happen."""
import struct


class Elf:
    """The dynamic symbols of a 64 bit shared object, read into memory."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = bytearray(f.read())
        if self.data[:5] != b"\x7fELF\x02":
            raise ValueError(f"{path} is not a 64 bit ELF file")
        self.order = "<" if self.data[5] == 1 else ">"
        self.sections = list(self._sections())

    def _get(self, format, at):
        return struct.unpack_from(self.order + format, self.data, at)

    def _sections(self):
        """(type, address, offset, size, link) of each."""
        begin, = self._get("Q", 0x28)
        size, count = self._get("HH", 0x3a)
        for i in range(count):
            at = begin + i * size
            kind, = self._get("I", at + 4)
            yield (kind, *self._get("QQQI", at + 16))

    def symbols(self):
        """(name, offset of the name, section, value) of each dynamic symbol."""
        kind, _, begin, size, link = next(s for s in self.sections if s[0] == 11)
        names = self.sections[link][2]
        for at in range(begin, begin + size, 24):
            name_at, = self._get("I", at)
            section, value = self._get("HQ", at + 6)
            end = self.data.index(0, names + name_at)
            yield self.data[names + name_at:end].decode(), names + name_at, section, value

    def _symbol(self, name):
        return next(s for s in self.symbols() if s[0] == name)

    def number_at(self, name):
        """(offset in the file, value) of a 32 bit number that is exported."""
        _, _, section, value = self._symbol(name)
        _, address, offset, _, _ = self.sections[section]
        at = offset + value - address
        return at, self._get("I", at)[0]

    def set_number(self, name, number):
        struct.pack_into(self.order + "I", self.data, self.number_at(name)[0], number)

    def imports(self):
        return {name for name, _, section, _ in self.symbols() if name and not section}

    def miss(self, name):
        """Have it ask for a symbol that is nowhere, in the place of this one; its name."""
        _, at, section, _ = self._symbol(name)
        if section:
            raise ValueError(f"{name} is not asked for")
        other = "Q" + name[1:]
        self.data[at:at + 1] = b"Q"
        return other

    def write(self, path):
        with open(path, "wb") as f:
            f.write(self.data)
