// Reports on all hooks. Any thread but JACK's; the hook thread writes, others read.
internal import Dictation
internal import Synchronization

/// One report for each event that has had a program since the engine started. A lock guards them.
final class HookReports: Sendable {
    private let reports = Mutex<[HookReport]>([])

    /// A copy of all reports.
    var all: [HookReport] { reports.withLock(\.self) }

    /// Changes the report of the job's event; makes the report first if there is none.
    func note(_ job: HookRunner.Job, _ change: (inout HookReport) -> Void) {
        note(job.event, program: job.program, change)
    }

    /// Changes the report of an event; makes the report first if there is none.
    func note(_ event: HookEvent, program: String, _ change: (inout HookReport) -> Void) {
        reports.withLock { reports in
            if !reports.contains(where: { $0.event == event }) { reports.append(HookReport(event, program: program)) }
            for index in reports.indices where reports[index].event == event {
                reports[index].program = program
                change(&reports[index])
            }
        }
    }
}
