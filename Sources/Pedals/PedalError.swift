// Errors of input devices. Any thread; a value.
internal import Messages
internal import System

/// An error of an input device, with its device file.
public enum PedalError: Error, CustomStringConvertible, Equatable, Sendable {
    /// The user may not open the device file.
    case denied(path: String)
    /// The device was unplugged.
    case gone(path: String)
    /// Another program has taken the device for itself.
    case taken(path: String)
    /// A system call failed.
    case system(call: String, path: String, code: Int32)

    init(_ call: String, _ path: String, code: Int32) {
        switch code {
        case Errno.noPermission, Errno.notPermitted: self = .denied(path: path)
        case Errno.noDevice, Errno.missing: self = .gone(path: path)
        case Errno.busy: self = .taken(path: path)
        default: self = .system(call: call, path: path, code: code)
        }
    }

    /// The error as a sentence with its remedy.
    public var description: String {
        switch self {
        case .denied(let path):
            tr(
                "\(path) may not be opened: its rule, 70-dicta-pedals.rules, has to be in /etc/udev/rules.d, where 'session/install'"
                    + " as root puts it, or in /usr/lib/udev/rules.d, where the package has it; then run"
                    + " 'udevadm control --reload' as root, and plug the pedal in again")
        case .gone(let path): tr("\(path) was unplugged")
        case .taken(let path):
            tr("\(path) is used by another program alone: end that program, or 'dicta set pedal-grab off'")
        case .system(let call, let path, let code): tr("\(call) failed for \(path): \(SystemError.reason(for: code))")
        }
    }
}
