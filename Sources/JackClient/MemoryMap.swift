// The JACK worker thread: reads /proc/self/maps.
internal import Glibc

/// Mappings of this process, and those that the process callback runs through.
enum MemoryMap {
    /// A stretch of addresses, and the file behind it.
    @safe
    struct Mapping {
        let memory: UnsafeRawBufferPointer
        let path: Substring
        let isProgram: Bool

        func holds(_ address: UnsafeRawPointer) -> Bool {
            guard let start = unsafe memory.baseAddress else { return false }
            return unsafe address >= start && address < start + memory.count
        }

        /// True for the program, JACK, and the few libraries that both call there; constants and tables of symbols too.
        var isCallbacksCode: Bool {
            guard !isProgram else { return true }
            let name = path.split(separator: "/").last ?? ""
            return MemoryMap.libraries.contains { name.hasPrefix($0) }
        }
    }

    /// PipeWire's JACK is three libraries; Swift's are inside the program where it was built for other machines.
    private static let libraries = [
        "libjack.", "libpipewire-", "libspa-support.", "libc.so", "libm.so", "ld-linux", "libswiftCore.",
        "libswiftSynchronization.",
    ]

    /// All that can be read; none where there is no /proc.
    static func read() -> [Mapping] {
        let program = link("/proc/self/exe")
        return text("/proc/self/maps").split(separator: "\n").compactMap { line in
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

    private static func link(_ path: String) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    }

    private static func text(_ path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { _ = close(descriptor) }  // only read from
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += piece[..<count]
        }
    }
}
