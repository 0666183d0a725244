// Tests of child programs, and of the user's account.
import Glibc
import System
import Testing

@Suite struct ChildProgramTests {
    /// Without a stream of its own, standard error is what standard output is: closed.
    @Test func errorsAreClosedWithTheOutput() throws {
        let script = "[ -e /proc/self/fd/0 ] && [ ! -e /proc/self/fd/1 ] && [ ! -e /proc/self/fd/2 ] && exit 3"
        var child = ChildProgram("/bin/sh", ["-c", script], environment: [])
        child.output = .closed
        #expect(ProcessEnd.wait(for: try child.start()) == .exit(3))
    }

    /// The C library has one buffer for accounts, which libraries in other threads use too.
    @Test func theHomeOfTheAccountLeavesTheSharedBufferAlone() throws {
        let found = unsafe getpwuid(getuid() == 1 ? 2 : 1)
        guard let other = unsafe found else { return }
        let before = unsafe other.pointee.pw_uid
        #expect(ThisProcess.accountHome?.hasPrefix("/") == true)
        #expect(unsafe other.pointee.pw_uid == before)
    }
}
