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

    @Test("a text that is neither yes nor no has the question asked again; the end of the input is no answer")
    func asksAgain() {
        for (lines, isAgreed) in [
            ([""], true), (["y"], true), ([" YES "], true), (["n"], false), (["No"], false), (["what?", "physical", "n"], false),
            (["q", ""], true), (["nope"], nil), ([], nil),
        ] as [([String], Bool?)] {
            var rest = lines[...]
            var asked: [String] = []
            let given = Output.agreement(to: "Connect? [Y/n]") { question in
                asked.append(question)
                return rest.popFirst()
            }
            #expect(given == isAgreed, "\(lines)")
            #expect(asked.allSatisfy { $0 == "Connect? [Y/n] " } && asked.count == lines.count + (isAgreed == nil ? 1 : 0))
        }
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
