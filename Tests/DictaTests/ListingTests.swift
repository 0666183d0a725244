// Room: tests of dicta. What people read.
import Control
import Dictation
import Testing

@testable import dicta

@Suite struct ListingTests {
    @Test func silenceIsNoNumberAndMachinesNumbersAreLeftOut() {
        let text = Listing.text([
            "in_held_left_db": .double(-200), "in_held_right_db": .double(-6.02), "meter_count": .int(7), "jack_frame": .int(9),
            "callback_p50_us": .double(5), "elapsed_frames": .int(48_000), "elapsed_seconds": .double(1),
        ])
        #expect(text == "Input held  -inf dB / -6.0 dB\nElapsed     1s\n")
    }
}
