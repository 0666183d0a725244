// Tests of nudges that no splice can carry out.
import Stretch
import Testing

@testable import Engine
@testable import Player
@testable import Threads

@Suite("A nudge is answered, whatever comes in between (P3)") struct NudgeTests {
    /// A nudge that the reader has not carried out when the recording is unloaded, or when it has no such recording, is
    /// answered: its caller waited forever.
    @Test(arguments: [true, false]) func isAnswered(byUnload: Bool) {
        let outbox = Mailbox<ReaderEvent> {}
        var reader = PlaybackReader(outbox: outbox, quality: .best)
        reader.obey(.locate(load: 1, frame: 0, generation: 1, PlaySettings()))
        reader.obey(.nudge(id: 7, frames: 480_000))
        if byUnload {
            reader.obey(.unload(id: 1))
        } else {
            reader.attempt { (_, _) in Issue.record("nothing is loaded") }
        }
        var answered: [UInt32] = []
        for case .nudged(let id, let place) in outbox.take() where place == nil { answered.append(id) }
        #expect(answered == [7])
        #expect(reader.change.nudges.isEmpty && !reader.change.isWanted)
    }
}
