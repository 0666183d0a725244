// Fuzz target: a library folder in any state, and all operations on it. One thread; files in memory only.
import Catalogue
import Control
import Dictation
import Glibc
import Storage

/// A folder of files with arbitrary names, dates, sidecars, journals and audio.
enum Folders {
    /// A name, a date and contents. Packed: length of the name, name, seconds (8 bytes), length (3 bytes), contents.
    struct File {
        var name: String
        var seconds: Int64
        var bytes: [UInt8]

        var packed: [UInt8] {
            let head = [UInt8(truncatingIfNeeded: name.utf8.count)] + Array(name.utf8)
            let date = (0..<8).map { UInt8(truncatingIfNeeded: seconds >> Int64(8 * $0)) }
            return head + date + (0..<3).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
        }
    }

    /// Limit of files: more only take time.
    private static let mostFiles = 24

    /// Lists, searches, checks, draws, recovers, changes and deletes all of it. Returns the fault, or nil.
    static func library(_ bytes: [UInt8]) -> String? {
        var template = Array("/dev/shm/dicta-fuzz-XXXXXX".utf8CString)
        guard let made = unsafe template.withUnsafeMutableBufferPointer({ unsafe $0.baseAddress.flatMap { unsafe mkdtemp($0) } })
        else { return "no folder: errno \(errno)" }
        let root = unsafe String(cString: made)
        defer { clear(root) }
        let folder = "\(root)/library"
        guard unsafe mkdir(folder, 0o755) == 0 else { return "no folder: errno \(errno)" }
        for file in files(bytes) { put(file, in: folder) }
        do {
            return try visit(Library(folder: folder), root)
        } catch {
            return "the folder is refused: \(error)"
        }
    }

    private static func visit(_ library: Library, _ root: String) throws -> String? {
        let catalogue = Catalogue(library, indexFolder: "\(root)/index")
        guard let before = names(catalogue) else { return "it cannot be listed" }
        _ = ask(catalogue, "search", ["words": .text("a")])
        _ = ask(catalogue, "verify", ["deep": .flag(true)])
        for name in before.prefix(6) { look(catalogue, name) }
        _ = ask(catalogue, "recover", [:])
        guard let after = names(catalogue) else { return "after the recovery it cannot be listed" }
        for name in after.prefix(6) {
            look(catalogue, name)
            _ = ask(catalogue, "tag", ["name": .text(name), "add": .text("x")])
            _ = ask(catalogue, "note", ["name": .text(name), "text": .text("a note")])
            _ = ask(catalogue, "cut", ["name": .text(name), "from": .text("1f"), "until": .text("end")])
            _ = ask(catalogue, "undo", ["name": .text(name)])
            _ = ask(catalogue, "export", ["name": .text(name), "to": .text("\(root)/\(name).wav")])
            _ = ask(catalogue, "copy", ["name": .text(name)])
            _ = ask(catalogue, "clean", ["name": .text(name), "forget": .flag(true)])
        }
        if let wrong = written(library) { return wrong }
        for (number, name) in after.prefix(6).enumerated() where number % 2 == 0 {
            _ = ask(catalogue, "rename", ["name": .text(name), "to": .text("renamed \(number)")])
        }
        for name in (names(catalogue) ?? []).prefix(6) { _ = ask(catalogue, "delete", ["name": .text(name)]) }
        // An index that is made anew must agree with the old one after its updates.
        guard let known = names(catalogue), let fresh = names(Catalogue(library, indexFolder: "\(root)/other")) else {
            return "after the changes it cannot be listed"
        }
        return known == fresh ? nil : "the index has \(known), a new index has \(fresh)"
    }

    /// Each closed recording that was tagged and noted has a readable sidecar, unless a newer program wrote it.
    private static func written(_ library: Library) -> String? {
        for name in (try? library.sidecars()) ?? [] {
            guard (try? library.openness(name)) == .closed else { continue }
            do throws(StorageError) {
                let recording = try library.readRecording(name)
                guard (try? Recording(name: name, parsing: recording.printed)) == recording else {
                    return "\(name) differs after it was printed and parsed"
                }
            } catch {
                guard case .badMetadata = error else { continue }
                // A sidecar without audio of its name is not a recording of this library.
                if (try? library.rebuiltRecording(name)) != nil { return "not readable after the recovery: \(error)" }
            }
        }
        return nil
    }

    private static func look(_ catalogue: Catalogue, _ name: String) {
        _ = ask(catalogue, "info", ["name": .text(name)])
        _ = ask(catalogue, "marks", ["name": .text(name)])
        _ = ask(catalogue, "peaks", ["name": .text(name), "columns": .int(7)])
    }

    private static func names(_ catalogue: Catalogue) -> [String]? {
        ask(catalogue, "ls", ["sort": .text("name")])?.items.compactMap { $0["name"]?.description }
    }

    /// Runs a command. Nil where it is refused or fails: that is a valid answer too.
    private static func ask(_ catalogue: Catalogue, _ verb: String, _ words: [String: Value]) -> Reply? {
        do {
            let command = try CommandTable.command(named: verb)
            let request = try command.check(named: words.map { CommandArgument($0, $1) })
            if Catalogue.isQuestion(request) { return try catalogue.answer(request) }
            let operation = try catalogue.begin(request)
            while true {
                for over in catalogue.step() where over.id == operation { return try over.result.get() }
            }
        } catch {
            return nil
        }
    }

    // MARK: Files

    static func files(_ bytes: [UInt8]) -> [File] {
        var files: [File] = []
        var rest = bytes[...]
        func take(_ count: Int) -> [UInt8] {
            let part = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            return part
        }
        while files.count < mostFiles, let length = rest.popFirst() {
            let name = String(decoding: take(Int(length)), as: UTF8.self)
            let seconds = take(8).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let count = take(3).reversed().reduce(0) { $0 << 8 | Int($1) }
            files.append(File(name: name, seconds: seconds, bytes: take(count)))
        }
        return files
    }

    private static func put(_ file: File, in folder: String) {
        // A file in the place of the folder for damaged files is reported, and everything stays where it is.
        guard !file.name.isEmpty, file.name != "_Corrupted", !file.name.contains("/"), !file.name.utf8.contains(0),
            ![".", ".."].contains(file.name)
        else {
            return
        }
        let path = "\(folder)/\(file.name)"
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        _ = unsafe write(descriptor, file.bytes, file.bytes.count)
        let moment = timespec(tv_sec: Int(file.seconds), tv_nsec: 0)
        _ = unsafe futimens(descriptor, [moment, moment])
    }

    /// Removes a folder that holds files and flat folders.
    private static func clear(_ path: String) {
        if let stream = unsafe opendir(path) {
            var names: [String] = []
            while let entry = unsafe readdir(stream) {
                names.append(
                    unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                    })
            }
            _ = unsafe closedir(stream)
            for name in names where name != "." && name != ".." {
                if unsafe unlink("\(path)/\(name)") != 0 { clear("\(path)/\(name)") }
            }
        }
        _ = unsafe rmdir(path)
    }
}
