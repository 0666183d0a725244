// Writes a take until it is killed or done: a program of the tests.
import Dictation
import Glibc
import Storage

// take-writer PATH KIND BITS RATE CHANNELS FRAMES STEP PAUSE: writes FRAMES frames (0: until it is killed). After each STEP
// frames it flushes, or syncs at every other step (STEP below 0: syncs at every step), prints the frames written and the
// frames that can be read, and sleeps for PAUSE microseconds.
let words = CommandLine.arguments
guard words.count == 9, let rate = Int(words[4]), let channels = Int(words[5]), let total = Int(words[6]),
    let signedStep = Int(words[7]), let pause = UInt32(words[8])
else {
    print("take-writer PATH KIND BITS RATE CHANNELS FRAMES STEP PAUSE")
    exit(2)
}
let step = abs(signedStep)

/// Prints a line without stdio, so that the last line is out when the kill comes.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard unsafe write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(3) }
}

let format = try AudioFormat(
    container: .init(word: words[2]), encoding: words[3] == "-" ? nil : .init(word: words[3]), rate: rate, channels: channels)
let writer = try SegmentWriter(path: words[1], format: format)
var done = 0
var turn = 0
say("given 0 readable 0")
while total == 0 || done < total {
    let count = total == 0 ? step : min(step, total - done)
    let end = done + count
    // Small pieces, so that most of the time goes by between two flushes.
    while done < end {
        let block = (done..<min(done + 1_000, end)).map { TakeSignal.frame($0, format) }
        try unsafe block.withUnsafeBufferPointer { try unsafe writer.write($0) }
        done += block.count
    }
    turn += 1
    if signedStep < 0 || turn % 2 == 0 { try writer.sync() } else { try writer.flush() }
    say("given \(done) readable \(writer.framesReadable)")
    if pause > 0 { usleep(pause) }
}
_ = try writer.close(markers: [Marker(frame: 0, name: "start")])
say("closed \(writer.framesWritten)")
