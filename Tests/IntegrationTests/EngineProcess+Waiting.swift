// Waits for the status of an engine. One thread: the test's.
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension EngineProcess {
    /// Waits until a field of the status has a value, which is empty where there is no such field. The test fails where it never does.
    func wait(
        _ key: String, _ value: String, seconds: Double = 30, at place: SourceLocation = #_sourceLocation
    ) throws {
        try wait("\(key) is never '\(value)'", seconds: seconds, at: place) { ($0[key]?.description ?? "") == value }
    }

    /// Waits until the status is as wanted. The test fails where it never is.
    func wait(
        _ complaint: String = "the state never comes", seconds: Double = 30, at place: SourceLocation = #_sourceLocation,
        until isWanted: (Fields) throws -> Bool
    ) throws {
        let isThere = try Pause.until(seconds) { try isWanted(ask("status")) }
        if !isThere { Issue.record("\(complaint): \(try ask("status").all)", sourceLocation: place) }
    }

    /// Waits until the running take has so many more seconds of sound than now. Its writer tells three times a second.
    func waitForTake(seconds: Double, at place: SourceLocation = #_sourceLocation) throws {
        let now = try ask("status").double("elapsed_seconds")
        let wanted = seconds + (now.isNaN ? 0 : now)
        try wait("the take does not grow", at: place) { $0.double("elapsed_seconds") >= wanted }
    }
}
