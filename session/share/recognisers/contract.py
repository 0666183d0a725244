"""What the adapters share: the options of the contract, and the lines of an answer (session/recognisers.md)."""
import json
import os
import sys
import wave


class Options:
    """The options of a call: PROGRAM [--language L] [--vocabulary FILE] [--model FOLDER/NAME] FILE.wav"""

    def __init__(self, words):
        self.language = self.vocabulary = self.model = self.file = None
        words = list(words)
        while words:
            word = words.pop(0)
            if word in ("--language", "--vocabulary", "--model"):
                if not words:
                    fail(f"{word} needs a value")
                setattr(self, word[2:], words.pop(0))
            elif word.startswith("-"):
                fail(f"unknown option {word}")
            else:
                self.file = word
        if not self.file:
            fail("no file to listen to is named")

    def seconds(self):
        """Length of the file in seconds."""
        try:
            with wave.open(self.file, "rb") as sound:
                return sound.getnframes() / sound.getframerate()
        except (OSError, EOFError, wave.Error) as error:
            fail(f"{self.file} cannot be read as WAV: {error}")

    def terms(self):
        """The words of the vocabulary, one a line of its file; lines that begin with # are comments."""
        if not self.vocabulary:
            return []
        try:
            with open(self.vocabulary, encoding="utf-8") as file:
                lines = [line.strip() for line in file]
        except (OSError, UnicodeDecodeError) as error:
            fail(f"the vocabulary {self.vocabulary} cannot be read: {error}")
        return [line for line in lines if line and not line.startswith("#")]


def tell(**answer):
    """Writes one line of the answer."""
    print(json.dumps(answer, ensure_ascii=False), flush=True)


def fail(words):
    """Ends with an error in words."""
    tell(error=words)
    sys.exit(1)


def word(text, start, end, confidence=None):
    """A word of a segment; times in seconds."""
    found = {"text": text, "start": round(start, 3), "end": round(max(start, end), 3)}
    if confidence is not None:
        found["confidence"] = round(min(1.0, max(0.0, confidence)), 4)
    return found


def threads():
    """Threads to use: half of the processors, since a take may be running beside."""
    return int(os.environ.get("OMP_NUM_THREADS") or max(1, (os.cpu_count() or 2) // 2))


def data_folder():
    """Folder of programs and models that session/recogniser installs."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if not base.startswith("/"):
        base = os.path.expanduser("~/.local/share")
    return os.path.join(base, "dicta", "recogniser")
