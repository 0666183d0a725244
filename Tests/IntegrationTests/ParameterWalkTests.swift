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

        /// The same values in random order, several in a bundle, during recording, playback and transport follow, for five
        /// seconds or `DICTA_WALK_SECONDS`. The seed is printed; `DICTA_SEED` repeats a walk that failed.
        @Test func noSequenceOfValuesEndsTheEngine() throws {
            var random = Random(state: Self.number("DICTA_SEED") ?? UInt64(time(nil)))
            print("parameter walk: DICTA_SEED=\(random.state)")
            let seed = random.state
            let walk = try RandomWalk()
            let end = time(nil) + Int(Self.number("DICTA_WALK_SECONDS") ?? 5)
            while time(nil) < end {
                var messages: [[UInt8]] = []
                for _ in 0...random.next(below: 8) {
                    let command = RandomWalk.commands[random.next(below: RandomWalk.commands.count)]
                    let harmless = command.parameters.filter(RandomWalk.isHarmless)
                    let chosen = harmless.filter { _ in random.next(below: harmless.count) == 0 }
                    let pairs = chosen.map { parameter in
                        let values = RandomWalkValues.all(for: parameter) + walk.usual(parameter)
                        return (parameter, values[random.next(below: values.count)])
                    }
                    messages.append(try walk.packet(command, pairs))
                }
                try walk.send(messages, bundled: random.next(below: 2) == 0)
                if random.next(below: 50) == 0 { try walk.settle() }
            }
            try walk.end("seed \(seed)")
        }

        private static func number(_ name: String) -> UInt64? {
            unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
        }

        private struct Random {
            var state: UInt64

            mutating func next(below bound: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % bound
            }
        }
    }
}
