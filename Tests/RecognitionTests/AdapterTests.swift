// Tests the adapters that are shipped (W4): pocketsphinx on real speech, the others on their errors and on real output.
import Recognition
import TestSupport
import Testing
import Words

@Suite struct AdapterTests {
    private static let adapters =
        String(#filePath.dropLast("Tests/RecognitionTests/AdapterTests.swift".count)) + "session/share/recognisers"
    private static let speech = "/usr/share/pocketsphinx/test/data/goforward.raw"

    /// A WAV file of the real speech.
    private static func file(_ folder: TempFolder) throws -> String {
        let path = folder.file("speech.wav")
        let words = ["-t", "raw", "-r", "16000", "-e", "signed", "-b", "16", "-c", "1", speech, path]
        try #require(Process.run("/usr/bin/sox", words).code == 0)
        return path
    }

    private static func hear(
        _ adapter: String, _ file: String, _ options: RecogniserOptions = .init()
    ) throws(RecognitionError) -> Hearing {
        let recogniser = Recogniser(name: adapter, path: "\(adapters)/\(adapter)")
        let run = try RecogniserRun(recogniser, options, file: file, RecogniserLimits(sound: 3))
        while true { if let hearing = try run.step() { return hearing } }
    }

    @Test func `pocketsphinx hears real speech at its places`() throws {
        let folder = TempFolder()
        let hearing = try Self.hear("pocketsphinx", try Self.file(folder), .init(vocabulary: "/dev/null"))
        let lines = hearing.lines(in: 0..<44_800, rate: 16_000)
        #expect(lines.map(\.spoken) == ["go forward ten meters"])
        let word = try #require(lines.first?.words.dropFirst().first)
        // "forward" is said from 0.64 to 1.17 s.
        #expect(abs(word.start - 10_240) < 2400 && abs(word.end - 18_720) < 2400)
        #expect(word.confidence.map { $0 > 0.5 } == true && hearing.language == "en" && hearing.model == "en-us")
    }

    @Test func `pocketsphinx says that it knows only English`() throws {
        let folder = TempFolder()
        let file = try Self.file(folder)
        do throws(RecognitionError) {
            _ = try Self.hear("pocketsphinx", file, .init(language: "de"))
            Issue.record("it heard German")
        } catch {
            #expect("\(error)".contains("recogniser-model"))
        }
    }

    /// The stand-in prints what whisper.cpp 1.7 writes with `-ojf`.
    @Test func `the output of whisper-cli is read`() throws {
        let folder = TempFolder()
        let json = """
            {"systeminfo": "AVX = 1", "model": {"type": "tiny", "multilingual": false},
             "params": {"model": "ggml-tiny.en.bin", "language": "en", "translate": false}, "result": {"language": "en"},
             "transcription": [
              {"timestamps": {"from": "00:00:00,000", "to": "00:00:02,500"}, "offsets": {"from": 0, "to": 2500},
               "text": " And so, fellow-citizens.",
               "tokens": [
                {"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}, "id": 50363, "p": 0.98, "t_dtw": -1},
                {"text": " And", "offsets": {"from": 320, "to": 540}, "id": 843, "p": 0.72, "t_dtw": -1},
                {"text": " so", "offsets": {"from": 540, "to": 800}, "id": 523, "p": 0.9, "t_dtw": -1},
                {"text": ",", "offsets": {"from": 800, "to": 820}, "id": 11, "p": 0.5, "t_dtw": -1},
                {"text": " fellow", "offsets": {"from": 900, "to": 1300}, "id": 1, "p": 0.9, "t_dtw": -1},
                {"text": "-", "offsets": {"from": 1300, "to": 1310}, "id": 2, "p": 0.9, "t_dtw": -1},
                {"text": "citizens", "offsets": {"from": 1310, "to": 2000}, "id": 3, "p": 0.9, "t_dtw": -1},
                {"text": ".", "offsets": {"from": 2000, "to": 2010}, "id": 4, "p": 0.9, "t_dtw": -1},
                {"text": "[_TT_125]", "offsets": {"from": 2500, "to": 2500}, "id": 5, "p": 0.1, "t_dtw": -1}]},
              {"timestamps": {"from": "00:00:02,500", "to": "00:00:03,000"}, "offsets": {"from": 2500, "to": 3000},
               "text": " [BLANK_AUDIO]", "tokens": []}]}
            """
        try #require(folder.write(json, to: "answer.json"))
        let script = """
            #!/bin/sh
            echo "$@" > \(folder.file("words"))
            echo 'whisper_print_progress_callback: progress =  50%' >&2
            while [ $# -gt 1 ]; do [ "$1" = -of ] && cp \(folder.file("answer.json")) "$2.json"; shift; done
            """
        try #require(folder.write(script, to: "whisper-cli", mode: 0o700) && folder.write("x", to: "ggml-tiny.en.bin"))
        try #require(folder.write("# names\nDashwood\n", to: "names"))
        let output = Process.run(
            "\(Self.adapters)/whisper-cli",
            ["--model", folder.file("ggml-tiny.en.bin"), "--vocabulary", folder.file("names"), "--language", "en", "piece.wav"],
            environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        #expect(output.code == 0, "\(output)")
        let given = try #require(Files.read(folder.file("words")))
        #expect(given.contains("-f piece.wav -l en") && given.contains("--prompt Dashwood"))
        try #require(folder.write(output.output, to: "said"))
        let standIn = try StandIn("cat \(folder.file("said"))")
        let hearing = try standIn.run()
        #expect(hearing.model == "tiny.en" && hearing.language == "en")
        let lines = hearing.lines(in: 0..<3000, rate: 1000)
        #expect(lines.map(\.spoken) == ["And so, fellow-citizens."])
        #expect(lines.first?.words.map(\.text) == ["And", "so,", "fellow-citizens."])
        #expect(lines.first?.words.map(\.start) == [320, 540, 900])
        #expect(lines.first?.words.map(\.end) == [540, 820, 2010])
        #expect(lines.first?.words[1].confidence.map { abs($0 - 0.7) < 0.001 } == true)
    }

    @Test(arguments: ["whisper-cli", "faster-whisper"])
    func `a missing model or installation is told with its cure`(adapter: String) throws {
        let folder = TempFolder()
        let output = Process.run(
            "\(Self.adapters)/\(adapter)", [try Self.file(folder)], environment: ["XDG_DATA_HOME": folder.path])
        #expect(output.code == 1 && output.output.contains("\"error\""), "\(output)")
        #expect(output.output.contains(adapter == "whisper-cli" ? "recogniser-model" : "recognisers/install"))
    }

    @Test func `without a recogniser the command that installs one is named`() throws {
        let folder = TempFolder()
        let nothing = { (name: String) -> String? in name == "PATH" ? folder.path : nil }
        do throws(RecognitionError) {
            _ = try Recogniser.find(nil, variable: nothing)
            Issue.record("a recogniser was found")
        } catch {
            guard case .none(let install) = error else {
                Issue.record("\(error)")
                return
            }
            #expect("\(error)".contains(install) && "\(error)".contains("apt-get install pocketsphinx"))
        }
        #expect(throws: RecognitionError.unknown(name: "no-such")) { try Recogniser.find("no-such", variable: nothing) }
        #expect(throws: RecognitionError.unknown(name: "/tmp")) { try Recogniser.find("/tmp", variable: nothing) }
        let usual = { (name: String) -> String? in name == "PATH" ? "/usr/bin:/bin" : nil }
        #expect(try Recogniser.find(nil, variable: usual).name == "pocketsphinx")
    }
}
