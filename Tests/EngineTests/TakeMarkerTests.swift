// Room: tests of Engine. Markers of a take: from frames of JACK's time to frames of the file (F5).
import Dictation
import Storage
import Testing

@testable import Engine

/// The stream's sample is its JACK frame, so the file itself says which one stands at a marker.
@Suite struct TakeMarkerTests {
    private func mark(_ rig: TakeRig, _ frame: Int64?, _ words: (String, Value)...) throws {
        let request = try CommandTable.command(named: "mark").check(named: words.map { CommandArgument($0, $1) })
        rig.take.markOrders.append(
            TakeMark(id: UInt64(frame ?? 0), order: MarkerOrder(request, created: ""), frame: frame))
    }

    /// Carries out what is due at `frame` and gives what became of each.
    private func obey(_ rig: TakeRig, before frame: Int64?) -> [UInt64: String] {
        var told: [UInt64: String] = [:]
        for mark in rig.take.takeDueMarks(before: frame) {
            do throws(EngineError) {
                let edit = try rig.take.edit(mark)
                told[mark.id] = rig.take.change(edit) == nil ? "lost" : "set"
            } catch {
                told[mark.id] = error.description
            }
        }
        return told
    }

    @Test(arguments: [1, 64, 1000]) func markersStandOnTheirFrames(period: Int) throws {
        let rig = try TakeRig(start: 1003, preRoll: 100)
        rig.take.add(Take.Edge(frame: 2001, kind: .pause))
        rig.take.add(Take.Edge(frame: 3001, kind: .resume))
        rig.take.add(Take.Edge(frame: 4000, kind: .pause))
        rig.take.add(Take.Edge(frame: 4500, kind: .resume))
        rig.take.add(Take.Edge(frame: 5000, kind: .stop(.stopped)))
        for frame in [903, 1003, 2000, 2001, 2500, 3000, 3001, 3999, 4600, 4999, 5000, 902] as [Int64] { try mark(rig, frame) }
        var told: [UInt64: String] = [:]
        for end in stride(from: Int64(950), through: 5200, by: 50) {
            try rig.stream(from: end - 50, to: end, period: period)
            // What is yet to come is not told of.
            let now = obey(rig, before: end)
            #expect(now.keys.allSatisfy { Int64($0) < end })
            told.merge(now) { $1 }
        }
        #expect(told.count == 12 && told[902]?.contains("begins later") == true)
        #expect(told[5000]?.contains("ended before") == true)
        let file = try rig.finish()
        // Fades at the joints are no ramp: there the place says it.
        let places = rig.take.markers.map(\.frame)
        #expect(places == [0, 100, 1097, 1098, 1098, 1098, 1098, 2096, 2197, 2596])
        for (place, frame) in [(0, 903), (100, 1003), (1097, 2000), (2096, 3999), (2596, 4999)] {
            #expect(file[place] == Float(frame))
        }
        #expect(rig.take.segmentMarkers.map(\.position) == places)
    }

    @Test func placesAndChanges() throws {
        let rig = try TakeRig(start: 1000)
        try rig.stream(from: 900, to: 2000, period: 64)
        try mark(rig, nil, ("name", .text("half")), ("at", .text("500f")))
        try mark(rig, nil, ("at", .text("1000f")))
        #expect(obey(rig, before: 2000) == [0: EngineError.marker(.pastEnd(frame: 1000, frames: 1000)).description])
        try mark(rig, 1900, ("change", .text("half")), ("note", .text("later")))
        #expect(obey(rig, before: 2000) == [1900: "set"])
        #expect(rig.take.markers == [Marker(frame: 900, name: "half", note: "later")])
        // A take that ends in a pause has no frame there.
        try mark(rig, nil, ("change", .int(2)))
        #expect(obey(rig, before: 2000)[0]?.contains("no marker '2' among 1") == true)
        rig.take.end(.stopped)
        try mark(rig, 5000)
        #expect(obey(rig, before: nil)[5000]?.contains("ended before") == true)
    }
}
