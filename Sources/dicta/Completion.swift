// The verb `completion`. One thread; no I/O.
import Dictation

/// The verb `completion`.
enum Completion {
    static func outcome(of request: Request) -> Outcome {
        let script = CommandCompletion.script(shell: request.text(.shell) ?? "bash")
        return Outcome(script, as: "completion", script)
    }
}
