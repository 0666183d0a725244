// Tests that a take left open by a kill, or by a locked library, is whole again (F7, J5, R3).
import Dictation
import Storage
import System
import TestSupport
import Testing

@testable import Engine
@testable import Recorder

@Suite struct TakeJournalTests {
    /// The journal of the open take.
    private func entry(_ fixture: borrowing WriterFixture) throws -> JournalEntry {
        try JournalEntry(parsing: Array((try #require(Files.read(fixture.folder.file(".take.take")))).utf8))
    }

    /// A take with a pause, markers and gaps, which goes on. Its frames are 50,000 and those of the gap.
    private func begun() throws -> WriterFixture {
        var fixture = try WriterFixture()
        try fixture.begin(nil)
        fixture.capture(20_000)
        fixture.edge(20_001, .pause)
        fixture.edge(30_001, .resume)
        fixture.capture(20_000)
        try fixture.mark(35_001)
        fixture.capture(10_000)
        fixture.ring.miss(7_000, lost: 500)
        fixture.capture(10_000)
        return fixture
    }

    /// A kill leaves the journal as it is: joints and gaps are in it beside the markers.
    @Test func aKillForgetsNoJointAndNoGap() throws {
        let fixture = try begun()
        let entry = try entry(fixture)
        #expect(entry.segment.joints.map(\.position) == [20_000] && entry.segment.joints.map(\.paused) == [10_000])
        #expect(entry.segment.gaps.map(\.position) == [40_000, 47_000] && entry.segment.gaps.map(\.length) == [7_000, 500])
        #expect(entry.segment.gaps.map(\.cause) == [.missed, .lost])
        #expect(entry.markers.map(\.frame) == [25_000])
    }

    /// Somebody holds the lock of the library for longer than its patience: the take is closed once it is free, and until then the
    /// journal has all that its sidecar is to have.
    @Test func aTakeIsClosedOnceTheLibraryIsFree() throws {
        var fixture = try begun()
        let free = fixture.folder.file("free")
        let holder = try #require(
            Process(
                "/usr/bin/flock",
                [fixture.folder.file(".dicta-lock"), "/bin/sh", "-c", "echo held; until [ -e '\(free)' ]; do sleep 0.1; done"]))
        Pause.until { holder.saidSoFar.contains("held") }
        fixture.stop()
        let entry = try entry(fixture)
        #expect(entry.segment.frames == 57_500 && entry.segment.endReason == .stopped)
        #expect(entry.segment.joints.count == 1 && entry.segment.gaps.count == 2 && entry.markers.count == 1)
        #expect(fixture.closed.isEmpty, "\(fixture.closed)")
        #expect(Files.write("", to: free))
        let start = Moment.now
        while fixture.closed.isEmpty, Moment.now.seconds(since: start) < 60 {
            fixture.turn()
            Pause.milliseconds(50)
        }
        let summary = try #require(fixture.closed.first)
        #expect(summary.troubles.isEmpty && summary.segment.frames == 57_500, "\(summary.troubles)")
        let recording = try Library(folder: fixture.folder.path).readRecording("take")
        #expect(recording.segments.first?.gaps.count == 2 && recording.segments.first?.joints.count == 1)
        #expect(Files.read(fixture.folder.file(".take.take")) == nil)
        _ = holder.finish()
    }
}
