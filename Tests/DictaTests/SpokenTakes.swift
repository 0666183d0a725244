// A recording with words, for tests of exports. Any thread; blocks on the disk.
import Dictation
import Storage
import TestSupport
import Words

extension Library {
    /// Keeps a recording of two takes of eight seconds with a word or two at some places, and cuts the seconds 2 to 4: its length is
    /// 14 s, and it says `alpha` at 1, `bravo {one}` at 3, `charlie` at 7 and `delta` at 12 s. `gone` is cut.
    func keepSpokenTakes(_ name: String = "talk", rate: Int = 48_000, speakers: [String] = []) throws {
        try keepTwoTakes(name, try AudioFormat(encoding: .pcm16, rate: rate), frames: rate * 8)
        try updateRecording(name) { recording in
            recording.edits.delete(Int64(rate * 2)..<Int64(rate * 4))
            recording.title = "Talk"
            recording.edits.arrangement.add(Marker(frame: Int64(rate * 3), name: "second; part"))
            recording.edits.arrangement.add(Marker(frame: Int64(rate * 7), name: ""))
        }
        try say(name, rate: rate, speakers: speakers)
    }

    private func say(_ name: String, rate: Int, speakers: [String]) throws {
        try updateTranscript(of: name) { transcript, _ in
            transcript.language = "en"
            let said: [(file: String, words: [(text: String, second: Double)])] = [
                ("\(name).wav", [("alpha", 1), ("gone", 2.5), ("bravo {one}", 5)]),
                ("\(name)~2.wav", [("charlie", 1), ("delta", 6)]),
            ]
            for (file, words) in said {
                let lines = words.enumerated().map { index, word in
                    let start = Int64(word.second * Double(rate))
                    let speaker = speakers.isEmpty ? nil : speakers[index % speakers.count]
                    return Line(text: word.text, in: start..<start + Int64(rate / 2), speaker: speaker)
                }
                transcript[file].hear(0..<Int64(rate * 8), lines)
            }
        }
    }
}
