// Shows the questions of a sheet as they are asked. One thread; reads the engine's state by a subscription of its own.
import Control
import Dictation
import Messages
import System

/// A line for each question, until the answer to `ask --wait` comes.
final class AskDisplay: Display {
    private let remote: Remote
    private var subscription: Subscription?
    private var told = ""

    let pause: Int32 = 100

    /// Nil where nobody looks: a script reads the answer.
    init?(_ remote: Remote) {
        guard Screen.errors.isTerminal, remote.url == nil else { return nil }
        self.remote = remote
    }

    func look() {
        if subscription == nil { subscription = Subscription(remote, "questions", rate: 5) }
        for message in subscription?.messages() ?? [] {
            guard message.fields["question_state"] != .text("idle") else { continue }
            let line = GuideText.question(message.fields)
            if line != told { Output.note(line) }
            told = line
        }
    }

    func clear() {}

    func farewell() -> String? {
        let stop = remote.words("ask stop")
        return tr("The questions go on; '\(stop)' ends them.")
    }
}
