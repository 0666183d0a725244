// Room: tests of Stretch. One thread.
@testable import Stretch

/// A DPC with a formula for a tape: plays blocks, keeps what came out and where each block said it was from.
final class Deck {
    let dpc: DPC
    let block: Int
    var fed: Int64 = 0
    var length: Int64 = .max
    var tape: (Int64) -> SIMD2<Float>
    var heard: [SIMD2<Float>] = []
    var outputs: [DPC.Output] = []
    var keeps = true

    init(
        _ settings: StretchSettings = StretchSettings(), rate: Int = 48000, block: Int = 256,
        tape: @escaping (Int64) -> SIMD2<Float>
    ) throws {
        dpc = try DPC(sampleRate: rate, settings: settings)
        self.block = block
        self.tape = tape
    }

    func locate(to frame: Int64) throws {
        try dpc.locate(to: frame)
        fed = frame
    }

    /// At least so many frames, in blocks; ends at the end of the tape.
    func play(_ frames: Int) throws {
        var left = frames
        var buffer = [SIMD2<Float>](repeating: .zero, count: block)
        while left > 0 {
            let output = unsafe try buffer.withUnsafeMutableBufferPointer { buffer in
                unsafe try dpc.render(into: buffer) { wanted in
                    let count = Int(min(Int64(wanted.count), length - fed))
                    for index in 0..<count { unsafe wanted[index] = tape(fed + Int64(index)) }
                    fed += Int64(count)
                    return count
                }
            }
            outputs.append(output)
            if keeps { heard.append(contentsOf: buffer[..<output.frames]) }
            left -= output.frames
            if output.frames < block { break }
        }
    }
}
