// Notes the signal that crashes this process. Main thread; `start` before any other thread is started.
internal import CLinux
internal import Glibc

/// Writes a line for the signal, the time and each address of the stack to an open file when a signal of a crash ends this
/// process: `signal 11`, `time 1764288000`, `at 4f2a0`. No memory of the process is written. SIGKILL and a loss of power leave
/// no line.
///
/// The C functions keep their state in one place of this file's object code, so that no other file may call them.
public enum CrashHandler {
    /// Handles the signals of a crash from now on. The handlers from before handle them after the note. Throws if a signal cannot
    /// be handled; the others are.
    public static func start() throws(SystemError) {
        let code = dicta_crash_listen()
        guard code == 0 else { throw SystemError("sigaction", code: code) }
    }

    /// Names the open file that takes the note, nil for none. The file stays open as long as it is named.
    public static func note(in file: Int32?) { dicta_crash_note(file ?? -1) }
}
