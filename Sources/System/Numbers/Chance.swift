// Random bits. Any thread; asks the kernel.

/// Random bits of the kernel, fit for identities.
public enum Chance {
    /// 128 random bits.
    public static func bits128() -> (high: UInt64, low: UInt64) {
        var generator = SystemRandomNumberGenerator()
        return (generator.next(), generator.next())
    }
}
