// The files that a random walk is about. One thread: the test's.
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

/// Two recordings, words for them, and a recogniser that answers at once.
struct RandomWalkFiles {
    private let library: String
    private let folder: TempFolder

    /// Names of the recordings: a short one, which playback reaches the end of, and one that goes on.
    static let names = ["tape", "long"]

    init(_ engine: EngineProcess) throws {
        (library, folder) = (engine.library, engine.folder)
        let captions = "WEBVTT\n\n00:00.100 --> 00:00.900\nHello world\n\n00:01.000 --> 00:02.500\nand good bye\n"
        #expect(Files.write(captions, to: words))
        let answer = #"{"segment": {"start": 0, "end": 0.5, "text": "hello", "confidence": 0.4}}"#
        #expect(Files.write("#!/bin/sh\necho '\(answer)'\n", to: recogniser, mode: 0o700))
        try restore()
    }

    /// Path of captions for a recording.
    var words: String { folder.file("words.vtt") }
    /// Path of a program that hears one word in everything.
    var recogniser: String { folder.file("hear") }
    /// Path of a new file.
    var elsewhere: String { folder.file("elsewhere/x.wav") }

    /// Makes the recordings that the walk has deleted or renamed.
    func restore() throws {
        for (name, seconds) in zip(Self.names, [1, 20]) where !Files.exists("\(library)/\(name).wav") {
            do throws(StorageError) {
                let path = "\(library)/\(name).wav"
                let writer = try SegmentWriter(path: path, format: AudioFormat(plain: 48_000, channels: 2))
                // Half a second of sound, half a second of silence, and so on.
                let frames = (0..<48_000).map { SIMD2<Float>(repeating: $0 < 24_000 ? 0.3 * sin(Float($0) / 20) : 0) }
                for _ in 0..<seconds {
                    try unsafe frames.withUnsafeBufferPointer { (all) throws(StorageError) in try unsafe writer.write(all) }
                }
                _ = try writer.close(markers: [Marker(frame: 12_000, name: "here"), Marker(frame: 36_000, name: "there")])
            } catch {
                // A file of that name is on its way.
                guard case .exists = error else { throw error }
            }
        }
    }
}
