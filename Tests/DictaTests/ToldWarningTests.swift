// Tests which warnings the remote leaves out of an answer (C4).
import Dictation
import Testing

@testable import dicta

@Suite("the remote tells each warning once (C4)")
struct ToldWarningTests {
    private let told = "nothing is connected to the inputs: the take will be silent; connect them in a patchbay"

    private func left(of warning: String) -> String? {
        let reply = Reply(
            ["name": .text("x"), "warning": .text(warning)], items: [["name": .text("y")]], failure: Failure(.broken, "z"))
        let rest = Remote.without(told, reply)
        #expect(rest.items.count == 1 && rest.failure != nil && rest.fields["name"] == .text("x"))
        return rest.fields["warning"]?.description
    }

    @Test("only the very sentence that was told is left out")
    func leftOut() {
        let other = "the pre-roll is 1s long, not 1m"
        #expect(left(of: told) == nil)
        #expect(left(of: "\(other)\n\(told)") == other)
        #expect(left(of: "\(told)\n\(other)") == other)
        #expect(left(of: other) == other)
    }
}
