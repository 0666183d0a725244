// Tests of recordings with segments of several rates.
import Glibc
import Storage
import Testing

@testable import Playback

@Suite struct MixedRateTests {
    private static func sine(_ frame: Int64, rate: Double) -> Float {
        Float(0.5 * sin(2 * Double.pi * 997 * Double(frame) / rate))
    }

    /// Half a second of a sine at 48 kHz, and half a second of the same sine at 44.1 kHz: heard is one sine at 48 kHz.
    private static func timeline() throws -> (TimelineReader, [TestWave]) {
        let one = try TestWave(frames: 24_000) { SIMD2(repeating: sine($0, rate: 48_000)) }
        let two = try TestWave(frames: 22_050, rate: 44_100) { SIMD2(repeating: sine($0, rate: 44_100)) }
        let spans = [
            FileSpan(path: one.path, first: 0, length: 24_000, rate: 48_000),
            FileSpan(path: two.path, first: 0, length: 24_000, rate: 48_000),
        ]
        return (try TimelineReader(spans: spans), [one, two])
    }

    private static func read(_ timeline: TimelineReader, _ first: Int64, _ count: Int) throws -> [SIMD2<Float>] {
        let frames = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: count)
        defer { unsafe frames.deallocate() }
        unsafe frames.initialize(repeating: .zero)
        unsafe try timeline.read(from: first, into: frames)
        return unsafe Array(frames)
    }

    @Test func aSegmentOfAnotherRateIsHeardAtThatOfTheRecording() throws {
        let (timeline, _) = try Self.timeline()
        #expect(timeline.length == 48_000 && timeline.info.rate == 48_000)
        let heard = try Self.read(timeline, 0, 48_000)
        for index in 25_000..<47_000 {
            let wanted = Self.sine(Int64(index - 24_000), rate: 48_000)
            guard abs(heard[index].x - wanted) < 1e-4 else {
                Issue.record("frame \(index) is \(heard[index].x), not \(wanted)")
                return
            }
        }
        #expect(heard[100].x == Self.sine(100, rate: 48_000))
    }

    /// The same place gives the same sound, from wherever the reader comes.
    @Test func itCanBeReadFromAnyPlace() throws {
        let (timeline, _) = try Self.timeline()
        let whole = try Self.read(timeline, 24_000, 24_000)
        for first in [11_111, 3, 20_000, 160, 159, 7777] {
            let part = try Self.read(timeline, Int64(24_000 + first), 500)
            for (index, frame) in part.enumerated() where abs(frame.x - whole[first + index].x) > 1e-5 {
                Issue.record("frame \(first + index): \(frame.x), not \(whole[first + index].x)")
                return
            }
        }
    }
}
