// A stand-in for the notification service of a desktop. One thread: the test's.
import Glibc
import TestSupport
import Testing

/// A notification service on a private bus, in Python: it keeps the calls that come, and its buttons are pressed by the test.
final class NotificationService {
    /// A call of a client.
    struct Call {
        let words: [String]
        /// `notify` or `close`.
        var method: String { words[0] }
        /// Number of the notification.
        var number: Int { Int(words[1]) ?? -1 }
        /// Number of the notification that is replaced; 0 for none.
        var instead: Int { Int(words[2]) ?? -1 }
        /// First line and body, with a bar between them.
        var text: String { words[5] + "|" + words[6] }
        /// Unique name of the client.
        var sender: String { words[10] }
    }

    private let bus: SessionBus
    private let process: Process
    private static let path = "/org/freedesktop/Notifications"
    private static let name = "org.freedesktop.Notifications"

    /// Starts the service, whose first notification has the number `first`, and waits until it has its name.
    init(_ bus: SessionBus, first: Int = 1) throws {
        self.bus = bus
        process = try #require(Process("/usr/bin/python3", ["-c", Self.program, "\(first)"], environment: bus.environment))
        Pause.until { process.saidSoFar.contains("ready\n") || process.hasEnded }
        #expect(process.saidSoFar.contains("ready\n"), "\(process.errorsSoFar)")
    }

    deinit { end() }

    /// Process id, for signals.
    var pid: Int32 { process.pid }

    /// All calls so far.
    var calls: [Call] {
        process.saidSoFar.split(separator: "\n").compactMap { line in
            let words = line.split(separator: "\u{1f}", omittingEmptySubsequences: false).map(String.init)
            return words.count > 1 ? Call(words: words) : nil
        }
    }

    /// Notifications that are shown now.
    var shown: [Call] {
        calls.reduce(into: []) { shown, call in
            shown.removeAll { $0.number == call.number }
            if call.method == "notify" { shown.append(call) }
        }
    }

    /// The latest notification, once there are `count` calls.
    func call(_ count: Int) throws -> Call {
        Pause.until { calls.count >= count }
        return try #require(calls.count >= count ? calls[count - 1] : nil, "\(calls.map(\.words))")
    }

    /// Waits until that is shown alone; nil for nothing.
    func becomes(_ text: String?) -> Bool {
        let isShown = Pause.until { shown.map(\.text) == (text.map { [$0] } ?? []) }
        #expect(isShown, "\(calls.map(\.words))")
        return isShown
    }

    /// Presses a button. Most desktops take the notification away then; `closes` is false for one that leaves it.
    func press(_ number: Int, _ action: String = "stop", closes: Bool = true) {
        let run = bus.ask("call", Self.name, Self.path, "test.Hand", "Press", "usb", "\(number)", action, "\(closes)")
        #expect(run.code == 0, "\(run.errors)")
    }

    /// Sends a client the signal of a pressed button from another connection than the service's.
    func forge(_ number: Int, to client: String) {
        let program = """
            import sys, dbus, dbus.lowlevel
            name = "org.freedesktop.Notifications"
            signal = dbus.lowlevel.SignalMessage("/org/freedesktop/Notifications", name, "ActionInvoked")
            signal.set_destination(sys.argv[2])
            signal.append(int(sys.argv[1]), "stop", signature="us")
            bus = dbus.SessionBus()
            bus.send_message(signal)
            bus.flush()
            """
        let run = Process.python(program, ["\(number)", client], environment: bus.environment)
        #expect(run.code == 0, "\(run.errors)")
    }

    /// Takes a notification away for a reason: 1 it has expired, 2 the user has dismissed it.
    func close(_ number: Int, reason: Int) {
        #expect(bus.ask("call", Self.name, Self.path, "test.Hand", "Close", "uu", "\(number)", "\(reason)").code == 0)
    }

    /// Refuses all notifications from now on, or shows them again.
    func refuse(_ isRefusing: Bool) {
        #expect(bus.ask("call", Self.name, Self.path, "test.Hand", "Refuse", "b", "\(isRefusing)").code == 0)
    }

    /// Ends the service, and with it its notifications. May be called twice.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        _ = kill(process.pid, SIGKILL)
        _ = process.finish()
    }

    private var isEnded = false

    private static let program = """
        import sys, dbus, dbus.service, dbus.mainloop.glib
        from gi.repository import GLib

        NAME = "org.freedesktop.Notifications"

        def say(*words):
            print("\\x1f".join(str(word).replace("\\n", "\\\\n") for word in words), flush=True)

        class Service(dbus.service.Object):
            number, refuses = int(sys.argv[1]), False

            @dbus.service.method(NAME, "susssasa{sv}i", "u", sender_keyword="sender")
            def Notify(self, app, instead, icon, summary, body, actions, hints, timeout, sender=None):
                if self.refuses:
                    raise dbus.DBusException("no", name="org.freedesktop.Notifications.Error.ExcessNotificationGeneration")
                number = int(instead)
                if not number:
                    number, self.number = self.number, self.number + 1
                hints = ",".join(f"{key}={value if isinstance(value, str) else int(value)}" for key, value in sorted(hints.items()))
                say("notify", number, instead, app, icon, summary, body, ",".join(actions), hints, timeout, sender)
                return dbus.UInt32(number)

            @dbus.service.method(NAME, "u", "")
            def CloseNotification(self, number):
                say("close", number)
                self.NotificationClosed(number, 3)

            @dbus.service.signal(NAME, "us")
            def ActionInvoked(self, number, action): pass

            @dbus.service.signal(NAME, "uu")
            def NotificationClosed(self, number, reason): pass

            @dbus.service.method("test.Hand", "usb", "")
            def Press(self, number, action, closes):
                self.ActionInvoked(number, action)
                if closes:
                    say("gone", number)
                    self.NotificationClosed(number, 2)

            @dbus.service.method("test.Hand", "uu", "")
            def Close(self, number, reason):
                say("gone", number)
                self.NotificationClosed(number, reason)

            @dbus.service.method("test.Hand", "b", "")
            def Refuse(self, refuses):
                self.refuses = bool(refuses)

        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        bus = dbus.SessionBus()
        service = Service(bus, "/org/freedesktop/Notifications")
        name = dbus.service.BusName(NAME, bus, do_not_queue=True, replace_existing=True, allow_replacement=True)
        print("ready", flush=True)
        GLib.MainLoop().run()
        """
}
