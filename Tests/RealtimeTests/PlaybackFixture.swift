// A playback cycle, and the reader that feeds it.
import Glibc
import Rings
import Synchronization

@testable import Realtime

/// Feeds blocks with their timeline frame as samples, and renders periods.
final class PlaybackFixture {
    let box: LinkBox
    private var cycle: PlaybackCycle
    private var now: Int64 = 0

    init(ring: Int = 8192, fade: Int = 16, reserve: Int = 0) {
        box = LinkBox(playbackFrames: ring)
        let curve = (0..<fade).map { Float(0.5 - 0.5 * cos(Double.pi * (Double($0) + 0.5) / Double(fade))) }
        cycle = PlaybackCycle(curve: curve, reserve: reserve)
    }

    /// Feeds a block with its timeline frames as samples.
    @discardableResult
    func feed(
        _ count: Int, from timeline: Int64, generation: UInt32, edition: UInt32? = nil, isLast: Bool = false,
        follows: Bool = false
    ) -> Int {
        let position = unsafe box.pointer.pointee.playback.writePosition
        unsafe box.pointer.pointee.playback.write(count) { Frame(repeating: Float(timeline + Int64($0))) }
        let index = unsafe box.pointer.pointee.blocks.writePosition
        let block = PlaybackBlock(
            position: position, count: count, timeline: Double(timeline), step: 1, generation: generation,
            edition: edition ?? generation, isLast: isLast, follows: follows)
        _ = unsafe box.pointer.pointee.blocks.push(block)
        return index
    }

    func splice(from: UInt32, at place: Int, to: UInt32, block: Int) {
        _ = unsafe box.pointer.pointee.splices.push(Splice(from: from, at: place, to: to, block: block))
    }

    /// Locates; false for a locate that a later one has overtaken.
    @discardableResult
    func locate(_ position: Int64, generation: UInt32, shift: Int64? = nil) -> Bool {
        cycle.locate(RealtimeCommand(.locate, generation: generation, position: position, shift: shift))
    }

    /// Plays; `generation` is the locate that the play belongs to, 0 for none.
    func play(id: UInt32 = 1, generation: UInt32 = 0) {
        unsafe cycle.play(RealtimeCommand(.play, id: id, generation: generation), at: now, box.pointer.pointee)
    }

    func pause() { unsafe cycle.pause(at: now, box.pointer.pointee) }

    func render(_ count: Int) -> [Float] {
        var left = [Float](repeating: .nan, count: count)
        var right = left
        unsafe left.withUnsafeMutableBufferPointer { l in
            unsafe right.withUnsafeMutableBufferPointer { r in
                guard let a = l.baseAddress, let b = r.baseAddress else { return }
                unsafe cycle.render(a, b, count, at: now, box.pointer.pointee)
            }
        }
        now += Int64(count)
        return left
    }

    var position: Int64 { Int64(cycle.playhead) }
    var edition: UInt32 { cycle.block.edition }
    var isRolling: Bool { cycle.isRolling }
    var generation: UInt32 { cycle.generation }
    var room: Int { unsafe box.pointer.pointee.playback.writableCount }
    var underruns: Int64 { unsafe box.pointer.pointee.underruns.load(ordering: .relaxed) }

    func event() -> RealtimeEvent? { unsafe box.pointer.pointee.events.pop() }
}
