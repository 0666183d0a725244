// Entry of dicta-soak: long runs of real engines at real servers, for session/test --soak. Main thread only.
import System

// The signals that ask for an end are waited for, so that an interrupted run ends its take, its engines and its server in order.
Interruption.block()
do throws(SoakError) {
    let order = try SoakOrder(words: Array(CommandLine.arguments.dropFirst()))
    let store = try FigureStore(folder: order.folder)
    switch order.step {
    case .help: Report.say(SoakOrder.helpText)
    case .report: Report.say(try Report(store).text)
    case .anew(let step): try store.forget(step)
    case .mixed(let seconds): try MixedRun.run(for: seconds, order, store)
    case .pauses(let seconds): try PauseRun.run(for: seconds, order, store)
    case .day(let rate): try DayRun.run(rate: rate, order, store)
    case .library(let count): try LibraryRun.run(count: count, order, store)
    }
} catch {
    Report.say("dicta-soak: \(error)")
    ThisProcess.end(error.exitCode)
}
