// New identities. Any thread; asks the kernel for random bits.
public import Dictation
import System

extension Identifier {
    /// An identity that nothing has yet: a random UUID.
    public static func fresh() -> Identifier {
        let (high, low) = Chance.bits128()
        return Identifier(random: high, low)
    }
}
