// Read speech of the Debian package pocketsphinx-testdata. Main thread only.
import Storage
import System

/// 71 words of an English novel, in five files.
enum ReadSpeech {
    private static let corpus = "/usr/share/pocketsphinx/test/data/librivox"

    /// True if the package is installed.
    static var isInstalled: Bool { File.exists(corpus) }

    /// Writes the speech to a file, so many times one after the other. Gives its length in seconds. Throws `unfit`.
    static func write(to path: String, times: Int = 1, log: String) throws(BenchError) -> Double {
        guard isInstalled else { throw .leftOut("the speech is missing: apt-get install pocketsphinx-testdata") }
        let names: [String]
        do throws(SystemError) {
            names = String(decoding: try File.contents(of: "\(corpus)/fileids"), as: UTF8.self).split(separator: "\n")
                .map { "\(corpus)/\($0).wav" }
        } catch {
            throw .unfit("the speech cannot be read: \(error)")
        }
        let all = Array(repeating: names, count: max(1, times)).flatMap(\.self)
        try sox(all + ["-r", "16000", "-c", "1", "-b", "16", path], log: log)
        do throws(StorageError) { return try SegmentReader(path: path).info.seconds } catch {
            throw .unfit("the speech cannot be read: \(error)")
        }
    }

    /// Writes half a second of silence to a file. Throws `unfit`.
    static func writeSilence(to path: String, log: String) throws(BenchError) {
        try sox(["-n", "-r", "16000", "-c", "1", "-b", "16", path, "trim", "0", "0.5"], log: log)
    }

    private static func sox(_ words: [String], log: String) throws(BenchError) {
        guard let sox = Environment.program("sox", isOurs: false) else { throw .leftOut("sox is needed: apt-get install sox") }
        let child = try Child(sox, words, log: log)
        while child.ended == nil { ThisProcess.sleep(milliseconds: 20) }
        guard child.ended == 0 else { throw .unfit("sox could not write its file: \(child.said)") }
    }

    /// The words that are read.
    static func words() throws(SystemError) -> String {
        let text = String(decoding: try File.contents(of: "\(corpus)/transcription"), as: UTF8.self)
        return text.split(separator: "\n").map { line in
            line.split(separator: " ").filter { !$0.hasPrefix("<") && !$0.hasPrefix("(") }.joined(separator: " ")
        }.joined(separator: " ")
    }
}
