// Pink noise from a fixed seed. A value; one thread at a time.

/// Pink noise: white noise through Paul Kellet's filter, within 0.05 dB of -3 dB an octave. The same seed gives the same noise.
struct PinkNoise {
    private var state: UInt64
    private var b: (Double, Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0, 0)

    init(seed: UInt64) { state = seed }

    /// The next sample; about 0.1 RMS.
    mutating func next() -> Double {
        // SplitMix64
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        let white = Double(Int64(bitPattern: bits ^ (bits >> 31))) / 0x1p63
        b.0 = 0.99886 * b.0 + white * 0.0555179
        b.1 = 0.99332 * b.1 + white * 0.0750759
        b.2 = 0.96900 * b.2 + white * 0.1538520
        b.3 = 0.86650 * b.3 + white * 0.3104856
        b.4 = 0.55000 * b.4 + white * 0.5329522
        b.5 = -0.7616 * b.5 - white * 0.0168980
        let pink = b.0 + b.1 + b.2 + b.3 + b.4 + b.5 + b.6 + white * 0.5362
        b.6 = white * 0.115926
        return pink * 0.11
    }
}
