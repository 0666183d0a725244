// The messages of a random walk, as people and programs send them. One thread: the test's.
import Control
import Dictation

/// Chooses the messages of a walk. What is usual comes more often than what is extreme, verbs whose effect depends on those before
/// come more often than others, and one verb comes several times in a row, as a key does that is pressed again and again.
struct RandomWalkSteps {
    /// The state of the dice; it repeats a walk that failed.
    private(set) var state: UInt64

    /// Verbs whose effect depends on what the ones before have done.
    private static let stateful = RandomWalk.commands.filter { command in
        switch command.verb {
        case .playing, .queue, .recording, .cue, .marker, .toggle: true
        case .library(let verb): [.cut, .undo, .redo, .transcript, .transcribe, .analyse, .operations].contains(verb)
        default: false
        }
    }

    init(_ seed: UInt64) { state = seed }

    /// A number from 0 to below `bound`.
    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    private mutating func one<Element>(of all: [Element]) -> Element { all[next(below: all.count)] }

    /// The next messages: up to eight verbs, each once or up to six times in a row.
    mutating func messages(_ walk: RandomWalk) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for _ in 0...next(below: 8) {
            let command = one(of: next(below: 2) == 0 ? Self.stateful : RandomWalk.commands)
            let message = try message(command, walk)
            messages.append(message)
            // Unread answers of more than 8 MB are dropped by design; three of `peaks` can be longer.
            if next(below: 3) == 0, command.verb != .library(.peaks) {
                let isSame = next(below: 2) == 0
                for _ in 0..<1 + next(below: 5) { messages.append(isSame ? message : try self.message(command, walk)) }
            }
            // A locked engine refuses all that follows.
            if command.verb == .lock(.lock), next(below: 4) > 0 { messages.append(try walk.unlocking) }
        }
        return messages
    }

    /// A message: each parameter that the verb needs, and some of the others.
    private mutating func message(_ command: Command, _ walk: RandomWalk) throws -> [UInt8] {
        let harmless = command.parameters.filter(RandomWalk.isHarmless)
        var pairs: [(parameter: CommandParameter, value: OSCArgument)] = []
        for parameter in harmless where parameter.isRequired || next(below: max(2, harmless.count)) == 0 {
            let isUsual = next(below: 4) > 0
            pairs.append((parameter, one(of: isUsual ? walk.usual(parameter) : RandomWalkValues.all(for: parameter))))
        }
        return try walk.packet(command, pairs)
    }
}
