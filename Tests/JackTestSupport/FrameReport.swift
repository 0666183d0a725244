// Checks a row of coded frames. Any thread; a value.

/// Result of a check of coded frames: each frame has to follow the one before.
public struct FrameReport: CustomStringConvertible {
    /// Code of the first frame that is not silent.
    public private(set) var first: UInt32?
    /// Frames missing between two neighbours.
    public private(set) var lost = 0
    /// Frames by which the numbers jump back.
    public private(set) var repeated = 0
    /// Frames whose samples are no code.
    public private(set) var garbled = 0
    /// Silent frames. They stand where no frame was sent, and use up no number.
    public private(set) var silent = 0
    /// Silent frames after the first frame that is not silent.
    public private(set) var holes = 0
    /// Places at which the numbers jump, and by how many frames (below zero: back).
    public private(set) var jumps: [(place: Int, frames: Int)] = []
    /// The first ten findings, in words.
    public private(set) var findings: [String] = []

    /// True when no frame is lost, repeated or garbled.
    public var isClean: Bool { lost == 0 && repeated == 0 && garbled == 0 }

    /// No frame is repeated, and each lost frame has left silence. A server that goes on over a client that is late grants
    /// no more: PipeWire does that, and an asynchronous jackd2.
    public var isInOrder: Bool { repeated == 0 && garbled == 0 && lost <= holes }

    /// Checks a row of frames.
    public init(_ samples: some Collection<SIMD2<Float>>, _ code: FrameCode) {
        var expected: UInt32?
        for (place, sample) in samples.enumerated() {
            if sample == .zero, expected.map({ code.encode($0) != .zero }) ?? true {
                silent += 1
                if first != nil { holes += 1 }
                continue
            }
            guard let found = code.decode(sample) else {
                garbled += 1
                note("at frame \(place): \(sample) is no code")
                expected = expected.map { $0 &+ 1 }
                continue
            }
            first = first ?? found
            if let expected, found != expected {
                let jump = Int(Int32(bitPattern: found &- expected))
                if jump > 0 { lost += jump } else { repeated -= jump }
                jumps.append((place, jump))
                note("at frame \(place): expected \(expected), found \(found): \(abs(jump)) \(jump > 0 ? "lost" : "repeated")")
            }
            expected = found &+ 1
        }
    }

    private mutating func note(_ finding: String) {
        if findings.count < 10 { findings.append(finding) }
    }

    /// Counts and findings in words.
    public var description: String {
        "lost \(lost), repeated \(repeated), garbled \(garbled), silent \(silent) \(findings.joined(separator: "; "))"
    }
}
