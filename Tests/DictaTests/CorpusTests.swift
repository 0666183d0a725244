// Tests of importing foreign files of many kinds with the built program, without an engine.
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("foreign files: whole, or told; never a hang (F18, F19, F20, F21, issue 39 nos. 10 to 17)")
struct CorpusTests {
    private let terminal = Terminal()
    private static let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    private var library: String { terminal.folder.file("Library") }
    /// ffmpeg and sox are there; the machine's zone is not that of UTC.
    private static let zone = ["TZ": "Europe/Berlin"]

    private func run(_ words: [String]) throws -> Finished {
        try terminal.run(words + ["--library", library], path: "/usr/bin:/bin", adding: Self.zone)
    }

    /// Compares the items of an import with a table, in Python: a line for each difference.
    private static let compare = """
        import datetime, json, os, sys, time
        rows, answer = json.loads(sys.argv[1]), json.loads(sys.argv[2])
        created = {i['name']: i['created'] for i in json.loads(sys.argv[3])['items']}
        channels = {i['name']: i['channels'] for i in json.loads(sys.argv[3])['items']}
        items = {os.path.relpath(i.get('source', i.get('name', '')), sys.argv[4]): i for i in answer['items']}
        for r in rows:
            i, wrong = items.get(r['file'], {'error': 'missing'}), []
            if 'error' in i or 'skipped' in i: print(r['file'], i); continue
            rate = r['rate'] or i['rate']
            if abs(i['seconds'] * rate - r['frames']) > r['slack'] + 0.01: wrong.append(f"{i['seconds'] * rate} frames, not {r['frames']}")
            if i['rate'] != rate: wrong.append(f"{i['rate']} Hz")
            if channels[i['name']] != r['channels']: wrong.append(f"{channels[i['name']]} channels")
            if r.get('title', i['title']) != i['title']: wrong.append(f"title {i['title']!r}")
            if r.get('markers', i['markers']) != i['markers']: wrong.append(f"{i['markers']} markers")
            if r.get('quiet') and i.get('sound_hint'): wrong.append(f"told {i.get('sound_hint')!r}")
            if r.get('told', '') not in i.get('sound_hint', ''): wrong.append(f"told {i.get('sound_hint')!r}")
            if 'created' in r:
                want = r['created']
                if not want.endswith('Z'):
                    local = time.mktime(time.strptime(want, '%Y-%m-%d %H:%M:%S'))
                    want = datetime.datetime.utcfromtimestamp(local).strftime('%Y-%m-%dT%H:%M:%SZ')
                if created[i['name']] != want: wrong.append(f"created {created[i['name']]}, not {want}")
            if wrong: print(r['file'], wrong)
        """

    private func check(_ rows: String, in folder: String) throws {
        let answer = try run(["import", "--recursive", folder, "--json"])
        #expect(answer.code == 0, "\(answer.errors)")
        let list = try run(["ls", "--limit", "1000", "--json"])
        let differences = Process.python(Self.compare, [rows, answer.output, list.output, folder], environment: Self.zone)
        #expect(differences.code == 0 && differences.output.isEmpty, "\(differences.output)\(differences.errors)")
        let verified = try run(["verify", "--deep"])
        #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }

    @Test("280 files of all containers, header forms, cuts, tags and encodings come in with their right values")
    func generated() throws {
        let folder = terminal.folder.file("corpus")
        try #require(unsafe mkdir(folder, 0o700) == 0)
        let made = Process.run(
            "/usr/bin/python3", ["\(Self.tests)/Corpus/corpus.py", folder], environment: ["PATH": "/usr/bin:/bin"])
        try #require(made.code == 0, "\(made.errors)")
        try check(made.output, in: folder)
        let marks = try run(["marks", "mac-last", "--json"])
        let found = Terminal.json(marks.output, "[(i['name'], i['frames']) for i in o['items']]")
        #expect(found == "[('Anfang', 4000), ('Größe', 12000)]")
        // An Amiga's file has no ending of the library, and is no WAV.
        #expect(Files.exists("\(library)/amiga-mono.flac"))
        // All that was imported is heard whole: the exported file has each frame.
        let out = terminal.folder.file("out")
        try #require(unsafe mkdir(out, 0o700) == 0)
        let exported = try run(["export", "*", "--to", out, "--format", "wav", "--json"])
        #expect(exported.code == 0, "\(exported.errors.suffix(2000))")
        // The same folder again changes nothing, and names each file.
        let count = Terminal.json(try run(["ls", "--json"]).output, "o['total']")
        let again = try run(["import", "--recursive", folder, "--json"])
        #expect(again.code == 0)
        #expect(Terminal.json(again.output, "o['imported'], o['skipped']") == "0 \(count)")
        #expect(again.output.contains("has its contents already; --again imports it all the same"))
        #expect(Terminal.json(try run(["ls", "--json"]).output, "o['total']") == count)
        // Files in which libsndfile cannot seek, and of which ffmpeg knows less, are heard where they are.
        for (number, file) in ["nms-24.wav", "dwvw.aiff", "dpcm-16.xi"].enumerated() {
            let (name, target) = ("far \(number)", "\(out)/far-\(number).flac")
            let far = try run(["import", "--reference", "--again", "--name", name, "\(folder)/\(file)"])
            #expect(far.code == 0, "\(far)")
            #expect(try run(["verify", name, "--deep"]).code == 0)
            // An XI is played at 44.1 kHz.
            #expect(try run(["export", name, "--to", target, "--from", "0.2", "--until", "0.6"]).code == 0)
        }
    }

    @Test("the files of the issue come in with their right values; one that hangs a decoder holds nothing up")
    func kept() throws {
        let rows = """
            [["mp3-no-header-tags/plain.mp3", 129600], ["mp3-no-header-tags/id3v1.mp3", 129600],
            ["mp3-no-header-tags/id3v24-end.mp3", 129600], ["mp3-no-header-tags/id3v2-200.mp3", 129600],
            ["mp3-no-header-tags/id3v2-2k.mp3", 129600], ["mp3-no-header-tags/picture-20k.mp3", 129600],
            ["mp3-vbr-no-header/loud-then-quiet.mp3", 129600], ["mp3-vbr-no-header/quiet-then-loud.mp3", 129600],
            ["mp3-joined/joined.mp3", 66240], ["wav-unclosed/zero-data.wav", 16000], ["wav-unclosed/zero-sizes.wav", 16000],
            ["cut-flac/cut.flac", 98304], ["import-date/field.wav", 16000], ["import-date/memo.m4a", 32768]]
            """
        let table = Process.python(
            """
            import json, sys
            more = {'import-date/field.wav': {'created': '2021-03-04 15:06:34'}, 'import-date/memo.m4a': {'created': '2021-03-04T14:06:34Z'},
                'cut-flac/cut.flac': {'told': 'breaks off'}}
            print(json.dumps([dict(file=f, frames=n, slack=600 if 'vbr' in f or 'joined' in f else 0, rate=16000, channels=1, **more.get(f, {}))
                for f, n in json.loads(sys.argv[1])]))
            """, [rows])
        try #require(table.code == 0, "\(table.errors)")
        let folder = terminal.folder.file("kept")
        try #require(Process.run("/bin/cp", ["-r", "\(Self.tests)/Corpus/files", folder]).code == 0)
        // No sound, or a length that nobody can tell.
        for name in ["info-hang", "srt-ansi", "words-tab-lines"] {
            try #require(Process.run("/bin/rm", ["-r", "\(folder)/\(name)"]).code == 0)
        }
        try check(table.output, in: folder)
        // Wherever it lies: in the library, as a reference, under a name of any kind.
        let hanging = "\(Self.tests)/Corpus/files/info-hang/hang.wav"
        try #require(Process.run("/bin/cp", [hanging, "\(library)/stuck.wav"]).code == 0)
        let list = try run(["ls", "--limit", "1000", "--json"])
        #expect(Terminal.json(list.output, "o['total'], o['problems']") == "15 1")
        #expect(try run(["verify", "--deep"]).code == 1)
        #expect(try run(["info", "stuck"]).errors.contains("its decoder does not come to an end"))
        _ = try run(["recover"])
        _ = try run(["import", hanging])
        _ = try run(["import", "--reference", hanging])
        #expect(try run(["ls"]).code == 0)
    }

    @Test("joined files are told in the library, and heard whole as references", arguments: ["ogg", "opus", "au"])
    func joined(kind: String) throws {
        let file = try made("one.\(kind)", "-f", "lavfi", "-i", "sine=d=1:sample_rate=48000")
        let joined = terminal.folder.file("joined.\(kind)")
        try #require(Process.run("/bin/sh", ["-c", "cat \"$0\" \"$0\" > \"$1\"", file, joined]).code == 0)
        let answer = try run(["import", "--reference", joined])
        #expect(answer.code == 0 && answer.errors.contains("several streams are joined in it"), "\(answer)")
        let seconds = Double(Terminal.json(try run(["info", "joined", "--json"]).output, "o['seconds']")) ?? 0
        #expect(abs(seconds - 2) < 0.1, "\(seconds)")
        try #require(Process.run("/bin/cp", [joined, "\(library)/here.\(kind)"]).code == 0)
        #expect(Terminal.json(try run(["ls", "--json"]).output, "o['total'], o['problems']") == "2 1")
        #expect(try run(["info", "here"]).errors.contains("several streams are joined in it"))
        #expect(try run(["export", "here", "--to", terminal.folder.file("out.wav")]).code != 0)
    }

    @Test("libraries of decoders write nothing to the user's terminal")
    func quiet() throws {
        let answer = try run(["import", "\(Self.tests)/Corpus/files/mp3-joined/joined.mp3"])
        #expect(answer.code == 0 && !answer.errors.contains("Warning") && !answer.errors.contains("Xing"), "\(answer.errors)")
    }

    @Test(
        "an export reads back with the very time that it was written with",
        arguments: ["wav", "flac", "ogg", "mp3", "m4a", "caf"])
    func exported(kind: String) throws {
        let source = terminal.folder.file("source.wav")
        let made = Process.run(
            "/usr/bin/sox", ["-n", "-r", "48000", source, "synth", "0.5", "sine", "440"])
        try #require(made.code == 0, "\(made.errors)")
        try #require(Process.run("/usr/bin/touch", ["-d", "2021-07-04T22:30:05Z", source]).code == 0)
        #expect(try run(["import", source]).code == 0)
        let file = terminal.folder.file("out.\(kind)")
        let export = try run(["export", "source", "--to", file])
        try #require(export.code == 0, "\(export.errors)")
        #expect(try run(["import", file, "--name", "back"]).code == 0)
        let list = try run(["ls", "--json"])
        let created = Terminal.json(list.output, "sorted(i['created'] for i in o['items'])")
        #expect(created == "['2021-07-04T22:30:04Z', '2021-07-04T22:30:04Z']", "\(kind)")
    }

    @Test(
        "an export of a sound of which only the year is known tells that year, and reads back",
        arguments: ["wav", "flac", "mp3", "m4a"])
    func yearOnly(kind: String) throws {
        let source = try made("tape.flac", "-f", "lavfi", "-i", "sine=duration=1", "-metadata", "date=1987")
        #expect(try run(["import", source]).code == 0)
        let file = terminal.folder.file("out.\(kind)")
        #expect(try run(["export", "tape", "--to", file]).code == 0)
        let found = Process.run(
            "/usr/bin/ffprobe", ["-v", "error", "-show_entries", "format_tags=date,creation_time", "-of", "csv=p=0", file])
        #expect(found.output == "1987\n", "\(found.output)")
        #expect(try run(["import", file, "--name", "back"]).code == 0)
        let list = try run(["ls", "--json"])
        let created = Terminal.json(list.output, "[i['created'] for i in o['items']]")
        #expect(created == "['1986-12-31T23:00:00Z', '1986-12-31T23:00:00Z']", "\(kind)")
    }

    @Test("a file system that copies nothing inside the kernel, and says so by a 0, costs no byte")
    func copiesByReading() throws {
        let preload = try #require(
            terminal.folder.preload(
                """
                #include <unistd.h>
                #include <sys/types.h>
                ssize_t copy_file_range(int a, long *b, int c, long *d, size_t n, unsigned f) { return 0; }
                """))
        let file = try made("whole.wav", "-f", "lavfi", "-i", "sine=440:d=2")
        for words in [["import", file], ["copy", "whole", "--to", "twin"]] {
            let process = try #require(
                Process(
                    try Terminal.products() + "/dicta", words + ["--library", self.library],
                    environment: terminal.environment(path: "/usr/bin:/bin").merging(["LD_PRELOAD": preload]) { $1 }))
            let end = process.finish()
            #expect(end.code == 0, "\(end)")
        }
        let size = Process.run("/usr/bin/stat", ["-c", "%s", file]).output
        for name in ["whole", "twin"] {
            #expect(Process.run("/usr/bin/stat", ["-c", "%s", "\(library)/\(name).wav"]).output == size)
        }
    }

    @Test("samples finer than what is heard are never deleted for it", arguments: ["pcm_s32le", "pcm_f64le"])
    func depth(codec: String) throws {
        let file = try made("fine.wav", "-f", "lavfi", "-i", "sine=440:d=1", "-c:a", codec)
        #expect(try run(["import", file]).code == 0)
        #expect(try run(["cut", "fine", "--from", "0.1s", "--until", "0.2s"]).code == 0)
        let refused = try run(["flatten", "fine", "--forget"])
        #expect(refused.code != 0 && refused.errors.contains("fine.wav has"), "\(refused)")
        #expect(Files.exists("\(library)/fine.wav"))
        #expect(try run(["flatten", "fine"]).code == 0)
        #expect(Files.exists("\(library)/fine.wav"))
        #expect(try run(["undo", "fine"]).code == 0)
    }

    @Test("SIGTERM and SIGINT end a program that waits for a disk", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) throws {
        // A copy that stands still, as on a network that has gone.
        let library = try #require(
            terminal.folder.preload(
                """
                #include <unistd.h>
                #include <sys/types.h>
                ssize_t copy_file_range(int a, long *b, int c, long *d, size_t n, unsigned f) { for (;;) pause(); }
                """))
        let file = "\(Self.tests)/Corpus/files/wav-unclosed/zero-data.wav"
        let process = try #require(
            Process(
                try Terminal.products() + "/dicta", ["import", file, "--library", self.library],
                environment: terminal.environment(path: "/usr/bin:/bin").merging(["LD_PRELOAD": library]) { $1 }))
        let hasBegun = Pause.until {
            (try? FileManager.default.contentsOfDirectory(atPath: self.library))?.contains { $0.hasPrefix(".dicta-import-") }
                == true
        }
        #expect(hasBegun)
        _ = kill(process.pid, signal)
        #expect(process.hasEnded(within: 20))
    }

    private func made(_ name: String, _ words: String...) throws -> String {
        let path = terminal.folder.file(name)
        let made = Process.run("/usr/bin/ffmpeg", ["-nostdin", "-v", "error"] + words + [path])
        try #require(made.code == 0, "\(made.errors)")
        return path
    }

    @Test("a file with more channels than are heard is told, kept by flatten and deliver, and never deleted")
    func channels() throws {
        let file = try made("six.wav", "-f", "lavfi", "-i", "aevalsrc=0.1|0.1|0.1|0.1|0.1|0.1:s=48000:d=0.5:c=5.1")
        let answer = try run(["import", file])
        #expect(answer.code == 0 && answer.errors.contains("six.wav has 6 channels, which are mixed to two when it is heard"))
        #expect(Terminal.json(try run(["info", "six", "--json"]).output, "o['channels']") == "6")
        let out = terminal.folder.file("out.wav")
        let exported = try run(["export", "six", "--to", out])
        #expect(
            exported.code == 0 && exported.errors.contains("\(out): the 6 channels of the recording were mixed to two"),
            "\(exported)")
        #expect(try run(["cut", "six", "--from", "0.1s", "--until", "0.2s"]).code == 0)
        for words in [["flatten", "six", "--forget"], ["deliver", "six", "--discard"]] {
            let refused = try run(words)
            #expect(refused.code != 0 && refused.errors.contains("six.wav has 6 channels"), "\(refused)")
            #expect(Files.exists("\(library)/six.wav"))
        }
        #expect(try run(["flatten", "six"]).code == 0)
        #expect(try run(["undo", "six"]).code == 0)
        #expect(try run(["verify", "six", "--deep"]).code == 0)
    }

    @Test(
        "sound above full scale is counted where a file cannot hold it, with the gain that keeps it",
        arguments: ["wav", "flac", "mp3"])
    func clipped(kind: String) throws {
        let file = try made("loud.wav", "-f", "lavfi", "-i", "aevalsrc=1.5*sin(2000*t):s=48000:d=0.5", "-c:a", "pcm_f32le")
        #expect(try run(["import", file]).code == 0)
        let bits = kind == "wav" ? ["--bits", "16"] : []
        let first = try run(["export", "loud", "--to", terminal.folder.file("first.\(kind)")] + bits)
        #expect(
            first.code == 0 && first.errors.contains("samples are above full scale") && first.errors.contains("--gain -3.6"),
            "\(first)")
        let second = try run(["export", "loud", "--to", terminal.folder.file("second.\(kind)"), "--gain", "-3.6"] + bits)
        #expect(second.code == 0 && !second.errors.contains("full scale"), "\(second)")
        // The gain that is offered replaces the one that was asked for.
        let louder = try run(["export", "loud", "--to", terminal.folder.file("louder.\(kind)"), "--gain", "2"] + bits)
        #expect(louder.errors.contains("--gain -3.6"), "\(louder)")
        let floats = try run(["export", "loud", "--to", terminal.folder.file("floats.wav")])
        #expect(floats.code == 0 && !floats.errors.contains("full scale"), "\(floats)")
        #expect(try run(["export", "loud", "--to", terminal.folder.file("x.wav"), "--gain", "1", "--loudness", "-16"]).code == 2)
    }

    @Test("an MP3 exports with the bit rate that it has", arguments: [320, 128, 64])
    func bitRate(kilobits: Int) throws {
        let file = try made(
            "song.mp3", "-f", "lavfi", "-i", "sine=duration=20:sample_rate=48000", "-ac", "2", "-b:a", "\(kilobits)k")
        #expect(try run(["import", file]).code == 0)
        let out = terminal.folder.file("out.mp3")
        #expect(try run(["export", "song", "--to", out]).code == 0)
        let found = Process.run("/usr/bin/ffprobe", ["-v", "error", "-show_entries", "stream=bit_rate", "-of", "csv=p=0", out])
        #expect(found.output == "\(kilobits)000\n")
    }

    @Test("a cut file that only ffmpeg reads is told as a reference too, and verify calls it damaged, as it plays (F18)")
    func cutReference() throws {
        let file = try made(
            "talk.m4a", "-f", "lavfi", "-i", "anoisesrc=duration=5", "-c:a", "aac", "-b:a", "64k", "-movflags", "+faststart")
        #expect(Process.run("/usr/bin/truncate", ["-s", "-10000", file]).code == 0)
        let far = try run(["import", "--reference", file])
        #expect(far.code == 0 && far.errors.contains("breaks off"), "\(far)")
        let check = try run(["verify", "talk", "--deep"])
        #expect(check.code == 1 && check.output.contains("is damaged, and some of its sound cannot be decoded"), "\(check)")
        #expect(try run(["export", "talk", "--to", terminal.folder.file("out.wav")]).code == 0)
    }

    @Test("a line break of Windows in a note stays in one tag, and makes no chapter", arguments: ["flac", "m4a", "mp3"])
    func notes(kind: String) throws {
        let file = try made("talk.wav", "-f", "lavfi", "-i", "sine=duration=1")
        #expect(try run(["import", file]).code == 0)
        #expect(try run(["note", "talk", "--text", "one\r\n[CHAPTER]\r\ntitle=two"]).code == 0)
        let out = terminal.folder.file("out.\(kind)")
        #expect(try run(["export", "talk", "--to", out]).code == 0)
        let found = Process.run(
            "/usr/bin/ffprobe", ["-v", "error", "-show_entries", "format_tags=comment", "-show_chapters", "-of", "csv=p=0", out])
        #expect(
            found.output.contains("one") && found.output.contains("title=two") && found.output.contains("[CHAPTER]"),
            "\(found.output)")
    }

    /// The number of recordings.
    private func total() throws -> String { Terminal.json(try run(["ls", "--json"]).output, "o['total']") }

    @Test("a file that the library only refers to, or has lost, is copied in")
    func copied() throws {
        let file = try made("song.wav", "-f", "lavfi", "-i", "sine=duration=1")
        #expect(try run(["import", "--reference", file]).code == 0)
        #expect(try run(["import", file, "--name", "kept"]).code == 0)
        #expect(try total() == "2" && Files.exists("\(library)/kept.wav"))
        // The copy is there now, and a second reference adds nothing either.
        for words in [["import", file], ["import", "--reference", file]] {
            #expect(try run(words).errors.contains("was left alone"))
        }
        #expect(unsafe truncate("\(library)/kept.wav", 1000) == 0)
        #expect(try run(["import", file, "--name", "again"]).code == 0)
        #expect(Files.exists("\(library)/again.wav"))
        #expect(Files.remove("\(library)/again.wav"))
        #expect(try run(["import", file, "--name", "last"]).code == 0)
        #expect(Files.exists("\(library)/last.wav"))
    }

    @Test("other contents with the same checksum are no twin")
    func checksum() throws {
        let file = try made("one.wav", "-f", "lavfi", "-i", "anoisesrc=duration=5")
        // Five bytes that leave each CRC-32 as it is.
        let changed = Process.python(
            """
            import sys; d = bytearray(open(sys.argv[1], 'rb').read()); p = len(d) // 2
            for i, b in enumerate(bytes.fromhex('410671db01')): d[p + i] ^= b
            open(sys.argv[2], 'wb').write(d)
            """, [file, terminal.folder.file("two.wav")])
        try #require(changed.code == 0, "\(changed.errors)")
        #expect(try run(["import", file]).code == 0)
        #expect(try run(["import", terminal.folder.file("two.wav")]).code == 0)
        #expect(try total() == "2")
    }

    @Test(
        "an encoded file whose damage only the whole reading finds is decoded by ffmpeg, a reference too",
        arguments: ["damaged", "excerpt"], [[], ["--reference"]])
    func secondChance(kind: String, words: [String]) throws {
        let whole = try made("whole.flac", "-f", "lavfi", "-i", "anoisesrc=duration=20:sample_rate=48000")
        let file: String
        if kind == "excerpt" {
            // The header counts the whole.
            file = try made("excerpt.flac", "-ss", "10", "-i", whole, "-c", "copy")
        } else {
            file = terminal.folder.file("damaged.flac")
            let changed = Process.python(
                """
                import sys; d = bytearray(open(sys.argv[1], 'rb').read()); p = len(d) // 2
                d[p:p + 400] = bytes(400); open(sys.argv[2], 'wb').write(d)
                """, [whole, file])
            try #require(changed.code == 0, "\(changed.errors)")
        }
        let answer = try run(["import", file] + words)
        #expect(answer.code == 0 && answer.errors.contains("ffmpeg decoded it"), "\(answer)")
        #expect(!answer.errors.contains(library), "the hidden file is not told")
        let seconds = Double(Terminal.json(try run(["info", kind, "--json"]).output, "o['seconds']")) ?? 0
        #expect(kind == "excerpt" ? (9.5...10.5).contains(seconds) : (19.5...20).contains(seconds), "\(seconds)")
        let out = terminal.folder.file("out.wav")
        let exported = try run(["export", kind, "--to", out])
        try #require(exported.code == 0, "\(exported.errors)")
        #expect(try run(["import", out, "--name", "back"]).code == 0)
        let back = Double(Terminal.json(try run(["info", "back", "--json"]).output, "o['seconds']")) ?? 0
        #expect(abs(back - seconds) < 0.001)
    }

    @Test(
        "a damaged file tells what it lacks by what was decoded, not by where libsndfile gave up",
        arguments: ["lost.mp3", "added.mp3", "lost.flac"])
    func holes(name: String) throws {
        let whole = try made("whole-\(name)", "-f", "lavfi", "-i", "anoisesrc=duration=3:sample_rate=44100", "-b:a", "128k")
        let file = terminal.folder.file(name)
        let changed = Process.python(
            """
            import sys; d = open(sys.argv[1], 'rb').read(); p, n = (len(d) // 2, len(d) // 3) if 'flac' in sys.argv[2] else (2500, 4000)
            open(sys.argv[2], 'wb').write(d[:p] + bytes(n) + d[p + (n if 'lost' in sys.argv[2] else 0):])
            """, [whole, file])
        try #require(changed.code == 0, "\(changed.errors)")
        let answer = try run(["import", file, "--json"])
        let seconds = Double(Terminal.json(answer.output, "o['items'][0]['seconds']")) ?? 0
        let words = Terminal.json(answer.output, "o['items'][0]['sound_hint']").split(separator: " ")
        if name.hasPrefix("lost") {
            let place = try #require(words.firstIndex(of: "shorter"), "\(answer)")
            let told = try #require(Double(words[place - 2]), "\(answer)")
            #expect(seconds < 2.9 && abs(3 - seconds - told) < 0.06, "\(seconds): \(answer)")
        } else {
            #expect(seconds > 2.9 && !words.contains("shorter"), "\(seconds): \(answer)")
            let told = "libsndfile finds another length than its header says; ffmpeg decoded it"
            #expect(answer.output.contains(told), "\(answer)")
        }
    }

    @Test(
        "channels keep their places in the FLAC that ffmpeg writes: each is heard where it was meant",
        arguments: ["4.0", "2.1", "5.1(side)", "7.0"])
    func layouts(layout: String) throws {
        let places: [String: [(Float, Float)]] = [
            "4.0": [(1, 0), (0, 1), (0.7071, 0.7071), (0.5, 0.5)], "2.1": [(1, 0), (0, 1), (0, 0)],
            "5.1(side)": [(1, 0), (0, 1), (0.7071, 0.7071), (0, 0), (0.7071, 0), (0, 0.7071)],
            "7.0": [(1, 0), (0, 1), (0.7071, 0.7071), (0.7071, 0), (0, 0.7071), (0.7071, 0), (0, 0.7071)],
        ]
        let wanted = try #require(places[layout])
        // One channel sounds at a time.
        let parts = wanted.indices.map { "0.25*between(t\\,\($0)\\,\($0 + 1))" }.joined(separator: "|")
        let file = try made("room.wv", "-f", "lavfi", "-i", "aevalsrc=\(parts):s=48000:d=\(wanted.count):c=\(layout)")
        let answer = try run(["import", file])
        #expect(answer.code == 0 && answer.errors.contains("room.wv has \(wanted.count) channels"), "\(answer)")
        let out = terminal.folder.file("out.wav")
        #expect(try run(["export", "room", "--to", out, "--bits", "16"]).code == 0)
        let heard = Process.run(
            "/usr/bin/ffmpeg", ["-v", "error", "-i", out, "-ac", "2", "-f", "s16le", "\(out).raw"])
        try #require(heard.code == 0, "\(heard.errors)")
        let levels = Process.python(
            """
            import struct, sys; d = open(sys.argv[1], 'rb').read()
            for i in range(int(sys.argv[2])): print(*struct.unpack_from('<2h', d, 4 * (i * 48000 + 24000)))
            """, ["\(out).raw", "\(wanted.count)"])
        let found = levels.output.split(separator: "\n").map { $0.split(separator: " ").map { (Float($0) ?? .nan) / 8192 } }
        try #require(found.count == wanted.count)
        for (one, place) in zip(found, wanted) {
            #expect(abs(one[0] - place.0) < 0.01 && abs(one[1] - place.1) < 0.01, "\(layout): \(found)")
        }
    }

    @Test("a file in which libsndfile cannot seek is heard from any place: copied in, referred to, found in the library")
    func unseekable() throws {
        let file = terminal.folder.file("memo.wav")
        let words = ["-n", "-r", "8000", "-c", "1", "-e", "gsm", file, "synth", "4", "sine", "300-2000"]
        let made = Process.run("/usr/bin/sox", words)
        try #require(made.code == 0, "\(made.errors)")
        #expect(try run(["import", file]).code == 0)
        #expect(try run(["import", "--reference", "--again", "--name", "far", file]).code == 0)
        try #require(Process.run("/bin/cp", [file, "\(library)/found.wav"]).code == 0)
        let list = try run(["ls", "--json"]).output
        #expect(Terminal.json(list, "o['total'], [i['problem'] for i in o['items'] if 'problem' in i]") == "3 []")
        for name in ["memo", "far", "found"] {
            #expect(try run(["info", name]).code == 0)
            #expect(try run(["verify", name, "--deep"]).code == 0)
            let (whole, part) = (terminal.folder.file("\(name)-whole.wav"), terminal.folder.file("\(name)-part.wav"))
            #expect(try run(["export", name, "--to", whole, "--bits", "16"]).code == 0)
            #expect(try run(["export", name, "--to", part, "--bits", "16", "--from", "2", "--until", "3"]).code == 0)
            let compared = Process.python(
                """
                import sys, wave
                a, b = map(wave.open, sys.argv[1:])
                a.setpos(16000)
                part = b.readframes(9000)
                print(b.getnframes(), a.readframes(8000) == part, any(part))
                """, [whole, part])
            #expect(compared.output == "8000 True True\n", "\(name): \(compared)")
        }
    }

    @Test(
        "a file of blocks that an earlier version has copied in, padding and all, is whole, and stays where it is",
        arguments: ["gsm", "ms-adpcm", "ima-adpcm"])
    func earlierCopy(encoding: String) throws {
        let file = "\(library)/memo.wav"
        try #require(unsafe mkdir(library, 0o700) == 0)
        let words = ["-D", "-r", "8000", "-n", "-e", encoding, file, "synth", "5168s", "sine", "440"]
        let made = Process.run("/usr/bin/sox", words)
        try #require(made.code == 0, "\(made.errors)")
        #expect(try run(["note", "memo", "--text", "old"]).code == 0)
        // Earlier versions counted the frames of all blocks.
        let old = Process.python(
            """
            import json, struct, sys
            w = open(sys.argv[1], 'rb').read()
            f, d = w.index(b'fmt '), w.index(b'data')
            (block,), (each,), (size,) = (struct.unpack_from(*x) for x in [('<H', w, f + 20), ('<H', w, f + 26), ('<I', w, d + 4)])
            j = json.load(open(sys.argv[2]))
            s = j['segments'][0]
            s['frames'] = j['timeline'][0]['length'] = max(size // block * each, s['frames'])
            json.dump(j, open(sys.argv[2], 'w'))
            print(s['frames'] > 5168)
            """, [file, "\(library)/memo.json"])
        try #require(old.output == "True\n", "\(old)")
        for isTagged in [false, true] {
            if isTagged {
                let tag = Process.run("/bin/sh", ["-c", "printf 'LIST\\004\\000\\000\\000INFO' >> \"$0\"", file])
                try #require(tag.code == 0, "\(tag.errors)")
                #expect(try run(["recover"]).code == 0)
                #expect(Files.exists(file) && !Files.exists("\(library)/_Corrupted"))
            }
            let verified = try run(["verify", "memo", "--deep"])
            #expect(verified.code == 0, "\(verified)")
            #expect(try run(["info", "memo"]).code == 0)
            #expect(try run(["export", "memo", "--to", terminal.folder.file("\(isTagged).wav")]).code == 0)
        }
        #expect(try run(["cut", "memo", "--from", "0.1s", "--until", "0.2s"]).code == 0)
        let flat = try run(["flatten", "memo", "--forget"])
        #expect(flat.code == 0, "\(flat)")
    }

    @Test("the channels of an 8SVX stay apart: the left one is behind no other", arguments: [[], ["--reference"]])
    func amiga(words: [String]) throws {
        let file = terminal.folder.file("amiga.8svx")
        let sox = ["-n", "-r", "8000", "-c", "2", file, "synth", "1", "sine", "440", "remix", "1", "0"]
        let made = Process.run("/usr/bin/sox", sox)
        try #require(made.code == 0, "\(made.errors)")
        #expect(try run(["import", file] + words).code == 0)
        let out = terminal.folder.file("out.wav")
        #expect(try run(["export", "amiga", "--to", out, "--bits", "16"]).code == 0)
        let heard = Process.python(
            """
            import struct, sys, wave
            w = wave.open(sys.argv[1])
            d = struct.unpack(f"<{2 * w.getnframes()}h", w.readframes(1 << 20))
            print(w.getnframes(), max(map(abs, d[0::2])) > 20000, max(map(abs, d[1::2])) < 300)
            """, [out])
        #expect(heard.output == "8000 True True\n", "\(heard)")
    }

    @Test("a file that is referred to tells its channels too", arguments: ["wav", "wv", "m4a"])
    func referredChannels(kind: String) throws {
        let file = try made("six.\(kind)", "-f", "lavfi", "-i", "aevalsrc=0.1|0.1|0.1|0.1|0.1|0.1:s=48000:d=1:c=5.1")
        let answer = try run(["import", "--reference", file])
        #expect(
            answer.code == 0 && answer.errors.contains("six.\(kind) has 6 channels, which are mixed to two when it is heard"),
            "\(answer)")
        #expect(Terminal.json(try run(["info", "six", "--json"]).output, "o['channels']") == "6")
        #expect(try run(["verify", "six", "--deep"]).code == 0)
        #expect(try run(["export", "six", "--to", terminal.folder.file("out.wav")]).code == 0)
    }

    @Test("a file with several tracks of sound tells that the first one is taken", arguments: [[], ["--reference"]])
    func tracks(words: [String]) throws {
        let file = try made(
            "two.mka", "-f", "lavfi", "-i", "sine=duration=1", "-f", "lavfi", "-i", "sine=duration=2", "-map", "0", "-map", "1",
            "-c:a", "flac")
        let told = "two.mka has 2 tracks of sound; the first was taken"
        let answer = try run(["import", file] + words)
        #expect(answer.code == 0 && answer.errors.contains(told), "\(answer)")
        let again = try run(["import", "--again", "--json", file] + words)
        #expect(Terminal.json(again.output, "o['items'][0]['sound_hint']").hasSuffix(told), "\(again)")
    }

    @Test("a program that was installed under another name looks at foreign files itself")
    func otherName() throws {
        let program = terminal.folder.file("d")
        try #require(Process.run("/bin/cp", [try Terminal.products() + "/dicta", program]).code == 0)
        let file = try made("one.mp3", "-f", "lavfi", "-i", "sine=duration=1")
        let environment = ["HOME": terminal.folder.path, "XDG_RUNTIME_DIR": terminal.folder.path]
        let run = Process.run(program, ["import", file, "--library", library], environment: environment)
        #expect(run.code == 0 && run.output == "one\n", "\(run)")
    }

    @Test("the same contents are imported once, under any name, unless they are asked for again")
    func twins() throws {
        let file = try made("one.wav", "-f", "lavfi", "-i", "sine=duration=1")
        #expect(try run(["import", file]).code == 0)
        try #require(Process.run("/bin/cp", [file, terminal.folder.file("two.wav")]).code == 0)
        let other = try run(["import", terminal.folder.file("two.wav")])
        #expect(other.code == 0 && other.errors.contains("two.wav was left alone: one has its contents already"), "\(other)")
        #expect(other.output == "one\n", "a script goes on with the recording that is there")
        #expect(Terminal.json(try run(["ls", "--json"]).output, "o['total']") == "1")
        #expect(try run(["import", "--again", file]).code == 0)
        // A recording that was renamed and edited keeps what it was made of; one that was deleted does not.
        #expect(try run(["rename", "one", "--to", "first"]).code == 0)
        #expect(try run(["import", file]).errors.contains("was left alone"))
        #expect(try run(["delete", "first", "one (2)", "--yes"]).code == 0)
        #expect(try run(["import", file]).code == 0)
        #expect(Terminal.json(try run(["ls", "--json"]).output, "[i['name'] for i in o['items']]") == "['one']")
    }
}
