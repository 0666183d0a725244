// Tests of markers of a take: from JACK frames to frames of the file (F5).
import Dictation
import Storage
import Testing

@testable import Engine
@testable import Recorder
@testable import Threads

/// The samples of the stream are its JACK frames, so the file itself tells the frame at a marker.
@Suite struct TakeMarkerTests {
    private func mark(_ fixture: TakeFixture, _ frame: Int64?, isNamed: Bool = true, _ words: (String, Value)...) throws {
        var arguments = words.map { CommandArgument($0, $1) }
        if isNamed, let frame { arguments.append(CommandArgument("at-frame", .int(frame))) }
        let request = try CommandTable.command(named: "mark").check(named: arguments)
        fixture.take.marksToCome.append(
            TakeMark(id: UInt64(frame ?? 0), request: MarkerRequest(request, created: ""), frame: frame))
    }

    /// Carries out the markers due before `frame`, and returns the result of each.
    private func obey(_ fixture: TakeFixture, before frame: Int64?) -> [UInt64: String] {
        var told: [UInt64: String] = [:]
        for mark in fixture.take.takeDueMarks(before: frame) {
            do throws(EngineError) {
                fixture.take.apply(try fixture.take.change(for: mark))
                told[mark.id] = "set"
            } catch {
                told[mark.id] = error.description
            }
        }
        return told
    }

    @Test(arguments: [1, 64, 1000]) func markersStandOnTheirFrames(period: Int) throws {
        let fixture = try TakeFixture(start: 1003, preRoll: 100)
        fixture.take.add(Take.Edge(frame: 2001, kind: .pause))
        fixture.take.add(Take.Edge(frame: 3001, kind: .resume))
        fixture.take.add(Take.Edge(frame: 4000, kind: .pause))
        fixture.take.add(Take.Edge(frame: 4500, kind: .resume))
        fixture.take.add(Take.Edge(frame: 5000, kind: .stop(.stopped)))
        for frame in [903, 1003, 2000, 2001, 2500, 3000, 3001, 3999, 4600, 4999, 5000, 902] as [Int64] {
            try mark(fixture, frame)
        }
        var told: [UInt64: String] = [:]
        for end in stride(from: Int64(950), through: 5200, by: 50) {
            try fixture.stream(from: end - 50, to: end, period: period)
            // Markers of frames to come have no result yet.
            let now = obey(fixture, before: end)
            #expect(now.keys.allSatisfy { Int64($0) < end })
            told.merge(now) { $1 }
        }
        #expect(told.count == 12 && told[902]?.contains("begins later") == true)
        #expect(told[5000]?.contains("ended before") == true)
        let file = try fixture.finish()
        // The samples of a fade are no frame numbers: the place of the marker decides.
        let places = fixture.take.markers.map(\.frame)
        #expect(places == [0, 100, 1097, 1098, 1098, 1098, 1098, 2096, 2197, 2596])
        for (place, frame) in [(0, 903), (100, 1003), (1097, 2000), (2096, 3999), (2596, 4999)] {
            #expect(file[place] == Float(frame))
        }
        #expect(fixture.take.segmentMarkers.map(\.frame) == places)
    }

    @Test func placesAndChanges() throws {
        let fixture = try TakeFixture(start: 1000)
        try fixture.stream(from: 900, to: 2000, period: 64)
        try mark(fixture, nil, ("name", .text("half")), ("at", .text("500f")))
        try mark(fixture, nil, ("at", .text("1000f")))
        let past = EngineError.marker(.pastEnd(frame: 1000, frames: 1000, rate: 48_000))
        #expect(obey(fixture, before: 2000) == [0: past.description])
        try mark(fixture, 1900, ("change", .text("half")), ("note", .text("later")))
        #expect(obey(fixture, before: 2000) == [1900: "set"])
        #expect(fixture.take.markers == [Marker(frame: 900, name: "half", note: "later")])
        // A take that ends in a pause has no frame at that place.
        try mark(fixture, nil, ("change", .int(2)))
        #expect(obey(fixture, before: 2000)[0]?.contains("no marker '2' among 1") == true)
        fixture.take.end(.stopped)
        try mark(fixture, 5000)
        #expect(obey(fixture, before: nil)[5000]?.contains("ended before") == true)
    }

    /// The frame of a command without one is not told as a frame that was given.
    @Test func aMarkerBeforeTheTakeOrBehindItIsTold() throws {
        let fixture = try TakeFixture(start: 1000)
        try mark(fixture, 950, isNamed: false)
        try fixture.stream(from: 900, to: 2000, period: 64)
        #expect(obey(fixture, before: 2000)[950]?.contains("has not begun yet") == true)
        fixture.take.end(.stopped)
        try mark(fixture, 5000, isNamed: false)
        #expect(obey(fixture, before: nil)[5000]?.contains("The take is over") == true)
        #expect(fixture.take.markers.isEmpty)
    }
}
