// Temporary folders for tests, and disks of a given size.
import Glibc
import Storage
import TestSupport
import Testing

final class Scratch {
    let path: String
    private var mounts: [String] = []

    /// Makes a folder, in memory if memory has room for one and a half times as many GiB.
    init(gibibytes: Int = 0) throws {
        var space = statvfs()
        let isKnown = unsafe gibibytes > 0 && statvfs("/dev/shm", &space) == 0
        let inMemory = isKnown && Int(space.f_bavail) * Int(space.f_frsize) > gibibytes * 3 << 29
        var template = Array("\(inMemory ? "/dev/shm" : TempFolder.base)/dicta-test-\(getpid())-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer {
            guard let start = $0.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        try #require(made, "cannot make a folder in \(TempFolder.base)")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for mount in mounts { _ = shell("umount '\(mount)'") }
        // A mount that could not be unmounted must not be emptied through its mount point.
        _ = shell("rm -rf --one-file-system '\(path)'")
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Mounts a file system of its own with this much room.
    func disk(_ name: String, options: String) throws -> String {
        let point = file(name)
        let answer = shell("mkdir -p '\(point)' && mount -t tmpfs -o '\(options)' dicta-test '\(point)'")
        try #require(
            answer.code == 0,
            "this test needs a small file system of its own; run it as root, or under `unshare -rm`: \(answer.output)")
        mounts.append(point)
        return point
    }

    func write(_ text: String, to name: String) throws -> String {
        let target = file(name)
        guard let stream = unsafe fopen(target, "w") else {
            throw StorageError.missing(path: target)
        }
        let bytes = Array(text.utf8)
        let written = unsafe fwrite(bytes, 1, bytes.count, stream)
        #expect(unsafe fclose(stream) == 0)
        #expect(written == bytes.count)
        return target
    }
}

/// Runs a shell command and returns its output (both streams) and exit code.
func shell(_ command: String) -> (output: String, code: Int32) {
    guard let stream = unsafe popen("{ \(command)\n} 2>&1", "r") else { return ("popen: errno \(errno)", -1) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = unsafe fread(&piece, 1, piece.count, stream)
        if count == 0 { break }
        bytes += piece[..<count]
    }
    let status = unsafe pclose(stream)
    let text = String(decoding: bytes, as: UTF8.self)
    guard status >= 0 else { return (text + "pclose: errno \(errno)", -1) }
    return (text, status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f)
}

func sizeOfFile(_ path: String) -> Int64 {
    Int64(shell("stat -c %s '\(path)'").output.prefix { $0.isNumber }) ?? -1
}
