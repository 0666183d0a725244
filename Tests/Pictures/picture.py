#!/usr/bin/python3
"""Turns a captured terminal screen into an SVG picture.

usage: tmux capture-pane -e -p | Tests/Pictures/picture.py > session/share/screen.svg

Each run of cells of one look becomes one text element, so that a screen stays below 60 kB.
"""
import re
import sys
import unicodedata
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 8, 17
BASIC = ["000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5",
         "7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff"]


def colour(number):
    """The colour of a number among 256, as xterm has it."""
    if number < 16:
        return "#" + BASIC[number]
    if number < 232:
        steps = [(number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6]
        return "#" + "".join(f"{0 if step == 0 else 55 + 40 * step:02x}" for step in steps)
    return f"#{8 + (number - 232) * 10:02x}" * 1 + f"{8 + (number - 232) * 10:02x}" * 2


class Look:
    """Colours and attributes, changed by the sequences of ECMA-48."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.front, self.back, self.bold, self.under, self.swapped = None, None, False, False, False

    def take(self, numbers):
        rest = list(numbers) or [0]
        while rest:
            number = rest.pop(0)
            if number == 0:
                self.reset()
            elif number == 1:
                self.bold = True
            elif number == 4:
                self.under = True
            elif number == 7:
                self.swapped = True
            elif number in (22, 24, 27):
                if number == 22:
                    self.bold = False
                elif number == 24:
                    self.under = False
                else:
                    self.swapped = False
            elif number in (38, 48) and len(rest) > 1 and rest[0] == 5:
                value = colour(rest[1] & 255)
                rest = rest[2:]
                if number == 38:
                    self.front = value
                else:
                    self.back = value
            elif 30 <= number < 38 or 90 <= number < 98:
                self.front = colour(number - 30 if number < 38 else number - 82)
            elif 40 <= number < 48 or 100 <= number < 108:
                self.back = colour(number - 40 if number < 48 else number - 92)
            elif number == 39:
                self.front = None
            elif number == 49:
                self.back = None

    @property
    def key(self):
        front, back = self.front or "#d0d0d0", self.back or "#101010"
        return (back, front, self.bold, self.under) if self.swapped else (front, back, self.bold, self.under)


def runs(line, look):
    """Pieces of one look: column, cells, text and look."""
    column, pieces = 0, []
    for part in re.split(r"(\x1b\[[0-9;]*m|\x1b[()].|\x0f|\x0e)", line):
        if part.startswith("\x1b["):
            look.take([int(word or 0) for word in part[2:-1].split(";")])
        elif part and part[0] not in "\x1b\x0e\x0f":
            cells = sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in part)
            pieces.append((column, cells, part, look.key))
            column += cells
    return pieces


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    look = Look()
    rows = [runs(line, look) for line in lines]
    columns = max((run[0] + run[1] for row in rows for run in row), default=80)
    width, height = columns * WIDTH + 16, len(rows) * HEIGHT + 16
    page = rows[0][0][3][1] if rows and rows[0] else "#101010"
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-size="13.3"'
           ' font-family="DejaVu Sans Mono, monospace" xml:space="preserve">',
           f'<rect width="100%" height="100%" rx="6" fill="{page}"/>']
    for number, row in enumerate(rows):
        top = 8 + number * HEIGHT
        for column, cells, text, (front, back, bold, under) in row:
            left = 8 + column * WIDTH
            if back != page:
                out.append(f'<rect x="{left}" y="{top}" width="{cells * WIDTH}" height="{HEIGHT}" fill="{back}"/>')
            if text.strip():
                style = (' font-weight="bold"' if bold else "") + (' text-decoration="underline"' if under else "")
                out.append(f'<text x="{left}" y="{top + 13}" fill="{front}" textLength="{cells * WIDTH}"{style}>{escape(text)}</text>')
    print("\n".join(out) + "\n</svg>")


main()
