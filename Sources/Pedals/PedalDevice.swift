// An open input device. One owner at a time; opening and closing can take some 50 ms, reading never waits.
internal import CEvdev
public import Dictation
internal import System

/// An input device that is open for reading, by libevdev. Its events have times of the monotonic clock.
@safe public final class PedalDevice {
    /// Path of the device file.
    public let path: String
    /// The open descriptor, for poll(2).
    public let descriptor: Int32
    private let device: OpaquePointer
    /// True while other programs get no event of this device.
    public private(set) var isGrabbed = false

    /// CLOCK_MONOTONIC.
    private static let monotonic: Int32 = 1

    /// Opens the device file at a path.
    public init(_ path: String) throws(PedalError) {
        let descriptor: Int32
        do throws(SystemError) { descriptor = try File.open(path, .read, .noWait) } catch {
            throw PedalError("open", path, code: error.code)
        }
        var device: OpaquePointer?
        let code = unsafe libevdev_new_from_fd(descriptor, &device)
        guard code == 0, let device = unsafe device else {
            File.close(descriptor)
            throw PedalError("libevdev_new_from_fd", path, code: -code)
        }
        self.path = path
        self.descriptor = descriptor
        unsafe self.device = unsafe device
        // An old kernel keeps the time of day, which the filter of bounces knows by its distance from now.
        _ = unsafe libevdev_set_clock_id(device, Self.monotonic)
    }

    deinit {
        unsafe libevdev_free(device)
        File.close(descriptor)
    }

    /// Keeps the events of this device from other programs, or ends that.
    public func grab(_ isGrabbed: Bool) throws(PedalError) {
        guard isGrabbed != self.isGrabbed else { return }
        let code = unsafe libevdev_grab(device, isGrabbed ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB)
        guard code == 0 else { throw PedalError("libevdev_grab", path, code: -code) }
        self.isGrabbed = isGrabbed
    }

    /// Reads the events that wait, `limit` at most. After events were lost (SYN_DROPPED), libevdev gives the changes that they
    /// made. Throws when the device is gone or cannot be read.
    public func read(limit: Int) throws(PedalError) -> [PedalEvent] {
        var events: [PedalEvent] = []
        var flag = LIBEVDEV_READ_FLAG_NORMAL.rawValue
        while events.count < limit {
            var event = input_event()
            let code = unsafe libevdev_next_event(device, flag, &event)
            switch code {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): events.append(Self.event(event))
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                events.append(Self.event(event))
                flag = LIBEVDEV_READ_FLAG_SYNC.rawValue
            case -Errno.wouldBlock where flag == LIBEVDEV_READ_FLAG_SYNC.rawValue:
                // All changes of the lost events are told.
                flag = LIBEVDEV_READ_FLAG_NORMAL.rawValue
            case -Errno.wouldBlock: return events
            case -Errno.interrupted: continue
            default: throw PedalError("read", path, code: -code)
            }
        }
        return events
    }

    private static func event(_ event: input_event) -> PedalEvent {
        let (seconds, micros) = (Int64(event.time.tv_sec), Int64(event.time.tv_usec))
        let time = seconds.multipliedReportingOverflow(by: 1_000_000).partialValue.addingReportingOverflow(micros).partialValue
        return PedalEvent(type: event.type, code: event.code, value: event.value, time: time)
    }
}
