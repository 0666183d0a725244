// Topics as an engine sends them, for tests of the line of a running take.
import Control
import Dictation
import Testing

@testable import dicta

extension TakeLine {
    /// Takes the fields of a topic in the message that carries them.
    mutating func take(_ topic: String, _ fields: Fields) throws {
        let arguments = fields.all.flatMap { [OSCArgument.string($0.key), OSCArgument($0.value)] }
        take(try #require(StateMessage(OSCMessage("/dicta/state/\(topic)", arguments))))
    }
}
