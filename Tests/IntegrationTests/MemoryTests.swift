// Tests that the callback's memory stays locked under memory pressure (J10).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct MemoryTests {
        /// The callback does everything it can do while the kernel takes all memory that it may. A page that had to come
        /// back would be a fault of the JACK thread.
        @Test func theCallbackMeetsNoPageFaultUnderMemoryPressure() throws {
            let fixture = try EngineFixture(settings: "monitor = direct\n")
            let process = try #require(fixture.engine.process?.pid)
            #expect(try fixture.engine.ask("status")["memory_lock_refused"] == nil)
            let before = try #require(MemoryPressure.faultsOfRealtimeThread(process), "JACK's thread has no realtime priority")
            let given = try #require(MemoryPressure.squeeze(process), "process_madvise is refused: run the test as root")
            #expect(given > 0)
            for (number, words) in [
                ["rec", "name", "a"], ["mark", "x"], ["pause"], ["resume"], ["stop"], ["play", "a"], ["locate", "0.1s"],
                ["gain", "left", "-6"], ["rate", "0.8"], ["loop", "a"], ["monitor", "pitch", "pitch", "300"], ["monitor", "off"],
                ["rate", "1"], ["play", "a", "from", "0"], ["transport", "follow"], ["transport", "off"],
                ["stop", "what", "all"],
            ].enumerated() {
                _ = try? fixture.engine.reply(words[0], Array(words.dropFirst()))
                _ = MemoryPressure.squeeze(process)
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 2400)
                let now = try #require(MemoryPressure.faultsOfRealtimeThread(process))
                #expect(now == before, "\(number) \(words): \(now), before \(before)")
            }
        }
    }
}
