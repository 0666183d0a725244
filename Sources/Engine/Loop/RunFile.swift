// The file of a running engine, which tells the next start how it ended. Main thread only; blocks on the disk.
internal import Dictation
internal import Messages
internal import Storage
internal import System

/// The file `NAME.run` in the state folder: made by the start of an engine, written to by a crash, and removed by an orderly end.
///
/// Its lock shows that the engine lives. The file of an engine that has died is kept as `NAME.crash`.
final class RunFile {
    private let descriptor: Int32
    private let path: String
    /// How an engine before this one has ended, as a sentence with the next step; nil if it ended in order.
    let before: Message?

    /// Makes the file. Nil without a state folder, while another engine of this name runs, and if the disk refuses it, which are
    /// logged: an engine without the file is better than none.
    init?(engine: String, environment: (String) -> String?) {
        guard let state = UserFolders.state(environment), !engine.hasSlash else { return nil }
        let folder = state + "/dicta"
        path = "\(folder)/\(engine).run"
        let kept = Self.keptPath(engine: engine, folder: folder)
        let boot = Self.boot
        do throws(SystemError) {
            try File.makeFolders(folder, mode: 0o700)
            let note = try Self.takeOld(path, to: kept)
            before = note.map { $0.words(boot: boot, path: kept) { Timestamp(seconds: $0).local } }
            descriptor = try File.open(path, .write, [.create, .append, .noLink])
        } catch {
            Self.tell(error)
            return nil
        }
        let note = RunNote(version: Version.text, started: Timestamp.now.seconds, boot: boot)
        do throws(SystemError) {
            guard try File.lock(descriptor) else { throw SystemError("flock", path, code: Errno.wouldBlock) }
            try File.write(descriptor, Array(note.text.utf8))
        } catch {
            File.close(descriptor)
            Self.tell(error)
            return nil
        }
        CrashHandler.note(in: descriptor)
    }

    deinit { File.close(descriptor) }

    // Not inlined: Swift 6.3 in a release build crashes over the text of the log inside an initialiser that throws away `self`.
    @inline(never)
    private static func tell(_ error: SystemError) {
        guard error.code != Errno.wouldBlock else {
            return EngineLog.say(
                .info, .engine, "another engine of this name runs, so the next start will not tell of a crash of this one")
        }
        EngineLog.say(
            .warning, .engine,
            "the next start will not tell of a crash: \(plain: error.call): \(plain: error.reason); check the folder of the log")
    }

    /// Removes the file: the engine ends in order.
    func end() {
        CrashHandler.note(in: nil)
        // A file that stays tells of an end without a word, which is wrong but harms nothing.
        try? File.removeIfThere(path)
    }

    /// Path of the note of the last engine that died.
    static func keptPath(engine: String, folder: String) -> String { "\(folder)/\(engine).crash" }

    /// Reads the note of an engine that has died, and keeps it; nil if there is none. Throws if an engine holds it, or the disk
    /// refuses.
    private static func takeOld(_ path: String, to kept: String) throws(SystemError) -> RunNote? {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try File.open(path, .read, [.noLink])
        } catch {
            guard error.code == Errno.missing else { throw error }
            return nil
        }
        defer { File.close(descriptor) }
        guard try File.lock(descriptor) else { throw SystemError("flock", path, code: Errno.wouldBlock) }
        let bytes = try File.read(descriptor, at: 0, count: 16_384)
        try File.rename(path, to: kept)
        return RunNote(String(decoding: bytes, as: UTF8.self))
    }

    /// Identifier of this boot of the machine; empty if the kernel does not tell it.
    static var boot: String {
        let bytes = (try? File.contents(of: "/proc/sys/kernel/random/boot_id")) ?? []
        return String(decoding: bytes.prefix(36), as: UTF8.self)
    }
}
