// Orders to the pedal thread, and its events. Any thread; values.
internal import Dictation
internal import Pedals

extension PedalReader {
    /// The devices to keep open.
    struct Wanted: Sendable, Equatable {
        /// The bindings whose devices are opened.
        var bindings: [PedalBinding] = []
        /// The setting `pedal-grab`.
        var grab = "pedals"
        /// True during a lesson that takes any pedal.
        var isLesson = false
        /// Name of the only device of the lesson; nil for any pedal.
        var taught: String?

        /// True for a device that a binding names.
        func binds(_ port: PedalPort) -> Bool { bindings.contains { port.matches($0.trigger) } }

        /// True for a device to keep open.
        func has(_ port: PedalPort) -> Bool {
            binds(port) || isLesson && (taught.map { $0 == port.name } ?? port.isTeachable)
        }
    }

    /// Orders to the pedal thread.
    enum Order: Sendable {
        case want(Wanted)
        /// Lists the devices, wanted or not, and posts `listed`.
        case list
        case quit
    }

    /// State of a device.
    enum State: Sendable, Equatable {
        /// It is open, for a binding or a lesson.
        case open
        /// No binding names it.
        case unused
        /// It could not be opened or was lost, for this reason.
        case failed(PedalError)
    }

    /// A device that can be a pedal, with its state.
    struct Report: Sendable, Equatable {
        let port: PedalPort
        let state: State
        /// True if a binding names it.
        let isBound: Bool
    }

    /// Events of the pedal thread.
    enum Event: Sendable {
        /// Keys of a device were pressed or released.
        case changes(PedalPort, [PedalChange])
        /// The devices and their states, after any change.
        case ports([Report])
        /// The devices and their states, as asked for.
        case listed([Report])
        /// A device that was open is gone. Its held keys were released before.
        case gone(PedalPort, PedalError)
    }
}
