// Random numbers for tests. Any thread; a value. The same seed gives the same row of numbers.
import Glibc

/// The only source of chance in tests. It prints its seed; with that seed in `DICTA_SEED` a test that failed takes the same
/// way again.
public struct Dice: RandomNumberGenerator {
    /// Seed of this row of numbers.
    public let seed: UInt64
    private var state: UInt64

    /// Starts with the seed in `DICTA_SEED`, or with a new one; prints the seed.
    public init(_ file: String = #fileID, _ line: Int = #line) {
        let given = unsafe getenv("DICTA_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
        self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
        print("\(file):\(line) throws dice: DICTA_SEED=\(seed) throws the same")
    }

    /// Starts with a fixed seed and prints nothing.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A number from 0 up to `limit`, without `limit`; 0 where `limit` is 0 or less.
    public mutating func next(below limit: Int) -> Int { limit <= 0 ? 0 : Int(next() % UInt64(limit)) }
}
