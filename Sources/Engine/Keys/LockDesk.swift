// The lock of the transport (C11). Control loop only.
internal import Dictation
internal import System
internal import Threads

/// Refuses commands that change a take, the playback or a recording while the transport is locked. The engine asks it before each
/// request. Takes, playback and JACK's transport go on.
final class LockDesk: Desk {
    private let board: Switchboard
    /// True while commands are refused.
    private(set) var isLocked = false
    /// When the lock key was pressed to unlock; nil if it is not held.
    private var heldSince: Moment?

    /// Seconds for which the key is held to unlock.
    private static let patience = 2.0

    init(_ board: Switchboard) { self.board = board }

    /// True while the key is held to unlock.
    var isHeld: Bool { heldSince != nil }

    /// The refusal of a request by the lock; nil if it may be carried out. The engine's own requests, as of a session, are.
    func refusal(of request: Request, by authority: Authority) -> Failure? {
        guard isLocked, authority != .project, request.isRefusedByLock(from: authority) else { return nil }
        return Request.lockRefusal
    }

    /// Carries out the verb `lock`. Throws when a surface is to unlock without holding the key.
    func perform(_ request: Request, by authority: Authority) throws(EngineError) -> Fields {
        switch request.text(.state) {
        case "on": set(true)
        case "off":
            guard !isLocked || authority == .owner else { throw .refused(Request.lockRefusal) }
            set(false)
        case "hold": if isLocked { heldSince = heldSince ?? Moment.now } else { set(true) }
        case "release": heldSince = nil
        default: break
        }
        return fields
    }

    func turn(_ now: Moment) {
        if let heldSince, now.seconds(since: heldSince) >= Self.patience { set(false) }
    }

    var timeout: Int32 {
        guard isHeld else { return -1 }
        return Int32(clamping: Int64((secondsLeft * 1000).rounded(.up)))
    }

    func status(for authority: Authority) -> Fields { fields }

    func fields(of topic: Topic) -> Fields { topic == .lock ? fields : [:] }

    /// Locks or unlocks. A key that is still held does nothing more until it is pressed again.
    private func set(_ isLocked: Bool) {
        heldSince = nil
        guard self.isLocked != isLocked else { return }
        self.isLocked = isLocked
        EngineLog.say(.info, .keys, isLocked ? "the transport is locked" : "the transport is unlocked")
        board.tell(.lock(isLocked: isLocked))
    }

    /// Seconds for which the key is still to be held; 0 if it is not held.
    private var secondsLeft: Double { heldSince.map { max(0, Self.patience - Moment.now.seconds(since: $0)) } ?? 0 }

    private var fields: Fields {
        ["locked": .flag(isLocked), "lock_seconds": .double((secondsLeft * 10).rounded(.up) / 10)]
    }
}
