// A stand-in for a recogniser, with a sound for it. One thread: the test's.
import Glibc
import TestSupport
import Testing

/// A shell script that says one word for each piece, and a file of tone bursts, each of which is a piece.
final class StandInRecogniser {
    let folder = TempFolder()
    /// Path of the program.
    var path: String { folder.file("recogniser") }
    /// Path of the sound: 48 kHz, two channels.
    var sound: String { folder.file("bursts.wav") }

    /// Makes bursts of two seconds with four seconds of silence between them; alternating ones are on the left, then on the right.
    init(pieces: Int, isAlternating: Bool = false) throws {
        let tone = ["-n", "-r", "48000", "-c", "1", "-b", "16"]
        let (burst, silence) = (folder.file("burst.wav"), folder.file("silence.wav"))
        try #require(
            Process.run("/usr/bin/sox", tone + [burst, "synth", "2", "sine", "440", "vol", "0.3", "pad", "2", "2"]).code == 0)
        try #require(Process.run("/usr/bin/sox", tone + [silence, "trim", "0", "6"]).code == 0)
        let sides = isAlternating ? [[burst, silence], [silence, burst]] : [[burst, burst]]
        let parts = sides.indices.map { folder.file("part\($0).wav") }
        for (files, part) in zip(sides, parts) {
            try #require(Process.run("/usr/bin/sox", ["-M"] + files + [part]).code == 0)
        }
        let all = (0..<pieces).map { parts[$0 % parts.count] }
        try #require(Process.run("/usr/bin/sox", all + [sound]).code == 0)
    }

    /// Writes the program; `script` is run before each answer. In it `$N` is the number of the call, `$DIR` the folder. A recogniser
    /// has the lowest priority, so it starts no other program.
    func write(_ script: String) throws {
        let text = """
            #!/bin/sh
            DIR='\(folder.path)'
            echo x >> "$DIR/calls"
            N=0
            while read -r x; do N=$((N + 1)); done < "$DIR/calls"
            \(script)
            echo '{"language":"en"}'
            echo "{\\"segment\\":{\\"start\\":0.5,\\"end\\":1,\\"words\\":[{\\"text\\":\\"w$N\\",\\"start\\":0.5,\\"end\\":1,\\"confidence\\":0.9}]}}"

            """
        _ = Files.remove(folder.file("hangs"))
        // A running shell reads its script bit by bit, so a new file takes the place of the old one.
        try #require(folder.write(text, to: "next", mode: 0o700))
        try #require(unsafe rename(folder.file("next"), path) == 0)
    }

    /// Writes the program so that it does not end from that call on until it is written anew, or its folder is gone: nobody ends the
    /// recogniser of an engine that was killed. `self` is then the id of its process.
    func hang(from call: Int) throws {
        try write("if [ $N -ge \(call) ]; then echo $$ > $DIR/self; while [ -e $DIR/hangs ]; do sleep 0.02; done; fi")
        try #require(folder.write("", to: "hangs"))
    }

    /// Writes a recogniser into a folder that hears nothing in anything, at once, and returns its path.
    static func deaf(in folder: TempFolder) throws -> String {
        try #require(folder.write("#!/bin/sh\necho '{\"language\": \"en\"}'\n", to: "deaf", mode: 0o700))
        return folder.file("deaf")
    }

    /// Number of calls so far.
    var calls: Int { (Files.read(folder.file("calls")) ?? "").split(separator: "\n").count }

    /// Waits for a state, a minute at most.
    func wait(_ isThere: () -> Bool) -> Bool { Pause.until(60, isThere) }
}
