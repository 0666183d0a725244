// Checks of limits, clock and locale. Threads of the doctor.
import Dictation
import System

extension Check {
    /// Bytes of memory that the process callback of an engine locks with a margin: rings, code and state.
    private static let lockedBytes: UInt64 = 64 << 20
    /// The latest time before which the clock of a machine is certainly wrong: the start of 2025.
    private static let earliest = 1_735_689_600

    private static func limitsCure(_ patient: Patient) -> String {
        "copy \(patient.shared("dicta-limits.conf")) to /etc/security/limits.d as root, join the group audio (usermod -aG audio"
            + " USER), and log in again"
    }

    @Sendable static func realtime(_ patient: Patient) -> [Finding] {
        let code = OwnLimits.tryRealtime()
        let limit = OwnLimits.realtimePriority
        guard code == 0 else {
            let words =
                "this user's programs get no realtime priority (\(SystemError.reason(for: code))), so sound has gaps under load"
            return [.problem(words, limitsCure(patient))]
        }
        return [.ok(limit > 0 ? "realtime priorities up to \(limit) are allowed" : "realtime priorities are allowed")]
    }

    @Sendable static func memoryLock(_ patient: Patient) -> [Finding] {
        let limit = OwnLimits.lockedBytes
        // Root may lock without a limit.
        guard limit < lockedBytes, ThisProcess.user != 0 else {
            return [.ok(limit > 1 << 50 ? "memory can be locked without a limit" : "\(limit >> 20) MiB of memory can be locked")]
        }
        let words = "\(limit >> 20) MiB of memory can be locked, fewer than the \(lockedBytes >> 20) MiB that an engine wants"
        return [.problem(words + ": gaps under memory pressure", limitsCure(patient))]
    }

    @Sendable static func clock(_ patient: Patient) -> [Finding] {
        let now = Timestamp.now
        guard now.seconds >= earliest else {
            return [
                .problem("the clock says \(now.local), so new recordings get wrong dates", "set it, such as with timedatectl")
            ]
        }
        return [.ok(now.local)]
    }

    @Sendable static func locale(_ patient: Patient) -> [Finding] {
        let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { patient.environment[$0] }
        let name = names.first { !$0.isEmpty } ?? "C"
        guard let first = LocaleWeek.firstWeekday(), days.indices.contains(first) else {
            return [.note("the locale '\(name)' is not installed here", "install it (dpkg-reconfigure locales), or set LANG")]
        }
        return [.ok("\(name); weeks begin on \(days[first])")]
    }
}
