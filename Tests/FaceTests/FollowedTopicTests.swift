// Tests that the screen follows each topic that it shows (C10, T1).
import Dictation
import Testing

@testable import Face

@Suite("Followed topics")
struct FollowedTopicTests {
    /// Topics that no view reads.
    private static let others: Set<Topic> = [.loudness, .hooks]

    @Test("each topic with a state is followed, but those that no part shows; the words only once their page is there")
    func topics() {
        var rig = ScreenRig()
        rig.connect()
        let wanted = Set(Topic.states).subtracting(Self.others).union([.events])
        #expect(Set(rig.face.followed.keys) == wanted.subtracting([.words]))
        rig.press("9")
        #expect(Set(rig.face.followed.keys) == wanted)
        #expect(rig.face.followed.values.allSatisfy { $0 > 0 && $0 <= 30 })
    }

    /// A message with other values than those of a view that knows nothing.
    private static func message(_ topic: Topic, _ value: Value) -> Fields {
        if topic == .wave { return ScreenRig.wave(.take, "idea", until: 48_000) }
        return Fields(topic.fields.map { Field($0, value) })
    }

    @Test("a view reads each topic that is followed, and none of the others", arguments: Topic.states)
    func views(topic: Topic) {
        let values: [Value] = [.int(7), .text("recording"), .text("running"), .text("listening"), .flag(true)]
        let isRead = values.contains { value in
            var view = EngineView(link: .connected(engine: "dicta"))
            let before = view
            view.take(topic.rawValue, Self.message(topic, value), at: 1)
            return view != before
        }
        #expect(isRead == !Self.others.contains(topic))
    }
}
