// The notification of the desktop while a take runs. Control loop only.
internal import Desktop
internal import Dictation
internal import Messages
internal import System
internal import Threads

/// Shows the running take as a notification of the desktop, whose button stops it, if the setting `rec-notification` says so.
final class NotificationDesk: Desk {
    /// Milliseconds that the end of the engine waits for the service: a notification that stays would tell of a take.
    private static let patience = 500

    private let board: Switchboard
    private let recording: RecordingDesk
    private let note: NotificationNote?
    /// The bus; nil if it is not needed, or not there.
    private var bus: NotificationBus?
    /// Value of the setting.
    private var isOn = false
    /// Number of the take for which the bus was last connected to: once for each take.
    private var tried: UInt64?
    /// True once the log has a line that nothing is shown: one line until something is shown again.
    private var isTold = false
    /// Number of the take that the button is stopping.
    private var stopping: UInt64?
    /// The take as it was last seen, and the notification that tells it.
    private var last: (view: TakeView, notification: DesktopNotification)?
    /// The place of what is shown, as the file has it.
    private var kept: NotificationPlace?

    /// `note` is the file for what is shown; nil where a disk would have to be waited for.
    init(_ board: Switchboard, _ recording: RecordingDesk, note: NotificationNote?) {
        self.board = board
        self.recording = recording
        self.note = note
        kept = note?.read()
    }

    var descriptors: [PollEntry] { bus.map { [PollEntry($0.descriptor, events: $0.events)] } ?? [] }

    var timeout: Int32 { bus?.hasMore == true ? 0 : -1 }

    func hear(_ news: News) {
        guard case .settings(let keys, let now) = news, keys.contains(.recNotification) else { return }
        isOn = now.text(.recNotification) == "on"
        // Before the first take, so that a notification of an engine that has crashed leaves at once.
        if bus == nil, isOn || kept != nil { connect() }
    }

    func turn(_ now: Moment) {
        if isOn, bus == nil, recording.current != nil, tried != recording.takes { connect() }
        guard let bus else { return }
        guard let events = bus.process() else {
            self.bus = nil
            return tellNothing("the session's D-Bus is gone")
        }
        for event in events {
            switch event {
            case .pressed(let take): stop(take)
            case .refused(let error): tellNothing("the desktop's notification service refused the notification (\(plain: error))")
            }
        }
        bus.show(wanted)
        keep(bus.place)
        if !isOn, bus.isQuiet { self.bus = nil }
    }

    private func connect() {
        tried = recording.takes
        bus = NotificationBus(leftover: kept)
        if bus == nil { tellNothing("there is no session D-Bus, or no libsystemd") }
    }

    /// Logs once that nothing is shown.
    private func tellNothing(_ why: LogText) {
        guard isOn, !isTold else { return }
        isTold = true
        EngineLog.say(
            .warning, .take, "no notification of takes: \(why); 'dicta set rec-notification off' switches notifications off")
    }

    /// Keeps the place of the notification for the next engine, in case that this one crashes.
    private func keep(_ place: NotificationPlace?) {
        guard place != kept else { return }
        kept = place
        note?.write(place)
        if place != nil { isTold = false }
    }

    /// The notification of the take now; nil for none.
    private var wanted: DesktopNotification? {
        guard isOn, stopping != recording.takes, let view = TakeView(of: recording, before: last?.view) else { return nil }
        if let last, last.view == view { return last.notification }
        let notification = view.notification
        last = (view, notification)
        return notification
    }

    // MARK: Stop

    /// Stops the take of that number, with the rights of media keys. One that has ended is not mistaken for the running one.
    private func stop(_ take: UInt64) {
        guard take == recording.takes, recording.current != nil, stopping != take else { return }
        stopping = take
        do throws(CommandError) {
            let request = try CommandTable.request(.recording(.stop), [:])
            board.perform(request, by: .surface) { [unowned self] result in
                stopping = nil
                if case .failure(let error) = result { tellRefusal(error, of: take) }
            }
        } catch {
            stopping = nil
        }
    }

    /// Shows why the take was not stopped, until it changes.
    private func tellRefusal(_ error: EngineError, of take: UInt64) {
        EngineLog.say(.warning, .keys, "the Stop button of the notification failed: \(error)")
        guard var view = last?.view, view.take == take else { return }
        view.refusal = error.description
        last = (view, view.notification)
    }

    // MARK: Quit

    /// Takes the notification away. Waits for the service, for half a second at most.
    func quit() {
        isOn = false
        let end = Moment.now.later(milliseconds: Self.patience)
        while let bus {
            bus.show(nil)
            keep(bus.place)
            let left = end.seconds(since: Moment.now)
            guard !bus.isQuiet, left > 0 else { break }
            // An interrupted poll(2) costs one needless round.
            _ = try? Poll.wait(descriptors, milliseconds: Int32(left * 1000) + 1)
            if bus.process() == nil { break }
        }
        bus = nil
    }
}
