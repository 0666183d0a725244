// Tests which folders may hold a project (J6, C10).
import Glibc
import System
import TestSupport
import Testing

@testable import Engine

@Suite struct SessionFolderTests {
    /// A group that is the user's alone may write, as a umask of 002 has it; any other group and all others may not. What helps is
    /// said where the rights can be changed.
    @Test(.enabled(if: geteuid() == 0)) func onlyTheUsersOwnGroupMayWrite() throws {
        let folder = TempFolder()
        let project = folder.file("p")
        #expect(Files.makeFolder(project))
        for (group, mode, own, isGood) in [
            (54_321, 0o775, 54_321, true), (54_321, 0o775, 12_345, false), (54_321, 0o775, nil, false),
            (54_321, 0o777, 54_321, false),
            (54_321, 0o755, nil, true), (0, 0o770, 54_321, false),
        ] as [(UInt32, UInt32, UInt32?, Bool)] {
            #expect(unsafe chown(project, 0, group) == 0 && chmod(project, mode) == 0)
            let words = SessionFolder.objection(to: project, group: own)
            #expect(
                (words == nil) == isGood && words?.contains("chmod go-w") != false,
                "\(group) \(mode) \(own as Any): \(words as Any)")
        }
    }

    /// The group of a process is either its user's alone or that of several users.
    @Test func thePrivateGroupIsThatOfTheProcess() {
        #expect(ThisProcess.privateGroup == nil || ThisProcess.privateGroup == getegid())
        if geteuid() == 0, getegid() == 0 { #expect(ThisProcess.privateGroup == 0) }
    }
}
