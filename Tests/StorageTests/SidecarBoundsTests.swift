// Tests of the largest sidecars.
import Dictation
import Glibc
import Testing

@testable import Storage

struct SidecarBoundsTests {
    /// 150,000 gaps made a sidecar of more than 16 MiB, which could not be read.
    @Test func anyNumberOfGapsIsToldInASidecarThatCanBeRead() throws {
        let shelf = try TestLibrary()
        var recording = try shelf.record("holes")
        let first = recording.segments[0]
        recording.segments = (1...36).map { number in
            var segment = first
            segment.file = Recording.fileName("holes", segment: number, fileExtension: "wav")
            for gap in 0..<5000 {
                let cause: Segment.Gap.Cause = gap % 3 == 0 ? .lost : .missed
                Segment.add(Segment.Gap(position: Int64(gap * 100), length: 7, cause: cause), to: &segment.gaps)
            }
            return segment
        }
        try shelf.library.writeRecording(recording)
        let read = try shelf.library.readRecording("holes")
        #expect(sizeOfFile(shelf.file("holes.json")) <= Recording.mostBytes)
        #expect(read.segments.count == 36)
        for segment in read.segments {
            #expect(segment.gapCount == 5000 && segment.gaps.reduce(0) { $0 + $1.length } == 35_000)
            #expect(segment.gaps.filter { $0.cause == .lost }.reduce(0) { $0 + $1.count } == 1667)
        }
    }

    @Test func gapsThatFollowEachOtherAreOneAndTooManyBecomeFewer() {
        var gaps: [Segment.Gap] = []
        Segment.add(.init(position: 10, length: 5, cause: .lost), to: &gaps)
        Segment.add(.init(position: 15, length: 5, cause: .lost), to: &gaps)
        Segment.add(.init(position: 20, length: 5, cause: .missed), to: &gaps)
        #expect(gaps == [.init(position: 10, length: 10, cause: .lost), .init(position: 20, length: 5, cause: .missed)])
        for number in 0..<150_000 { Segment.add(.init(position: Int64(100 + 20 * number), length: 1, cause: .lost), to: &gaps) }
        #expect(gaps.count < 2 * Segment.mostGaps && gaps.first?.position == 10)
        #expect(gaps.reduce(0) { $0 + $1.count } == 150_002 && gaps.reduce(0) { $0 + $1.length } == 150_015)
        #expect(gaps.map(\.position) == gaps.map(\.position).sorted())
    }

    /// Markers inserted one by one in order would take minutes.
    @Test(.timeLimit(.minutes(1))) func manyMarkersAreTakenAtOnce() {
        let timeline = Timeline([Span(segment: "a.wav", length: 1_000_000)])
        let markers = (0..<170_000).map { Marker(frame: Int64($0 * 7919 % 1_000_003), name: "\($0)") }
        let arrangement = Arrangement(timeline, markers: markers)
        #expect(arrangement.markers.count == 170_000)
        #expect(zip(arrangement.markers, arrangement.markers.dropFirst()).allSatisfy { $0.frame <= $1.frame })
        // Markers on one frame stay in the order of their age.
        let same = Arrangement(timeline, markers: [Marker(frame: 5, name: "a"), Marker(frame: 3), Marker(frame: 5, name: "b")])
        #expect(same.markers.map(\.name) == ["", "a", "b"])
        var one = same
        #expect(one.add(Marker(frame: 5, name: "c")) == 3 && one.add(Marker(frame: 0)) == 0 && one.add(Marker(frame: .max)) == 5)
    }

    /// The change is refused, and the old sidecar stays.
    @Test func markersPastWhatASidecarHoldsAreRefused() throws {
        let shelf = try TestLibrary()
        try shelf.record("much")
        let path = shelf.file("much.json")
        let long = String(repeating: "x", count: 1 << 20)
        try shelf.library.updateRecording("much") { $0.edits.arrangement.add(Marker(frame: 1, name: long)) }
        let before = sizeOfFile(path)
        #expect(throws: StorageError.tooMuchToSay(path: path)) {
            try shelf.library.updateRecording("much") { recording in
                recording.edits.arrangement.add((0..<16).map { Marker(frame: $0, name: long) })
            }
        }
        #expect(sizeOfFile(path) == before)
        #expect(try shelf.library.readRecording("much").markers.count == 1)
    }

    /// A take is never lost because of its description: the first markers are kept.
    @Test func aTakeOfTooManyMarkersIsKept() throws {
        let shelf = try TestLibrary()
        var entry = JournalEntry(name: "much", segment: try shelf.audio("much.wav", frames: 100))
        let long = String(repeating: "x", count: 1 << 20)
        entry.markers = (0..<20).map { Marker(frame: $0, name: long) }
        let kept = try shelf.library.keepTake(entry)
        #expect(
            kept.markers.count > 8 && kept.markers.count < 16
                && kept.markers.map(\.frame) == (0..<Int64(kept.markers.count)).map(\.self))
        #expect(try shelf.library.readRecording("much") == kept)
    }

    /// A marker for which no sidecar would have room is refused when it is set, and none that was taken is left out at the end.
    @Test func aMarkerWithoutRoomIsRefusedWhenItIsSet() throws {
        let shelf = try TestLibrary()
        let before = try shelf.record("much")
        try shelf.library.updateRecording("much") { $0.note = String(repeating: "n", count: 4 << 20) }
        var entry = JournalEntry(name: "much", segment: try shelf.audio("much~2.wav", frames: 100))
        let journal = try TakeJournal(shelf.library, entry)
        let long = String(repeating: "x", count: 1 << 20)
        #expect(throws: StorageError.tooMuchToSay(path: shelf.file("much.json"))) {
            for _ in 0..<64 {
                let change = MarkerChange(.add(Marker(frame: 1, name: long)), of: entry.markers)
                try journal.append(change)
                entry.markers = change.markers
            }
        }
        #expect(entry.markers.count > 8)
        // Taking one away needs no room.
        try journal.append(MarkerChange(.remove(at: 0), of: entry.markers))
        let kept = try shelf.library.keepTake(entry)
        #expect(kept.markers.count == entry.markers.count && kept.timeline.length == before.timeline.length + 100)
        try journal.end()
    }

    /// The note of the change is longer than the sidecar in it.
    @Test func aRecordingOfALongSidecarIsRenamed() throws {
        let shelf = try TestLibrary()
        try shelf.record("long")
        try shelf.library.updateRecording("long") { $0.note = String(repeating: "\u{1}", count: 2 << 20) }
        try shelf.library.renameRecording("long", to: "longer")
        #expect(try shelf.library.readRecording("longer").note.utf8.count == 2 << 20)
        #expect(try shelf.library.recoverLeftovers().isEmpty)
    }
}
