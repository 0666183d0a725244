#!/usr/bin/env python3
"""Collects the texts for people from the Swift sources, as a template of gettext (.pot) on standard output.

usage: messages.py SOURCES

xgettext does not read Swift. A literal is collected at these places:
  - the first argument of tr(...) and Message(...); the first two texts of tr(count, ..., ...) are singular and plural, and the second
    text of tr(..., ...) is the meaning (msgctxt);
  - arguments of the tables' initialisers, see TABLES;
  - the value of a declaration whose type contains Message, and the body of a property or a function of such a type.
Literals joined by + are one message. An interpolation is {1}, {2} and so on; a comment names its expression.
Ends with 1 and names the place if a text is not a literal.
"""
import os
import re
import sys

# Arguments of initialisers that are messages: numbers of those without a label, and labels.
TABLES = {
    "Command": ([2], ["details"]),
    "option": ([2], []),
    "positional": ([2], []),
    "Setting": ([2], []),
    "KeyRow": ([3], ["hint"]),
    "OptionRow": ([0], []),
    # Functions of the tables that make rows which are alike.
    "edit": ([1], ["details"]),
    # Lines of the log that the user is told, too.
    "report": ([0], []),
    "chapter": ([0], []),
    "LogText": ([], ["told"]),
}
# Modules whose texts stay English: measurements are for developers.
LEFT_OUT = ("dicta-bench",)

TOKEN = re.compile(
    r'\s+|//[^\n]*|/\*.*?\*/|(?P<string>#*"""|#*")|(?P<word>[A-Za-z_][A-Za-z0-9_]*)|(?P<other>.)', re.S)


class Text:
    """A string literal: its pieces, and the expressions between them."""

    def __init__(self, pieces, expressions, line):
        self.pieces, self.expressions, self.line = pieces, expressions, line


def string(source, place, quote, line):
    """Reads the literal after its opening quote. Returns the text and the place behind it."""
    hashes = quote.count("#")
    end = quote.replace("#", "") + "#" * hashes
    escape = "\\" + "#" * hashes
    pieces, expressions, piece = [], [], ""
    while not source.startswith(end, place):
        if source.startswith(escape, place):
            place += len(escape)
            code = source[place]
            if code == "(":
                depth, start = 0, place + 1
                while True:
                    token = TOKEN.match(source, place)
                    if token.group("string"):
                        _, place = string(source, token.end(), token.group("string"), line)
                        continue
                    depth += {"(": 1, ")": -1}.get(token.group(0), 0)
                    place = token.end()
                    if depth == 0:
                        break
                pieces.append(piece)
                expressions.append(" ".join(source[start:place - 1].split()))
                piece = ""
                continue
            if code == "u":
                close = source.index("}", place)
                piece += chr(int(source[place + 2:close], 16))
                place = close + 1
                continue
            piece += {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\n": ""}.get(code, code)
            place += 1
        else:
            piece += source[place]
            place += 1
    if '"""' in quote:
        # The blanks before the closing quotes are no part of any line.
        body = "\0".join(pieces + [piece])
        indent = len(body) - len(body.rstrip(" ")) if "\n" in body else 0
        lines = body.split("\n")[1:-1]
        parts = "\n".join(text[indent:] for text in lines).split("\0")
        pieces, piece = parts[:-1], parts[-1]
    return Text(pieces + [piece], expressions, line), place + len(end)


def tokens(source):
    """All tokens of a file: literals as Text, words and other characters as texts, each with its line."""
    place, found = 0, []
    while place < len(source):
        token = TOKEN.match(source, place)
        line = source.count("\n", 0, token.start()) + 1
        place = token.end()
        if token.group("string"):
            text, place = string(source, place, token.group("string"), line)
            found.append((text, line))
        elif token.group("word") or token.group("other"):
            found.append((token.group(0), line))
    return found


OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}


def closing(found, place):
    """The place of the bracket that closes the one at `place`."""
    depth = 0
    for index in range(place, len(found)):
        token = found[index][0]
        if token in OPEN if isinstance(token, str) else False:
            depth += 1
        elif token in CLOSE if isinstance(token, str) else False:
            depth -= 1
            if depth == 0:
                return index
    raise ValueError("a bracket is not closed")


def arguments(found, place):
    """The arguments of the call whose bracket is at `place`: pairs of label (or None) and tokens."""
    end, result, current, index = closing(found, place), [], [], place + 1
    while index < end:
        token = found[index][0]
        if isinstance(token, str) and token in OPEN:
            last = closing(found, index)
            current += found[index:last + 1]
            index = last + 1
            continue
        if token == ",":
            result.append(current)
            current = []
        else:
            current.append(found[index])
        index += 1
    if current:
        result.append(current)
    named = []
    for argument in result:
        if len(argument) > 2 and argument[1][0] == ":" and isinstance(argument[0][0], str):
            named.append((argument[0][0], argument[2:]))
        else:
            named.append((None, argument))
    return named


def joined(argument):
    """The text of literals joined by +; None if anything else is there."""
    pieces, expressions, wants = [""], [], True
    for token, line in argument:
        if wants and isinstance(token, Text):
            pieces[-1] += token.pieces[0]
            pieces += token.pieces[1:]
            expressions += token.expressions
        elif wants or token != "+":
            return None
        wants = not wants
    return Text(pieces, expressions, argument[0][1]) if not wants else None


def groups(part):
    """The texts in a list of tokens: each run of literals joined by +, and if the run is joined to something else."""
    index = 0
    while index < len(part):
        if not isinstance(part[index][0], Text):
            index += 1
            continue
        end = index + 1
        while end + 1 < len(part) and part[end][0] == "+" and isinstance(part[end + 1][0], Text):
            end += 2
        before, behind = part[index - 1][0] if index else "", part[end][0] if end < len(part) else ""
        # The key of a dictionary and the pattern of a switch are no messages; the first choice of a condition is one.
        if behind != ":" or before == "?":
            # Joined to something else at run time, the text would have another key.
            yield joined(part[index:end]), "+" in (before, behind)
        index = end


class Collector:
    def __init__(self):
        self.entries, self.faults = {}, []

    def add(self, file, text, plural=None, meaning=None):
        key = self.key(text)
        if not key.strip():
            return
        entry = self.entries.setdefault((meaning, key), {"plural": None, "files": [], "values": []})
        if plural:
            entry["plural"] = self.key(plural)
        if file not in entry["files"]:
            entry["files"].append(file)
        values = ", ".join(f"{{{number + 1}}} = {value}" for number, value in enumerate((plural or text).expressions))
        if values and values not in entry["values"]:
            entry["values"].append(values)

    @staticmethod
    def key(text):
        return "".join(
            piece + (f"{{{number + 1}}}" if number < len(text.expressions) else "") for number, piece in enumerate(text.pieces))

    def fault(self, file, line, words):
        self.faults.append(f"{file}:{line}: {words}")

    def call(self, file, found, index):
        """A call at `index`: its messages."""
        name, line = found[index][0], found[index][1]
        if index > 0 and found[index - 1][0] == "func":
            return
        named = arguments(found, index + 1)
        if name == "Message":
            named = [argument for argument in named if argument[0] is None]
            if not named:
                return
        if name in ("tr", "Message"):
            texts = [joined(argument) for _, argument in named]
            if len(texts) == 3:
                if texts[1] is None or texts[2] is None:
                    self.fault(file, line, "a plural of something else than literals")
                elif len(texts[1].expressions) != len(texts[2].expressions):
                    self.fault(file, line, "both forms of a plural must name the same values")
                else:
                    self.add(file, texts[1], plural=texts[2])
            elif not texts or texts[0] is None or (len(texts) == 2 and texts[1] is None) or len(texts) > 3:
                self.fault(file, line, f"{name} of something else than a literal")
            else:
                self.add(file, texts[0], meaning=self.meaning(found, index, texts))
            return
        numbers, labels = TABLES[name]
        bare = [argument for label, argument in named if label is None]
        chosen = [bare[number] for number in numbers if number < len(bare)]
        chosen += [argument for label, argument in named if label in labels]
        for argument in chosen:
            self.texts(file, argument)

    def texts(self, file, part):
        """The texts in a list of tokens, but for those of calls that are looked at by themselves."""
        calls = [place for place, (token, _) in enumerate(part) if token in ("tr", "Message", "meaning") and place + 1 < len(part)
                 and part[place + 1][0] == "("]
        inside = set()
        for place in calls:
            inside.update(range(place, closing(part, place + 1) + 1))
        cleaned = [("", line) if place in inside else (token, line) for place, (token, line) in enumerate(part)]
        for text, is_glued in groups(cleaned):
            if is_glued:
                self.fault(file, text.line, "a literal joined to something else: put that into the literal")
            self.add(file, text)

    def meaning(self, found, index, texts):
        """The meaning: the second text of tr, or the text of .meaning(...) behind Message(...)."""
        if len(texts) == 2:
            return self.key(texts[1])
        after = closing(found, index + 1) + 1
        if [token for token, _ in found[after:after + 3]] == [".", "meaning", "("]:
            return self.key(joined(found[after + 3:closing(found, after + 2)]))
        return None

    def typed(self, file, found, index):
        """A declaration whose type contains Message, with the type at `index`: the texts of its value or body."""
        # Brackets of the type itself, as in [(String, Message)]: those of a list of parameters are none.
        open_brackets, start = 0, index - 1
        while isinstance(found[start][0], str) and found[start][0] not in ("{", "}") and found[start - 1][0] + found[start][0] != "->":
            # The colon of [String: Message] is one of the type.
            if found[start][0] == ":" and found[start - 2][0] != "[":
                break
            open_brackets += found[start][0] in ("[", "(", "<")
            start -= 1
        end = index + 1
        while found[end][0] in ("?", "!") or (found[end][0] in ("]", ")", ">") and open_brackets > 0):
            open_brackets -= found[end][0] in ("]", ")", ">")
            end += 1
        if found[end][0] == "=" and found[end + 1][0] != "=":
            start, depth = end + 1, 0
            # A value ends at the end of its line, unless a bracket is open or + joins the next line to it.
            end = start
            while end < len(found):
                token, line = found[end]
                if isinstance(token, str) and token in OPEN:
                    depth += 1
                elif isinstance(token, str) and token in CLOSE:
                    if depth == 0:
                        break
                    depth -= 1
                elif token == "," and depth == 0:
                    break
                if depth == 0 and end > start and line > found[end - 1][1] and token != "+" and found[end - 1][0] != "+":
                    break
                end += 1
        elif found[end][0] == "{":
            start = end
            end = closing(found, end)
        else:
            return
        part = found[start:end]
        self.texts(file, part)

    def read(self, file, name):
        with open(file, encoding="utf-8") as stream:
            found = tokens(stream.read())
        for index, (token, _) in enumerate(found):
            if not isinstance(token, str) or index + 1 >= len(found):
                continue
            if found[index + 1][0] == "(" and (token in ("tr", "Message") or token in TABLES):
                self.call(name, found, index)
            elif token == "Message" and found[index - 1][0] in (":", "[", ",", ">", "(") and found[index + 1][0] != ".":
                self.typed(name, found, index)

    def template(self):
        def quoted(text):
            text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
            lines = text.split("\n")
            if len(lines) == 1:
                return f'"{text}"'
            return '""\n' + "\n".join(
                f'"{line}' + ('\\n"' if number < len(lines) - 1 else '"') for number, line in enumerate(lines)
                if line or number < len(lines) - 1)

        yield 'msgid ""\nmsgstr ""\n"Project-Id-Version: dicta\\n"\n"MIME-Version: 1.0\\n"\n' \
            '"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        for (meaning, key), entry in self.entries.items():
            lines = [f"#. {values}" for values in entry["values"]]
            lines += [f"#: {file}" for file in entry["files"]]
            if entry["values"]:
                lines.append("#, python-brace-format")
            if meaning:
                lines.append(f"msgctxt {quoted(meaning)}")
            lines.append(f"msgid {quoted(key)}")
            if entry["plural"]:
                lines += [f"msgid_plural {quoted(entry['plural'])}", 'msgstr[0] ""', 'msgstr[1] ""']
            else:
                lines.append('msgstr ""')
            yield "\n".join(lines) + "\n"


def main(root):
    collector = Collector()
    for folder, folders, files in sorted(os.walk(root)):
        folders.sort()
        inside = os.path.relpath(folder, root)
        if inside.split(os.sep)[0] in LEFT_OUT:
            continue
        for file in sorted(files):
            if file.endswith(".swift"):
                collector.read(os.path.join(folder, file), os.path.normpath(os.path.join("Sources", inside, file)))
    for fault in collector.faults:
        print(fault, file=sys.stderr)
    print("\n".join(collector.template()), end="")
    return 1 if collector.faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
