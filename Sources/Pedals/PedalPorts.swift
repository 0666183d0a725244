// The input devices of the machine, without opening them. Any thread; may block for as long as the kernel takes.
public import Dictation
internal import System

/// Lists the input devices that have keys, from the descriptions in /sys.
public enum PedalPorts {
    /// Folder of the device files.
    public static let folder = "/dev/input"
    /// Folder of the descriptions.
    private static let descriptions = "/sys/class/input"

    /// Path of the device file of a port.
    public static func path(of port: PedalPort) -> String { folder + "/" + port.node }

    /// The devices that have a device file and at least one key, by their numbers. Empty on a machine without input devices.
    public static func all() -> [PedalPort] {
        var nodes: [String] = []
        do throws(SystemError) {
            try FolderEntry.each(in: folder) { if $0.name.hasPrefix("event") { nodes.append($0.name) } }
        } catch {
            return []
        }
        return nodes.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.compactMap(port)
    }

    /// The description of a device file; nil when it has no keys or has just gone.
    private static func port(_ node: String) -> PedalPort? {
        let folder = "\(descriptions)/\(node)/device/"
        let keys = bits(text(folder + "capabilities/key"))
        guard !keys.isEmpty else { return nil }
        return PedalPort(
            node: node, name: text(folder + "name"), path: text(folder + "phys"), serial: text(folder + "uniq"),
            vendor: Int(text(folder + "id/vendor"), radix: 16) ?? 0, product: Int(text(folder + "id/product"), radix: 16) ?? 0,
            keys: keys)
    }

    /// The numbers of the set bits: words of 64 bits in hexadecimal, the highest word first.
    static func bits(_ text: String) -> Set<Int> {
        var bits: Set<Int> = []
        for (index, word) in text.split(separator: " ").reversed().prefix(12).enumerated() {
            guard let value = UInt64(word, radix: 16) else { continue }
            for bit in 0..<64 where value >> UInt64(bit) & 1 == 1 { bits.insert(index * 64 + bit) }
        }
        return bits
    }

    /// The contents of a small file without the line end; empty if it is missing.
    private static func text(_ path: String) -> String {
        guard let bytes = try? File.contents(of: path) else { return "" }
        return String(decoding: bytes.prefix(4096), as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    }
}
