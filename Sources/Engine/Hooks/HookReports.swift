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
        reports.withLock { reports in
            if !reports.contains(where: { $0.event == job.event }) { reports.append(HookReport(job.event, program: job.program)) }
            for index in reports.indices where reports[index].event == job.event {
                reports[index].program = job.program
                change(&reports[index])
            }
        }
    }
}
