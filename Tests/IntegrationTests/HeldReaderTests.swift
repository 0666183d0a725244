// Tests that a reader without processor time leaves no click (P4).
import Testing

extension Integration {
    /// The sound that is kept ahead is enough for a reader that stops, and for nothing else that takes the processor: this suite
    /// runs alone.
    @Suite struct HeldReaderTests {
        /// The reader stops for up to 40 ms in the middle of a change, which is then later than the sound that was kept ahead
        /// for it. If no control group can hold a thread, the changes are made at full speed, which is easier.
        @Test func aReaderThatIsHeldUp() throws {
            let cents = stride(from: -300, through: 300, by: 100).map { ["pitch", "\($0)"] }
            try TransitionCheck.run(
                [["dpc", "quality", "finer"]] + cents + [["dpc", "quality", "faster"], ["dpc", "quality", "finer"]],
                before: ["rate", "0.8"], wait: 800, share: 0.33)
        }
    }
}
