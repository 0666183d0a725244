// Tests of the file of settings.
import Glibc
import Storage
import Testing

@Suite struct ConfigFileTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func isMadeReadAndReplacedWithItsFolders() throws {
        let path = scratch.file("a/b/settings")
        #expect(try ConfigFile.read(path) == nil)
        try ConfigFile.update(path) { text in (text ?? "new") + "\n" }
        #expect(try ConfigFile.read(path) == "new\n")
        try ConfigFile.update(path) { text in (text ?? "") + "more" }
        #expect(try ConfigFile.read(path) == "new\nmore")
        #expect(shell("ls -A '\(scratch.file("a/b"))'").output == "settings\n")
    }

    @Test func aLinkStaysALink() throws {
        let target = try scratch.write("old", to: "dotfiles")
        let link = scratch.file("settings")
        #expect(unsafe symlink(target, link) == 0)
        try ConfigFile.update(link, followsLink: true) { _ in "new" }
        #expect(try ConfigFile.read(target) == "new")
        #expect(shell("readlink '\(link)'").output == target + "\n")
    }

    /// Four threads, as four programs, write a hundred lines each: no line is lost.
    @Test func nobodysLineIsLost() async throws {
        let path = scratch.file("settings")
        await withTaskGroup(of: Int.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var refused = 0
                    for line in 0..<25 {
                        do {
                            try ConfigFile.update(path) { ($0 ?? "") + "\(worker) \(line)\n" }
                        } catch {
                            refused += 1
                        }
                    }
                    return refused
                }
            }
            var refused = 0
            for await count in group { refused += count }
            let lines = (try? ConfigFile.read(path))??.split(separator: "\n") ?? []
            #expect(lines.count == 100 - refused && Set(lines).count == lines.count)
            #expect(refused < 100)
        }
    }

    @Test func whatIsNoFileIsRefused() throws {
        #expect(throws: StorageError.isFolder(path: scratch.path)) { try ConfigFile.read(scratch.path) }
        #expect(throws: StorageError.self) { try ConfigFile.read("/dev/zero") }
        let book = try scratch.write(String(repeating: "#", count: ConfigFile.longest + 1), to: "book")
        #expect(throws: StorageError.self) { try ConfigFile.read(book) }
        #expect(throws: StorageError.self) { try ConfigFile.update(book) { _ in "x" } }
        #expect(shell("stat -c %s '\(book)'").output == "\(ConfigFile.longest + 1)\n")
    }

    @Test func aFullDiskLeavesTheOldFile() throws {
        let disk = try scratch.disk("disk", options: "size=64k")
        let path = disk + "/settings"
        try ConfigFile.update(path) { _ in "kept" }
        #expect(throws: StorageError.self) {
            try ConfigFile.update(path) { _ in String(repeating: "x", count: 200_000) }
        }
        #expect(try ConfigFile.read(path) == "kept")
        #expect(shell("ls -A '\(disk)'").output == "settings\n")
    }
}
