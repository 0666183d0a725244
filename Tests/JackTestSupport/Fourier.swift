// A Fourier transform for the meters of the tests. Any thread.
import Glibc

/// A plain Fourier transform, radix 2, in place.
enum Fourier {
    /// Transforms in place. Both arrays have the same length, a power of two.
    static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        let count = real.count
        var j = 0
        for i in 1..<max(1, count) {
            var bit = count >> 1
            while j & bit != 0 {
                j ^= bit
                bit >>= 1
            }
            j |= bit
            if i < j {
                real.swapAt(i, j)
                imaginary.swapAt(i, j)
            }
        }
        unsafe real.withUnsafeMutableBufferPointer { real in
            unsafe imaginary.withUnsafeMutableBufferPointer { imaginary in
                var half = 1
                while half < count {
                    for k in 0..<half {
                        let angle = -Double.pi * Double(k) / Double(half)
                        let (c, s) = (cos(angle), sin(angle))
                        var i = k
                        while i < count {
                            let (x, y) = unsafe (real[i + half], imaginary[i + half])
                            let (turnedX, turnedY) = (x * c - y * s, x * s + y * c)
                            unsafe real[i + half] = real[i] - turnedX
                            unsafe imaginary[i + half] = imaginary[i] - turnedY
                            unsafe real[i] += turnedX
                            unsafe imaginary[i] += turnedY
                            i += 2 * half
                        }
                    }
                    half *= 2
                }
            }
        }
    }
}
