"""Makes foreign audio files of many kinds, and prints a table of their right values as JSON. Run by CorpusTests.

    corpus.py FOLDER

Needs ffmpeg and sox. Each row: file, frames, slack (allowed difference in frames), rate, channels, and what else is known: title,
created (local time of the machine where no zone stands), told (a word of the line that the import has to say), quiet (it says none).
"""

import ctypes, json, math, os, struct, subprocess, sys

folder = sys.argv[1]
rows = []
RATE = 16000
FRAMES = 2 * RATE


def samples(frames=FRAMES, channels=1, rate=RATE):
    """Loud in its first half: an encoder of variable rate gives the halves different rates."""
    out = bytearray()
    for n in range(frames):
        size = 12000 if n < frames // 2 else 900
        for c in range(channels):
            value = size * math.sin(2 * math.pi * (300 + 110 * c) * n / rate) + size / 3 * math.sin(n * n * 1e-5)
            out += struct.pack("<h", int(value))
    return bytes(out)


MONO, STEREO = samples(), samples(channels=2)


def path(name):
    return os.path.join(folder, name)


def row(name, frames=FRAMES, slack=0, rate=RATE, channels=1, **more):
    rows.append(dict(file=name, frames=frames, slack=slack, rate=rate, channels=channels, **more))


def put(name, data, **values):
    with open(path(name), "wb") as f:
        f.write(data)
    row(name, **values)


def run(*words):
    made = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
    assert made.returncode == 0, (words, made.stderr)


def ffmpeg(source, name, *words):
    run("ffmpeg", "-nostdin", "-v", "error", "-y", "-i", source, *words, path(name))


def read(name):
    with open(path(name), "rb") as f:
        return f.read()


def chunk(mark, data, size=None):
    return mark + struct.pack("<I", len(data) if size is None else size & 0xFFFFFFFF) + data + b"\0" * (len(data) % 2)


def fmt(channels=1, bits=16, code=1, extra=b"", rate=RATE):
    width = channels * bits // 8
    return chunk(b"fmt ", struct.pack("<HHIIHH", code, channels, rate, rate * width, width, bits) + extra)


def riff(*chunks, size=None, mark=b"RIFF"):
    body = b"WAVE" + b"".join(chunks)
    return mark + struct.pack("<I", (len(body) if size is None else size) & 0xFFFFFFFF) + body


def syncsafe(n):
    return bytes((n >> s) & 0x7F for s in (21, 14, 7, 0))


def id3(frames=b"", padding=0, version=3):
    return b"ID3" + bytes((version, 0, 0)) + syncsafe(len(frames) + padding) + frames + b"\0" * padding


def text_frame(key, text, encoding):
    body = {"latin": b"\0" + text.encode("latin-1", "replace"), "utf16": b"\1" + text.encode("utf-16"), "windows": b"\0" + text.encode("cp1252", "replace")}[encoding]
    return key + struct.pack(">I", len(body)) + b"\0\0" + body


def id3v1(title):
    return b"TAG" + title.encode("latin-1").ljust(30, b"\0") + b"\0" * 95


plain, wide = path(".plain.wav"), path(".wide.wav")
for name, data, channels in [(plain, MONO, 1), (wide, STEREO, 2)]:
    with open(name, "wb") as f:
        f.write(riff(fmt(channels), chunk(b"data", data)))

# Containers and encodings without loss, to the frame.
pcm = {
    "wav": ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_mulaw", "pcm_alaw"],
    "w64": ["pcm_s16le", "pcm_s24le", "pcm_f32le"],
    "aiff": ["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be"],
    "caf": ["pcm_s16be", "pcm_s24le", "pcm_f32le"],
    "au": ["pcm_s16be", "pcm_f32be", "pcm_mulaw"],
}
for ending, codecs in pcm.items():
    for codec in codecs:
        for source, channels in [(plain, 1), (wide, 2)]:
            name = f"{codec}-{channels}.{ending}"
            ffmpeg(source, name, "-c:a", codec)
            row(name, channels=channels)
for source, channels in [(plain, 1), (wide, 2)]:
    ffmpeg(source, f"rf64-{channels}.wav", "-rf64", "always")
    row(f"rf64-{channels}.wav", channels=channels)
    for ending, words in {
        "flac": [], "wv": [], "tta": [], "mka": ["-c:a", "flac"], "m4a": ["-c:a", "alac"], "mov": ["-c:a", "pcm_s16le"],
    }.items():
        ffmpeg(source, f"lossless-{channels}.{ending}", *words)
        row(f"lossless-{channels}.{ending}", channels=channels)

# Encodings with loss: a part of a second more or less.
for ending, words in {
    "ogg": [], "mp3": ["-b:a", "64k"], "m4a": ["-c:a", "aac"], "aac": [], "wma": [], "ac3": ["-ar", "32000"], "webm": ["-ar", "48000"],
    "mp2": ["-ar", "32000"],
}.items():
    for source, channels in [(plain, 1), (wide, 2)]:
        name = f"lossy-{channels}.{ending}"
        ffmpeg(source, name, *words)
        rate = {"ac3": 32000, "webm": 48000, "mp2": 32000}.get(ending, RATE)
        row(name, 2 * rate, rate // 7, rate, channels)
ffmpeg(plain, "opus.opus", "-c:a", "libopus")
row("opus.opus", slack=1000)
for rate in [22050, 44100, 48000]:
    for words, kind in [(["-b:a", "64k"], "constant"), (["-q:a", "5"], "variable")]:
        ffmpeg(plain, f"{kind}-{rate}.mp3", "-ar", str(rate), *words)
        row(f"{kind}-{rate}.mp3", 2 * rate, 2400, rate)

# MP3: no count, tags, joined, cut.
ffmpeg(plain, ".cbr.mp3", "-b:a", "32k", "-write_xing", "0", "-id3v2_version", "0")
ffmpeg(plain, ".vbr.mp3", "-q:a", "4", "-write_xing", "0", "-id3v2_version", "0")
ffmpeg(plain, ".xing.mp3", "-b:a", "32k", "-id3v2_version", "0")
cbr, vbr, xing = read(".cbr.mp3"), read(".vbr.mp3"), read(".xing.mp3")
count = len(cbr) // 144 * 576
put("bare.mp3", cbr, frames=count)
for size in [0, 16, 118, 2000, 20000, 300000]:
    put(f"tagged-{size}.mp3", id3(text_frame(b"TIT2", "Title", "latin"), size) + cbr, frames=count, title="Title")
put("tag-twice.mp3", id3(padding=300) + id3(text_frame(b"TIT2", "Title", "latin"), 50) + cbr, frames=count)
put("tag-utf16.mp3", id3(text_frame(b"TIT2", "Über Möwen", "utf16"), 99) + cbr, frames=count, title="Über Möwen")
put("tag-latin.mp3", id3(text_frame(b"TIT2", "Über Möwen", "latin"), 99) + cbr, frames=count, title="Über Möwen")
put("tag-windows.mp3", id3(text_frame(b"TIT2", "“Köln” – Straße…", "windows"), 99) + cbr, frames=count, title="“Köln” – Straße…")
clock = b"".join(text_frame(key, text, "latin") for key, text in [(b"TYER", "1994"), (b"TDAT", "2512"), (b"TIME", "1830")])
put("tag-time.mp3", id3(clock, 99) + cbr, frames=count, created="1994-12-25 18:30:00")
put("tag-end.mp3", cbr + id3v1("Müller"), frames=count, title="Müller")
put("tag-both.mp3", id3(text_frame(b"TIT2", "Title", "latin"), 700) + cbr + id3v1("Other"), frames=count)
put("variable-bare.mp3", vbr, slack=1800)
put("variable-tagged.mp3", id3(padding=500) + vbr, slack=1800)
put("joined-bare.mp3", cbr + cbr, frames=2 * count)
put("joined-counted.mp3", xing + xing, frames=2 * FRAMES, slack=3000)
put("joined-three.mp3", xing + xing + xing, frames=3 * FRAMES, slack=4500)
put("joined-tagged.mp3", id3(padding=40) + xing + id3(padding=40) + xing, frames=2 * FRAMES, slack=3000)
# libmpg123 ends where the rate, the version or the layer changes.
ffmpeg(plain, ".other.mp3", "-ar", "44100", "-b:a", "64k", "-write_xing", "0", "-id3v2_version", "0")
ffmpeg(plain, ".counted.mp3", "-ar", "22050", "-q:a", "4")
ffmpeg(plain, ".layer.mp2", "-ar", "48000")
other, counted, layer, noise = read(".other.mp3"), read(".counted.mp3"), read(".layer.mp2"), bytes(range(256)) * 300
for name, data in {
    "bare": cbr + other, "counted": xing + other, "three": cbr + other + xing, "rate": xing + counted, "layer": cbr + layer,
    "title": cbr + id3v1("x") + counted, "tag": cbr + b"APETAGEX" + noise + id3(noise) + other, "cut": cbr[:-100] + noise + other,
}.items():
    times = 3 if name == "three" else 2
    put(f"joined-other-{name}.mp3", data, frames=times * FRAMES, slack=times * 1500, told="may be missing")
for part in [0.3, 0.55, 0.9]:
    data = xing[: int(len(xing) * part)]
    put(f"cut-counted-{int(part * 100)}.mp3", data, frames=int(FRAMES * part), slack=1800, told="breaks off")
    put(f"cut-bare-{int(part * 100)}.mp3", cbr[: int(len(cbr) * part)], frames=int(FRAMES * part), slack=1800)

# WAV: sizes that were never written, wrong, or past the end; chunks before and after; tags.
data = chunk(b"data", MONO)
bare = struct.pack("<4sI", b"data", 0) + MONO
put("zero-data.wav", riff(fmt(), bare), told="never closed")
put("zero-sizes.wav", riff(fmt(), bare, size=0), told="never closed")
put("zero-junk.wav", riff(chunk(b"JUNK", b"\0" * 28), fmt(), bare, size=4088), told="never closed")
put("zero-bext.wav", riff(chunk(b"bext", b"scene".ljust(602, b"\0")), fmt(), bare, size=0), told="never closed")
put("zero-float.wav", riff(fmt(1, 32, 3), struct.pack("<4sI", b"data", 0) + struct.pack(f"<{FRAMES}f", *[0.1] * FRAMES), size=0))
put("zero-stereo.wav", riff(fmt(2), struct.pack("<4sI", b"data", 0) + STEREO, size=0), channels=2, told="never closed")
put("zero-eight-bits.wav", riff(fmt(1, 8), struct.pack("<4sI", b"data", 0) + MONO[::2], size=0), told="never closed")
for kind, code, width, channels in [("long", 1, 4, 1), ("double", 3, 8, 1), ("law", 7, 1, 1), ("four", 1, 2, 4), ("odd", 7, 1, 3)]:
    sound = bytes(range(1, 200)) * 2000
    sound = sound[: 24000 * width * channels]
    put(f"zero-{kind}.wav", riff(fmt(channels, 8 * width, code), struct.pack("<4sI", b"data", 0) + sound, size=4088), frames=24000, channels=channels, told="never closed")
    head = riff(chunk(b"JUNK", b"\0" * 28), fmt(channels, 8 * width, code), struct.pack("<4sI", b"data", 8 * width * channels) + sound * 3, size=4088)
    if len(sound) * 3 > 140000: put(f"behind-{kind}.wav", head, frames=72000, channels=channels, told="never closed")
for codec in ["adpcm_ms", "adpcm_ima_wav"]:
    ffmpeg(plain, ".blocks.wav", "-c:a", codec, "-bitexact")
    blocks = read(".blocks.wav")
    at = blocks.index(b"data") + 4
    put(f"zero-{codec}.wav", blocks[:4] + b"\0" * 4 + blocks[8:at] + b"\0" * 4 + blocks[at + 4 :], slack=2100, told="never closed")
for size, kind in [(0xFFFFFFFF, "pipe"), (0x7FFFFFFF, "half-pipe"), (0x7FFFF000, "sox-pipe")]:
    put(f"{kind}.wav", riff(fmt(), struct.pack("<4sI", b"data", size) + MONO, size=size))
put("behind.wav", riff(fmt(), struct.pack("<4sI", b"data", 4000) + samples(80000), size=36 + 4000), frames=80000, told="never closed")
for part in [0.1, 0.5, 0.99]:
    keep = int(FRAMES * part)
    put(f"cut-{int(part * 100)}.wav", riff(fmt(), chunk(b"data", MONO))[: 44 + 2 * keep], frames=keep, told="breaks off")
put("cut-odd.wav", riff(fmt(), chunk(b"data", MONO))[: 44 + 2001], frames=1000, told="breaks off")
put("cut-large.wav", riff(fmt(), struct.pack("<4sI", b"data", 0x9000_0000) + MONO, size=0x9000_0024), told="breaks off")
put("cut-law.wav", riff(fmt(1, 8, 7), struct.pack("<4sI", b"data", 64000) + MONO[:FRAMES], size=64050), told="breaks off")
whole = riff(fmt(), data)
put("joined.wav", whole + riff(fmt(2), chunk(b"data", STEREO)), told="another WAV is joined behind its end")
put("joined-cut.wav", whole + whole[:-1000], told="another WAV is joined behind its end")
put("joined-large.wav", whole + b"RF64" + whole[4:], told="another WAV is joined behind its end")
picture = bytes(range(256)) * 300
put("odd-then-chunk.wav", riff(fmt(1, 8), struct.pack("<4sI", b"data", 4001) + MONO[:4001] + chunk(b"abcd", picture)), frames=4001, quiet=True)
put("picture-after.wav", riff(fmt(), data) + id3(picture), quiet=True)
put("ape-after.wav", riff(fmt(), data) + b"APETAGEX" + picture, quiet=True)
put("cut-chunk.wav", riff(fmt(), data, chunk(b"LIST", b"INFO" + picture, size=500000)), quiet=True)
put("zeros-after.wav", riff(fmt(), data) + b"\0" * 200000, quiet=True)
put("list-first.wav", riff(chunk(b"LIST", b"INFO" + chunk(b"INAM", b"Title\0")), fmt(), data), title="Title")
put("list-last.wav", riff(fmt(), data, chunk(b"LIST", b"INFO" + chunk(b"INAM", b"Title\0"))), title="Title")
put("ansi.wav", riff(fmt(), data, chunk(b"LIST", b"INFO" + chunk(b"INAM", "Müller – für".encode("cp1252") + b"\0"))), title="Müller – für")
put("utf8.wav", riff(fmt(), data, chunk(b"LIST", b"INFO" + chunk(b"INAM", "Müller – für".encode() + b"\0"))), title="Müller – für")
put("odd-chunk.wav", riff(chunk(b"xxxx", b"123"), fmt(), data))
put("junk-after.wav", riff(fmt(), data) + b"\0" * 333)
put("tag-after.wav", riff(fmt(), data) + id3v1("x"))
put("chunk-after.wav", riff(fmt(), data, chunk(b"id3 ", id3(padding=100))))
put("extensible.wav", riff(fmt(1, 16, 0xFFFE, struct.pack("<HHIH14s", 22, 16, 4, 1, bytes.fromhex("000000001000800000aa00389b71"))), data))
put("fact.wav", riff(fmt(), chunk(b"fact", struct.pack("<I", 5)), data))
put("short-riff.wav", riff(fmt(), data, size=100))
put("long-riff.wav", riff(fmt(), data, size=1 << 20))
put("tag-first.wav", id3(padding=50) + riff(fmt(), data))
swapped = bytearray(MONO)
swapped[0::2], swapped[1::2] = MONO[1::2], MONO[0::2]
big = b"RIFX" + struct.pack(">I", 36 + len(MONO)) + b"WAVE" + b"fmt " + struct.pack(">IHHIIHH", 16, 1, 1, RATE, 2 * RATE, 2, 16)
put("rifx.wav", big + b"data" + struct.pack(">I", len(MONO)) + bytes(swapped))
def bext(date, time):
    return chunk(b"bext", b"scene".ljust(320, b"\0") + date.ljust(10, b"\0") + time.ljust(8, b"\0") + b"\0" * 264)


put("bext.wav", riff(bext(b"2021-03-04", b"15:06:34"), fmt(), data), created="2021-03-04 15:06:34")
put("bext-colons.wav", riff(bext(b"2021:07:04", b"15-06-34"), fmt(), data), created="2021-07-04 15:06:34")
put("bext-day.wav", riff(bext(b"2021-07-04", b""), fmt(), data), created="2021-07-04 00:00:00")
for date, created in [
    (b"2021-07-04 15:06:34", "2021-07-04 15:06:34"), (b"2021-07-04T15:06:34", "2021-07-04 15:06:34"), (b"2021-07-04", "2021-07-04 00:00:00"),
    (b"2021-07-04T15:06:34Z", "2021-07-04T15:06:34Z"), (b"2021-07-04T15:06:34+02:00", "2021-07-04T13:06:34Z"),
]:
    name = "icrd-" + date.decode().replace(":", "") + ".wav"
    put(name, riff(fmt(), data, chunk(b"LIST", b"INFO" + chunk(b"ICRD", date + b"\0"))), created=created)
for ending in ["m4a", "mp3", "flac", "ogg", "mov"]:
    words = ["-c:a", "aac"] if ending in ["m4a", "mov"] else []
    ffmpeg(plain, f"time.{ending}", *words, "-metadata", "creation_time=2021-07-04T13:06:34Z", "-metadata", "date=2020-01-01")
    row(f"time.{ending}", slack=2400, created="2021-07-04T13:06:34Z")
    ffmpeg(plain, f"zone.{ending}", *words, "-metadata", "date=2021-07-04", "-metadata", "title=Grüße – и ещё")
    row(f"zone.{ending}", slack=2400, created="2021-07-04 00:00:00", title="Grüße – и ещё")
for date, day in [("1965-04-03", "1965-04-03"), ("1987", "1987-01-01"), ("1987-05", "1987-05-01")]:
    for ending in ["flac", "mp3", "m4a", "wav"]:
        ffmpeg(plain, f"old-{date}.{ending}", *(["-c:a", "aac"] if ending == "m4a" else []), "-metadata", f"date={date}")
        row(f"old-{date}.{ending}", slack=2400, created=day + " 00:00:00")
put("old-bext.wav", riff(bext(b"1965-04-03", b"09:30:15"), fmt(), data), created="1965-04-03 09:30:15")
put("clock-never-set.wav", riff(bext(b"1970-01-01", b"00:03:12"), fmt(), data, chunk(b"LIST", b"INFO" + chunk(b"ICRD", b"1965\0"))), created="1965-01-01 00:00:00")
ffmpeg(plain, "in-wav.wav", "-c:a", "mp3", "-b:a", "32k")
row("in-wav.wav", slack=1800)
for codec in ["adpcm_ms", "adpcm_ima_wav"]:
    ffmpeg(plain, f"{codec}.wav", "-c:a", codec)
    row(f"{codec}.wav", slack=2100)

# FLAC and Ogg: cut, without a length, joined, behind a tag.
ffmpeg(plain, ".long.flac", "-frame_size", "1152")
flac = read(".long.flac")
place, last = 4, False
while not last:
    last, place = flac[place] & 0x80 != 0, place + 4 + int.from_bytes(flac[place + 1 : place + 4], "big")
put("no-length.flac", flac[:21] + bytes([flac[21] & 0xF0]) + b"\0\0\0\0" + flac[26:])
for part in [0.3, 0.5, 0.9]:
    data = flac[: place + int((len(flac) - place) * part)]
    put(f"cut-{int(part * 100)}.flac", data, frames=int(FRAMES * part), slack=8000, told="breaks off")
    unknown = data[:21] + bytes([data[21] & 0xF0]) + b"\0\0\0\0" + data[26:]
    put(f"cut-no-length-{int(part * 100)}.flac", unknown, frames=int(FRAMES * part), slack=8000)
put("tag-end.flac", flac + id3v1("x"), quiet=True)
put("ape-end.flac", flac + b"APETAGEX" + bytes(range(200)), quiet=True)
put("id3-end.flac", flac + id3(text_frame(b"TIT2", "x", "latin"), 50), quiet=True)
put("byte-end.flac", flac + b"x", quiet=True)
unknown = flac[:21] + bytes([flac[21] & 0xF0]) + b"\0\0\0\0" + flac[26:]
put("tag-end-no-length.flac", unknown + id3v1("x"))
put("tag-first-no-length.flac", id3(padding=50) + unknown)
less = struct.pack(">Q", int.from_bytes(flac[18:26], "big") - 20000)
put("counts-less.flac", flac[:18] + less + flac[26:], told="counts less")
# ffmpeg loses up to four blocks where the parts meet.
ffmpeg(plain, ".short.flac", "-frame_size", "1152", "-t", "0.7")
short = read(".short.flac")
for name, parts, frames in [("long", short + flac, 43200), ("short", flac + short, 43200), ("same", flac + flac, 64000)]:
    put(f"joined-{name}.flac", parts, frames=frames, slack=4608, told="may be missing")
made = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", plain, "-c:a", "flac", "-f", "ogg", "-"], capture_output=True)
put("no-length.oga", made.stdout)
ffmpeg(plain, ".one.ogg")
ffmpeg(wide, ".two.ogg", "-ac", "1")
ffmpeg(plain, ".one.opus", "-c:a", "libopus")
one, two, opus = read(".one.ogg"), read(".two.ogg"), read(".one.opus")
put("joined.ogg", one + two, frames=2 * FRAMES, slack=1500)
put("joined-three.ogg", one + two + one, frames=3 * FRAMES, slack=2500)
# Behind itself: both streams have the same number.
put("joined-same.ogg", one + one, frames=2 * FRAMES, slack=1500, told="may be missing")
put("joined-same.opus", opus + opus, frames=192000, slack=3000, rate=48000, told="may be missing")
# The header of the second one is eight samples or more.
au = read("pcm_s16be-1.au")
put("joined.au", au + au, frames=2 * FRAMES, slack=40, told="may be missing")
ffmpeg(wide, ".two.opus", "-c:a", "libopus", "-ac", "1")
put("joined.opus", opus + read(".two.opus"), frames=192000, slack=3000, rate=48000)
put("cut.ogg", one[: len(one) * 2 // 3], frames=FRAMES * 2 // 3, slack=16000, told="breaks off")
put("cut.opus", opus[: len(opus) * 2 // 3], frames=48000, slack=16000, rate=48000, told="breaks off")
for name, whole in [("aiff", read("pcm_s16be-1.aiff")), ("w64", read("pcm_s16le-1.w64")), ("caf", read("pcm_s16be-1.caf")), ("au", read("pcm_s16be-1.au"))]:
    start = len(whole) - len(MONO)
    put(f"cut.{name}", whole[: len(whole) // 2], frames=FRAMES // 2, slack=start, told="malformed" if name == "caf" else "breaks off")
wide64 = read("pcm_s16le-1.w64")
wide64 += b"junk" + wide64[44:56] + struct.pack("<Q", 824) + bytes(range(1, 101)) * 8
put("chunk-after.w64", wide64[:16] + struct.pack("<Q", len(wide64)) + wide64[24:], quiet=True)
put("rest.w64", read("pcm_s16le-1.w64") + bytes(range(1, 101)) * 30, quiet=True)
# Another file, or bytes of any kind, behind the end that the container tells; zeros are padding.
for kind, whole, slack in [("aiff", read("pcm_s16be-1.aiff"), 0), ("caf", read("pcm_s16be-1.caf"), 0), ("m4a", read("time.m4a"), 2400)]:
    put(f"joined.{kind}", whole + whole, slack=slack, told=f"another {kind.upper()} is joined behind its end")
    put(f"rest.{kind}", whole + bytes(range(128, 256)) * 800, slack=slack, told="KiB behind its end are no part of it")
    put(f"zeros.{kind}", whole + bytes(102400), slack=slack, quiet=True)
put("zero.au", read("pcm_s16be-1.au")[:8] + b"\0" * 4 + read("pcm_s16be-1.au")[12:], told="says that it is empty")

# Texts and markers of an old Macintosh.
def aiff(*chunks):
    body = b"AIFF" + b"".join(mark + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2) for mark, data in chunks)
    return b"FORM" + struct.pack(">I", len(body)) + body


def mac(text):
    return text.encode("mac_roman")


common = (b"COMM", struct.pack(">HIH", 1, FRAMES, 16) + b"\x40\x0c\xfa" + b"\0" * 7)
marks = b"".join(
    struct.pack(">HIB", n + 1, frame, len(name)) + mac(name) + b"\0" * ((len(name) + 1) % 2)
    for n, (frame, name) in enumerate([(4000, "Anfang"), (12000, "Größe"), (99000, "behind")]))
sound = (b"SSND", b"\0" * 8 + bytes(swapped))
for name, order in [("first", [(b"MARK", b"\0\3" + marks), sound]), ("last", [sound, (b"MARK", b"\0\3" + marks)])]:
    put(f"mac-{name}.aiff", aiff(common, (b"NAME", mac(f"Träume {name}")), *order), title=f"Träume {name}", markers=2)

run("sox", "-D", wide, path("amiga.8svx"))
row("amiga.8svx", channels=2)
# As most of them are called.
run("sox", "-D", wide, path(".reverse.8svx"), "reverse")
put("reverse.iff", read(".reverse.8svx"), channels=2)
# Of one channel libsndfile takes all up to the end of the file for samples.
run("sox", "-D", plain, path(".mono.8svx"))
svx = read(".mono.8svx")
start = svx.index(b"BODY") + 8
put("amiga-mono.iff", svx, quiet=True)
put("amiga-chunk.iff", svx + b"JUNK\0\0\0\x10" + b"Z" * 16, quiet=True)
put("amiga-rest.iff", svx + bytes(range(1, 101)) * 30, quiet=True)
put("amiga-cut.iff", svx[: start + FRAMES * 3 // 5], frames=FRAMES * 3 // 5, told="breaks off")

# Encodings in which libsndfile cannot seek, as telephone recorders have them, written by libsndfile.
class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64)] + [(n, ctypes.c_int) for n in ["rate", "channels", "format", "sections", "seekable"]]


library = ctypes.CDLL("libsndfile.so.1")
library.sf_open.restype, library.sf_writef_short.restype = ctypes.c_void_p, ctypes.c_int64
library.sf_open.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(Info)]
library.sf_writef_short.argtypes, library.sf_close.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64], [ctypes.c_void_p]
for name, code, slack in [
    ("gsm.wav", 0x10020, 320), ("gsm.w64", 0xB0020, 320), ("gsm.aiff", 0x20020, 160), ("g721.au", 0x30030, 120), ("g721.wav", 0x10030, 120),
    ("g723-24.au", 0x30031, 120), ("g723-40.au", 0x30032, 120), ("nms-16.wav", 0x10022, 160), ("nms-24.wav", 0x10023, 160),
    ("nms-32.wav", 0x10024, 160), ("dwvw.aiff", 0x20041, 0),
    ("dpcm-8.xi", 0xF0050, 0), ("dpcm-16.xi", 0xF0051, 0),
]:
    rate = 44100 if name.endswith(".xi") else RATE
    file = library.sf_open(path(name).encode(), 0x20, ctypes.byref(Info(0, rate, 1, code, 0, 0)))
    assert file and library.sf_writef_short(file, MONO, FRAMES) == FRAMES, name
    library.sf_close(file)
    # Quiet: nothing but the samples comes in.
    row(name, slack=slack, rate=rate, quiet=True)
gsm = read("gsm.wav")
at = gsm.index(b"data")
put("cut-gsm.wav", gsm[: len(gsm) // 2], frames=FRAMES // 2, slack=960, told="breaks off")
put("zero-gsm.wav", gsm[:4] + b"\0" * 4 + gsm[8 : at + 4] + b"\0" * 4 + gsm[at + 8 :], slack=320, told="never closed")

# Cut and damaged files that only ffmpeg reads, which it decodes without an error.
for name, words in [
    ("aac.m4a", ["-movflags", "+faststart"]), ("alac.m4a", ["-c:a", "alac", "-movflags", "+faststart"]), ("flac.mkv", ["-c:a", "flac"]),
    ("opus.webm", ["-ar", "48000"]), ("plain.wma", []),
]:
    ffmpeg(plain, f".{name}", *words)
    whole = read(f".{name}")
    kind = name.split(".")[1]
    rate = 48000 if kind == "webm" else RATE
    put(f"half-{name}", whole[: len(whole) // 2], frames=rate, slack=rate * 3 // 4, rate=rate, told="breaks off")
aac = bytearray(read(".aac.m4a"))
for place in range(len(aac) // 2, len(aac) // 2 + 1500, 7):
    aac[place] ^= 0x5A
put("damaged-aac.m4a", bytes(aac), slack=FRAMES // 2, told="could not be decoded")

# The fact chunk tells where the sound in the last block ends.
for name, words in [("fact-gsm", ["-e", "gsm"]), ("fact-ms", ["-e", "ms-adpcm"]), ("fact-ima", ["-e", "ima-adpcm"])]:
    run("sox", "-D", plain, *words, path(f"{name}.wav"), "trim", "0", "31009s")
    row(f"{name}.wav", 31009, quiet=True)

# More than two channels.
for channels in [3, 4, 5, 6, 8]:
    with open(path(".many.wav"), "wb") as f:
        f.write(riff(fmt(channels), chunk(b"data", samples(RATE, channels))))
    for ending, words in [("wav", []), ("flac", []), ("m4a", ["-c:a", "alac"]), ("ogg", [])]:
        # ffmpeg writes three channels of ALAC not at all, and eight as seven; four of Vorbis in another order.
        if ending == "m4a" and channels in (3, 8) or ending == "ogg" and channels == 4: continue
        ffmpeg(path(".many.wav"), f"channels-{channels}.{ending}", *words)
        # FLAC has no layout with four places and a centre: it is kept as one of five.
        kept = 5 if ending == "m4a" and channels == 4 else channels
        row(f"channels-{channels}.{ending}", RATE, 1200 if ending == "ogg" else 0, channels=kept, told="channels")

for name in os.listdir(folder):
    if name.startswith("."):
        os.remove(path(name))
print(json.dumps(rows))
