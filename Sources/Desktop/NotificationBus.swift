// A notification of the desktop, on the session's D-Bus. One owner at a time; never blocks.

/// Shows one notification at the desktop's notification service (org.freedesktop.Notifications), and hears its button.
///
/// All calls are asynchronous. While the answer to one is awaited no other is sent, so a service that hangs has at most one to
/// answer, and what it shows late is taken away once it has answered.
public final class NotificationBus {
    private enum State {
        /// Nothing is shown.
        case none
        /// The service was asked to show this, in the place of an earlier one if there was one.
        case asked(UInt64, DesktopNotification, instead: NotificationPlace?)
        /// The service shows this.
        case shown(DesktopNotification, NotificationPlace)
    }

    private static let (service, path) = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
    private static let (driver, driverPath) = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
    /// The reason of `NotificationClosed` for a notification that the user has dismissed.
    private static let dismissal: UInt32 = 2

    private let bus: BusConnection
    private var state = State.none
    /// Id of the bus; empty until it has told it.
    private var busID = ""
    /// The question for that id, while its answer is awaited.
    private var question: UInt64?
    /// Notification of a program that has crashed: taken away if it is of this bus.
    private var leftover: NotificationPlace?
    /// Contents that could not be shown, or that the service took away: shown again once they change, or at another service.
    private var settled: DesktopNotification?
    /// Subject of the notification that the user has dismissed: nothing more is shown about it.
    private var dismissed: UInt64?
    /// Place of the notification whose button was pressed. Most services take it away then, which is no dismissal.
    private var pressed: NotificationPlace?
    /// The value of `pressed` when the service was last asked: once it has answered, it takes nothing more away for that press.
    private var pressedBefore: NotificationPlace?
    /// Events since the last `process`.
    private var news: [NotificationEvent] = []

    /// Connects to the session bus. Nil without libsystemd or a session bus. `leftover` is the place of a notification that a
    /// crash has left.
    public init?(leftover: NotificationPlace? = nil) {
        guard let bus = BusConnection() else { return nil }
        self.bus = bus
        self.leftover = leftover
        bus.receive = { [unowned self] in receive($0) }
        watch("sender='\(Self.service)',interface='\(Self.service)',path='\(Self.path)'")
        watch("sender='\(Self.driver)',interface='\(Self.driver)',member='NameOwnerChanged',arg0='\(Self.service)'")
        question = bus.call(to: Self.driver, Self.driverPath, Self.driver, "GetId")?.sendAsking()
    }

    /// The descriptor for poll(2).
    public var descriptor: Int32 { bus.descriptor }
    /// The events to poll for.
    public var events: Int16 { bus.events }
    /// True if messages wait that the descriptor does not tell of.
    public var hasMore: Bool { bus.hasMore }
    /// True if nothing is shown, nothing is awaited, and nothing is still to be sent.
    public var isQuiet: Bool {
        guard case .none = state else { return false }
        return leftover == nil && !bus.hasUnsent
    }

    /// The place of the notification that would be left by a crash now; nil if none is shown.
    public var place: NotificationPlace? {
        switch state {
        case .shown(_, let place), .asked(_, _, let place?): place
        case .none, .asked: leftover
        }
    }

    /// Sends and receives, at most 100 messages at a time. Returns the events, or nil if the bus is gone.
    public func process() -> [NotificationEvent]? {
        let isThere = bus.process()
        defer { news = [] }
        return isThere ? news : nil
    }

    /// Has the service show this, and nothing else; nil takes away what is shown. To be called after each `process`.
    public func show(_ wanted: DesktopNotification?) {
        switch state {
        case .asked: return
        case .shown(let shown, let place):
            if wanted?.subject != shown.subject {
                close(place)
                state = .none
                show(wanted)
            } else if let wanted, wanted != shown {
                ask(wanted, instead: place)
            }
        case .none:
            guard let wanted, wanted != settled, wanted.subject != dismissed else { return }
            ask(wanted, instead: nil)
        }
    }

    // MARK: Calls

    /// Asks the bus for signals.
    private func watch(_ rule: String) {
        guard let call = bus.call(to: Self.driver, Self.driverPath, Self.driver, "AddMatch") else { return }
        call.append(.text("type='signal'," + rule))
        call.send()
    }

    /// Asks for a notification. A changed one goes to the service that shows it: the number means nothing to another one.
    private func ask(_ wanted: DesktopNotification, instead place: NotificationPlace?) {
        settled = nil
        pressedBefore = pressed
        let call = bus.call(to: place?.service ?? Self.service, Self.path, Self.service, "Notify")
        for value in wanted.arguments(instead: place?.number ?? 0) { call?.append(value) }
        if let number = call?.sendAsking() {
            state = .asked(number, wanted, instead: place)
        } else {
            refuse(wanted, "org.freedesktop.DBus.Error.InvalidArgs")
        }
    }

    /// Takes a notification away. The call goes to the unique name of a service, so it starts none.
    private func close(_ place: NotificationPlace) {
        let call = bus.call(to: place.service, Self.path, Self.service, "CloseNotification")
        call?.append(.number(place.number))
        call?.send()
    }

    private func refuse(_ wanted: DesktopNotification, _ error: String) {
        state = .none
        settled = wanted
        news.append(.refused(error))
    }

    // MARK: Answers and signals

    /// Takes a message. True if it was for the notification.
    private func receive(_ message: BusMessage) -> Bool {
        switch message.kind {
        case .answer, .error: return takeAnswer(message)
        case .signal where message.sender == Self.driver && message.member == "NameOwnerChanged": takeOwner(message)
        case .signal where message.interface == Self.service: takeSignal(message)
        default: return false
        }
        return true
    }

    /// Takes an answer. False if nothing was asked by that number.
    private func takeAnswer(_ message: BusMessage) -> Bool {
        let number = message.answeredCall
        if let question, number == question {
            self.question = nil
            busID = message.readText() ?? ""
            if let leftover, !busID.isEmpty, leftover.bus == busID { close(leftover) }
            leftover = nil
            return true
        }
        guard case .asked(let asked, let wanted, let place) = state, number == asked else { return false }
        if message.kind == .answer, let number = message.readNumber() {
            if pressed == pressedBefore { pressed = nil }
            state = .shown(wanted, NotificationPlace(bus: busID, service: message.sender, number: number))
        } else if let place {
            // The service that showed the earlier one is gone, or refuses the change: `show` asks for a new one.
            close(place)
            state = .none
        } else {
            refuse(wanted, message.errorName)
        }
        return true
    }

    /// Follows the owner of the service's name. A service that has ended took its notifications along. Another one is asked once
    /// it is there: nothing starts a service again that the user has ended.
    private func takeOwner(_ message: BusMessage) {
        guard message.readText() == Self.service, let old = message.readText(), let new = message.readText() else { return }
        if case .shown(let shown, let place) = state, place.service == old {
            // It may live on without the name.
            close(place)
            state = .none
            settled = shown
        }
        if !new.isEmpty { settled = nil }
    }

    /// Takes a signal of the service. Numbers are its own: a signal of another sender, or about an earlier notification, has none
    /// that is known.
    private func takeSignal(_ message: BusMessage) {
        let (subject, place): (UInt64, NotificationPlace)
        switch state {
        case .shown(let shown, let there): (subject, place) = (shown.subject, there)
        case .asked(_, let wanted, let there?): (subject, place) = (wanted.subject, there)
        case .none, .asked: return
        }
        guard message.sender == place.service, message.readNumber() == place.number else { return }
        switch message.member {
        case "ActionInvoked":
            guard message.readText() == DesktopNotification.action else { return }
            pressed = place
            news.append(.pressed(subject: subject))
        case "NotificationClosed":
            let isPressed = pressed == place
            if isPressed { pressed = nil }
            // A change that is under way brings it back.
            guard case .shown(let shown, _) = state else { return }
            state = .none
            guard !isPressed else { return }
            if message.readNumber() == Self.dismissal { dismissed = subject } else { settled = shown }
        default: break
        }
    }
}
