// Checks of limits, clock and locale. Threads of the doctor.
import Dictation
import Messages
import System

extension Check {
    /// Bytes of memory that the process callback of an engine locks with a margin: rings, code and state.
    private static let lockedBytes: UInt64 = 64 << 20
    /// The latest time before which the clock of a machine is certainly wrong: the start of 2025.
    private static let earliest = 1_735_689_600

    private static func limitsCure(_ patient: Patient) -> String {
        let limits = patient.shared("dicta-limits.conf")
        return tr(
            "copy \(limits) to /etc/security/limits.d as root, join the group audio (usermod -aG audio USER), and log in again")
    }

    @Sendable static func realtime(_ patient: Patient) -> [Finding] {
        let code = OwnLimits.tryRealtime()
        let limit = OwnLimits.realtimePriority
        guard code == 0 else {
            let reason = SystemError.reason(for: code)
            let words = tr("this user's programs get no realtime priority (\(reason)), so sound has gaps under load")
            return [.problem(words, limitsCure(patient))]
        }
        return [.ok(limit > 0 ? tr("realtime priorities up to \(limit) are allowed") : tr("realtime priorities are allowed"))]
    }

    @Sendable static func memoryLock(_ patient: Patient) -> [Finding] {
        let limit = OwnLimits.lockedBytes
        let allowed = limit >> 20
        // Root may lock without a limit.
        guard limit < lockedBytes, ThisProcess.user != 0 else {
            return [
                .ok(limit > 1 << 50 ? tr("memory can be locked without a limit") : tr("\(allowed) MiB of memory can be locked"))
            ]
        }
        let wanted = lockedBytes >> 20
        let words = tr(
            "\(allowed) MiB of memory can be locked, fewer than the \(wanted) MiB that an engine wants: gaps under"
                + " memory pressure"
        )
        return [.problem(words, limitsCure(patient))]
    }

    @Sendable static func clock(_ patient: Patient) -> [Finding] {
        let now = Timestamp.now
        guard now.seconds >= earliest else {
            return [
                .problem(
                    tr("the clock says \(now.local), so new recordings get wrong dates"), tr("set it, such as with timedatectl"))
            ]
        }
        return [.ok(now.local)]
    }

    @Sendable static func locale(_ patient: Patient) -> [Finding] {
        let days: [Message] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { patient.environment[$0] }
        let name = names.first { !$0.isEmpty } ?? "C"
        guard let first = LocaleWeek.firstWeekday(), days.indices.contains(first) else {
            return [
                .note(tr("the locale '\(name)' is not installed here"), tr("install it (dpkg-reconfigure locales), or set LANG"))
            ]
        }
        let day = days[first]
        return [.ok(tr("\(name); weeks begin on \(day)"))]
    }
}
