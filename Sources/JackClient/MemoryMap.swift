// Memory mappings of this process. Any thread but JACK's; reads /proc/self/maps.
import System

/// Memory mappings of this process, and those with code of the process callback.
enum MemoryMap {
    /// A mapped range of addresses, and its file.
    @safe
    struct Mapping {
        /// The range.
        let memory: UnsafeRawBufferPointer
        /// Path of the mapped file; empty for anonymous memory.
        let path: Substring
        /// True when the file is this program.
        let isProgram: Bool

        /// True when the address lies in the range.
        func holds(_ address: UnsafeRawPointer) -> Bool {
            guard let start = unsafe memory.baseAddress else { return false }
            return unsafe address >= start && address < start + memory.count
        }

        /// True when the other mapping has the same range.
        func hasRange(of other: Mapping) -> Bool {
            unsafe memory.baseAddress == other.memory.baseAddress && memory.count == other.memory.count
        }

        /// True for the program, JACK and the few libraries that both call in the callback, with constants and symbol tables.
        var isCallbacksCode: Bool {
            guard !isProgram else { return true }
            let name = path.split(separator: "/").last ?? ""
            return MemoryMap.libraries.contains { name.hasPrefix($0) }
        }
    }

    /// Libraries that the callback calls. PipeWire's JACK has three; Swift's are linked into a program built for distribution.
    private static let libraries = [
        "libjack.", "libpipewire-", "libspa-support.", "libc.so", "libm.so", "ld-linux", "libswiftCore.",
        "libswiftSynchronization.",
    ]

    /// The mappings in which one of the objects lies.
    static func holding(_ objects: [UnsafeRawPointer], in mappings: [Mapping]) -> [Mapping] {
        mappings.filter { mapping in unsafe objects.contains { unsafe mapping.holds($0) } }
    }

    /// All readable mappings; empty without /proc.
    static func read() -> [Mapping] {
        let program = File.linkText("/proc/self/exe") ?? ""
        let text = (try? File.contents(of: "/proc/self/maps")) ?? []
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 5)
            let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
            guard words.count >= 5, ends.count == 2, words[1].hasPrefix("r"), ends[1] > ends[0] else { return nil }
            let path = words.count > 5 ? words[5].drop { $0 == " " } : ""
            let start = unsafe UnsafeRawPointer(bitPattern: ends[0])
            return unsafe Mapping(
                memory: UnsafeRawBufferPointer(start: start, count: Int(ends[1] - ends[0])), path: path,
                isProgram: !program.isEmpty && path == program)
        }
    }
}
