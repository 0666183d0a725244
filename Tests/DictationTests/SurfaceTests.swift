// Tests of layouts for touch surfaces, made from the table (C8).
import Dictation
import Testing

@Suite struct SurfaceTests {
    private var controls: [SurfaceControl] { SurfaceControl.panels.flatMap(\.controls) }

    /// Every message that a finger can send is accepted.
    @Test func everyControlIsTaken() throws {
        #expect(controls.count > 30)
        for control in controls {
            let (command, branch) = try CommandTable.route(control.address)
            let all: [[Value]] =
                switch control.kind {
                case .button(let argument): [argument.map { [.double($0)] } ?? []]
                case .hold: [[.int(0)], [.int(1)]]
                case .fader(let range, let standard):
                    [range.lowerBound, range.upperBound, standard].map { [.double($0)] }
                }
            for arguments in all {
                let request =
                    if let branch {
                        try command.check(branch: branch, arguments: arguments)
                    } else {
                        try command.check(arguments: arguments)
                    }
                #expect(request.name == command.name, "\(control)")
            }
            if case .fader(let range, let standard) = control.kind { #expect(range.contains(standard), "\(control)") }
        }
    }

    @Test func whatHandsUseIsThere() {
        let labels = Set(controls.map(\.label))
        for wanted in ["rec", "stop", "play", "pause", "mark", "next", "loop a", "cue", "nudge -10 s", "rate", "gain master"] {
            #expect(labels.contains(wanted), "\(wanted)")
        }
        #expect(labels.count == controls.count)
    }
}
