// Entry of dicta-bench. Main thread only.
import Dictation
import System

// Signals are waited for, so an interrupted run ends its child processes and removes its files.
Interruption.block()
do throws(BenchError) {
    switch try BenchCommand(words: Array(CommandLine.arguments.dropFirst())) {
    case .help: try Output.write(BenchCommand.helpText)
    case .version: try Output.write("dicta-bench \(Version.text)\n")
    case .tone(let peak, let target, let seconds): try Tone.play(peak: peak, to: target, seconds: seconds)
    case .idle(let name): try Idle.run(name: name)
    case .bench(let plan): try Bench(plan: plan).run()
    case .library(let plan): try LibraryBench(plan).run()
    case .play(let plan): try PlayBench(plan: plan).run()
    case .control(let plan): try ControlBench(plan: plan).run()
    case .peaks(let plan): try PeaksBench(plan: plan).run()
    case .voice(let plan): try VoiceBench(plan: plan).run()
    case .words(let plan): try WordsBench(plan: plan).run()
    case .tui(let plan): try TuiBench(plan).run()
    case .report(let plan): try ReportBench(plan: plan).run()
    }
} catch {
    Output.complain(error.description)
    ThisProcess.end(error.exitCode)
}
