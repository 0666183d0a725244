// A value; the same row each time for one seed.
import Glibc

/// The one source of chance in tests. It prints its seed, and with the same seed in `DICTA_SEED` a test that failed takes the
/// same way again.
public struct Dice: RandomNumberGenerator {
    public let seed: UInt64
    private var state: UInt64

    /// With a seed of `DICTA_SEED`, or a new one; says which.
    public init(_ file: String = #fileID, _ line: Int = #line) {
        let given = unsafe getenv("DICTA_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
        self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
        print("\(file):\(line) throws dice: DICTA_SEED=\(seed) throws the same")
    }

    /// Always the same row: nothing is printed.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// From 0 up to `limit`, without it; 0 where that is none.
    public mutating func next(below limit: Int) -> Int { limit <= 0 ? 0 : Int(next() % UInt64(limit)) }
}
