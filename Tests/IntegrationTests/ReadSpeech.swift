// Read speech with its reference, for tests of recognisers. Any thread; a value.
import TestSupport
import Testing
import Words

/// The five sentences of Debian's package `pocketsphinx-testdata`, joined: 25 s with 71 words.
struct ReadSpeech {
    private static let corpus = "/usr/share/pocketsphinx/test/data/librivox"
    /// Silence before and after the sentences in the file that `write` makes, in seconds.
    static let pad = 0.3

    /// The words that are read, with their places in frames of 48 kHz from the first sentence on.
    let words: [TimedWord]

    /// Reads the reference, of which `Tests/Reference/read-speech` tells how it was made.
    init() throws {
        let path = #filePath.replacing("IntegrationTests/ReadSpeech.swift", with: "Reference/read-speech")
        let lines = try #require(Files.read(path)).split(separator: "\n").filter { !$0.hasPrefix("#") }
        words = try lines.map { line in
            let parts = line.split(separator: " ")
            let (start, end) = (try #require(Double(parts[0])), try #require(Double(parts[1])))
            return TimedWord(String(parts[2]), start: Int64(start * 48_000), end: Int64(end * 48_000))
        }
        try #require(words.count == 71)
    }

    /// The words as one text.
    var text: String { words.map(\.text).joined(separator: " ") }

    /// Writes the speech to a file with 48 kHz, two equal channels and 24 bits, and silence around it.
    func write(to path: String) throws {
        let names = (Files.read("\(Self.corpus)/fileids") ?? "").split(separator: "\n").map { "\(Self.corpus)/\($0).wav" }
        try #require(!names.isEmpty, "apt-get install pocketsphinx-testdata")
        let form = ["-r", "48000", "-c", "2", "-b", "24", path, "pad", "\(Self.pad)", "\(Self.pad)"]
        let made = Process.run("/usr/bin/sox", names + form)
        try #require(made.code == 0, "\(made)")
    }
}
