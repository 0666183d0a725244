// A value.

/// What a row of coded frames says: each frame has to be the follower of the one before.
public struct FrameReport: CustomStringConvertible {
    /// Code of the first frame that is no silence.
    public private(set) var first: UInt32?
    public private(set) var lost = 0
    public private(set) var repeated = 0
    public private(set) var garbled = 0
    /// Silent frames: they stand where no frame was sent, and so use up no number.
    public private(set) var silent = 0
    /// Those of them that stand behind a frame that is none.
    public private(set) var holes = 0
    /// Where the followers end: the place, and how many frames further the next one is (below zero: back).
    public private(set) var jumps: [(place: Int, frames: Int)] = []
    /// The first ten findings, in words.
    public private(set) var findings: [String] = []

    public var isClean: Bool { lost == 0 && repeated == 0 && garbled == 0 }

    /// Nothing stands twice, and what is lost has left silence: all that a server grants which goes on over a client that is late,
    /// as PipeWire and an asynchronous jackd2 do.
    public var isInOrder: Bool { repeated == 0 && garbled == 0 && lost <= holes }

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

    public var description: String {
        "lost \(lost), repeated \(repeated), garbled \(garbled), silent \(silent) \(findings.joined(separator: "; "))"
    }
}
