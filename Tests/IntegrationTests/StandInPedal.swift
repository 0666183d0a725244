// A USB pedal that is not there: a pipe with what the pedal sends. One thread: the test's.
import Glibc
import JackTestSupport
import TestSupport
import Testing

/// One pedal, plugged in or not.
final class StandInPedal {
    let node: String
    private let name: String
    private let path: String
    private let vendor: String
    private let keys: [Int]
    private var folder: TempFolder?
    private var pipe: Int32 = -1

    init(_ node: String, name: String, path: String = "usb-0000:00:14.0-1/input0", vendor: String, keys: [Int]) {
        (self.node, self.name, self.path, self.vendor, self.keys) = (node, name, path, vendor, keys)
    }

    /// An Infinity IN-USB-2: three buttons (BTN_0 to BTN_2), each event with its scan code.
    static func infinity(_ node: String = "event5", path: String = "usb-0000:00:14.0-1/input0") -> StandInPedal {
        StandInPedal(node, name: "VEC  VEC USB Footpedal", path: path, vendor: "05f3:00ff", keys: [256, 257, 258])
    }

    /// A pedal that types a, b and c, and is a whole keyboard to Linux.
    static func typing(_ node: String = "event6", vendor: String = "0c45:7403") -> StandInPedal {
        StandInPedal(node, name: "RDing FootSwitch1F1.", vendor: vendor, keys: Array(1...127))
    }

    deinit { if pipe >= 0 { close(pipe) } }

    private func about(_ file: String) -> String { folder?.file("sys/class/input/\(node)/\(file)") ?? "" }
    private var device: String { folder?.file("dev/input/\(node)") ?? "" }

    func plug(into folder: TempFolder) throws {
        self.folder = folder
        for part in ["", "device", "device/id", "device/capabilities"] { _ = Files.makeFolder(about(part)) }
        let ids = vendor.split(separator: ":")
        var words = [UInt64](repeating: 0, count: 12)
        for key in keys { words[key / 64] |= 1 << UInt64(key % 64) }
        let bits = words.reversed().drop { $0 == 0 }.map { String($0, radix: 16) }.joined(separator: " ")
        for (file, text) in [
            ("device/name", name), ("device/phys", path), ("device/uniq", ""), ("device/id/vendor", String(ids[0])),
            ("device/id/product", String(ids[1])), ("device/capabilities/key", bits),
        ] { #expect(Files.write(text + "\n", to: about(file))) }
        #expect(Files.write(keys.map(String.init).joined(separator: " "), to: about("keys")))
        // The pipe gets its name in the folder once it is open for writing: a reader would find its end before that.
        let made = folder.file("sys/\(node)")
        #expect(unsafe mkfifo(made, 0o600) == 0)
        pipe = unsafe open(made, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        #expect(pipe >= 0)
        #expect(unsafe rename(made, device) == 0)
    }

    /// Unplugs the pedal: reading it fails, and its files go.
    func unplug() {
        close(pipe)
        pipe = -1
        _ = unsafe unlink(device)
        for file in ["device/name", "device/capabilities/key"] { _ = unsafe unlink(about(file)) }
    }

    /// True while the engine keeps the keys from other programs.
    var isGrabbed: Bool { Files.exists(about("grabbed")) }

    /// Forbids the user to open the device, or permits it as udev does.
    func forbid(_ isForbidden: Bool) {
        guard !isForbidden else { #expect(Files.write("", to: about("denied"))); return }
        _ = Files.remove(about("denied"))
        // The owner or mode of the device file changes.
        _ = Files.setMode(device, 0o660)
    }

    /// Has another program take the device for itself, or give it back.
    func take(_ isTaken: Bool) {
        if isTaken { #expect(Files.write("", to: about("taken"))) } else { #expect(Files.remove(about("taken"))) }
    }

    /// Keys that the kernel says are down.
    func setDown(_ keys: [Int]) { #expect(Files.write(keys.map(String.init).joined(separator: " "), to: about("down"))) }

    /// Sends what the pedal sends at a press, a repeat (2) or a release: the scan code, the key, and the end of the report.
    func send(_ key: Int, _ value: Int32, scan: Int32? = nil) {
        write(
            Self.event(4, 4, scan ?? 0x90001 + Int32(key & 3)) + Self.event(1, UInt16(key), value) + Self.event(0, 0, 0))
    }

    /// Sends a press or a release.
    func press(_ key: Int, _ isDown: Bool = true) { send(key, isDown ? 1 : 0) }

    /// Sends bytes.
    func write(_ bytes: [UInt8]) {
        let sent = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(pipe, $0.baseAddress, $0.count) }
        #expect(sent == bytes.count)
    }

    /// The bytes of struct input_event.
    static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            unsafe withUnsafeBytes(of: value.littleEndian) { unsafe Array($0) }
        }
        return bytes(Int64(now.tv_sec)) + bytes(Int64(now.tv_nsec / 1000)) + bytes(type) + bytes(code) + bytes(value)
    }
}
