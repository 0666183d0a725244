// A high-pass filter for the meters of the tests. Any thread; a value.
import Glibc

/// Butterworth high-pass of the eighth order: 48 dB down an octave below the cut. Its ringing is over within 2 ms.
struct HighPass {
    private struct Section {
        var b0 = 0.0
        var a1 = 0.0
        var a2 = 0.0
        var s1 = 0.0
        var s2 = 0.0
    }

    private var sections: [Section] = []

    init(cut hertz: Double, rate: Int) {
        let k = tan(Double.pi * hertz / Double(rate))
        for pair in 0..<4 {
            // 1/Q of the pole pair.
            let damping = 2 * sin(Double.pi * Double(2 * pair + 1) / 16)
            let norm = 1 / (1 + k * damping + k * k)
            sections.append(Section(b0: norm, a1: 2 * (k * k - 1) * norm, a2: (1 - k * damping + k * k) * norm))
        }
    }

    /// Squares of the filtered samples.
    mutating func squares(_ samples: [Float]) -> [Double] {
        var result = samples.map(Double.init)
        unsafe result.withUnsafeMutableBufferPointer { buffer in
            for number in sections.indices {
                var section = sections[number]
                for i in 0..<buffer.count {
                    let x = unsafe buffer[i]
                    let y = section.b0 * x + section.s1
                    section.s1 = -2 * section.b0 * x - section.a1 * y + section.s2
                    section.s2 = section.b0 * x - section.a2 * y
                    unsafe buffer[i] = y
                }
                sections[number] = section
            }
            for i in 0..<buffer.count { unsafe buffer[i] *= buffer[i] }
        }
        return result
    }
}
