// Tests of gains and channel choice.
import Testing

@testable import Realtime

@Suite struct GainMatrixTests {
    func mix(_ matrix: inout GainMatrix, _ count: Int) -> (left: [Float], right: [Float]) {
        var left = [Float](repeating: 0.5, count: count)
        var right = [Float](repeating: -0.25, count: count)
        unsafe left.withUnsafeMutableBufferPointer { l in
            unsafe right.withUnsafeMutableBufferPointer { r in
                guard let a = l.baseAddress, let b = r.baseAddress else { return }
                unsafe matrix.apply(a, b, count)
            }
        }
        return (left, right)
    }

    /// Left and right as they are, mixed to mono, swapped, and one of them on both sides.
    @Test(arguments: [
        (SIMD4<Float>(1, 0, 0, 1), Float(0.5), Float(-0.25)), (SIMD4(0.5, 0.5, 0.5, 0.5), 0.125, 0.125),
        (SIMD4(0, 1, 1, 0), -0.25, 0.5), (SIMD4(1, 0, 1, 0), 0.5, 0.5), (SIMD4(0, 2, 0, 2), -0.5, -0.5),
    ])
    func reachesItsTargetInAStraightLine(_ levels: SIMD4<Float>, _ left: Float, _ right: Float) {
        var matrix = GainMatrix(rate: 1000)
        matrix.set(levels)
        let sound = mix(&matrix, 40)
        for i in 0..<40 {
            let share = min(1, Float(i + 1) / 20)
            #expect(abs(sound.left[i] - (0.5 + (left - 0.5) * share)) < 1e-6)
            #expect(abs(sound.right[i] - (-0.25 + (right + 0.25) * share)) < 1e-6)
        }
        #expect(sound.left[39] == left && sound.right[39] == right)
    }
}
