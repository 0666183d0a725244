// The form of a line in the log. Any thread but JACK's.
internal import Dictation
internal import System

/// The bytes of a line: `2026-11-21T14:05:09+01:00 info take: closed <private>`.
///
/// In the journal the line begins with its priority in place of the time: `<6>info take: ...`. The journal keeps times itself.
enum LogLine {
    /// True if standard error goes to the journal: systemd names its device and inode in JOURNAL_STREAM.
    static let isInJournal = isJournal(ThisProcess.variable("JOURNAL_STREAM"))

    /// The bytes of a line, with the end of the line.
    static func bytes(_ level: LogLevel, _ area: LogArea, _ words: String) -> [UInt8] {
        let head = isInJournal ? "<\(level.priority)>" : "\(Timestamp.now.local) "
        return Array("\(head)\(level.rawValue) \(area.rawValue): \(PrintableText.line(words))\n".utf8)
    }

    /// True if the variable names the file behind standard error. A program that a service has started with another standard error
    /// has inherited the variable of the service.
    static func isJournal(_ variable: String?, descriptor: Int32 = File.standardError) -> Bool {
        guard let variable, let status = try? FileStatus(descriptor: descriptor) else { return false }
        return variable == "\(status.identity.device):\(status.identity.inode)"
    }
}
