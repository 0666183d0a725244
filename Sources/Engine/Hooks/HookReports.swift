// Reports of all hooks. Written by the hook thread, read by any thread but JACK's.
internal import Dictation
internal import Synchronization

/// One report an event that had a program since the engine started.
final class HookReports: Sendable {
    private let reports = Mutex<[HookReport]>([])

    var all: [HookReport] { reports.withLock(\.self) }

    /// Changes the report of the job's event; makes it first where there is none.
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
