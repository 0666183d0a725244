// Tests every parameter of the command table and every setting with extreme values (C2).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct ParameterWalkTests {
        /// No value of any parameter ends the engine or stays without an answer; values past the limits are refused, in
        /// frames too (issue 12 no. 5).
        @Test func noValueOfAnyParameterEndsTheEngine() throws {
            let walk = try RandomWalk()
            for command in RandomWalk.commands {
                for parameter in command.parameters where RandomWalk.isHarmless(parameter) {
                    for value in RandomWalkValues.all(for: parameter) {
                        try walk.ask(command, parameter, value)
                    }
                }
                try walk.settle()
            }
            #expect(walk.asked > 2000)
            try walk.end()
        }

        /// Usual values, and the same extreme ones, in random order, several in a bundle, during recording, playback and transport
        /// follow, for five seconds or `DICTA_WALK_SECONDS`. The seed is printed; `DICTA_SEED` repeats a walk that failed.
        @Test func noSequenceOfValuesEndsTheEngine() throws {
            let seed = Self.number("DICTA_SEED") ?? UInt64(time(nil))
            print("parameter walk: DICTA_SEED=\(seed)")
            var steps = RandomWalkSteps(seed)
            let walk = try RandomWalk()
            let end = time(nil) + Int(Self.number("DICTA_WALK_SECONDS") ?? 5)
            while time(nil) < end {
                try walk.send(try steps.messages(walk), bundled: steps.next(below: 2) == 0)
                if steps.next(below: 5) == 0 { try walk.play() }
                if steps.next(below: 50) == 0 { try walk.settle() }
            }
            try walk.end("seed \(seed)")
        }

        private static func number(_ name: String) -> UInt64? {
            unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
        }
    }
}
