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

    /// A child that may not look into this process opens the files that it is given: they are its own descriptors.
    @Test(.enabled(if: getuid() == 0, "a child of another user needs root"))
    func filesAreGivenToAChildThatMayNotTraceThisProcess() throws {
        let files = try ["first", "second"].map { text in
            let file = try MemoryFile()
            try File.write(file.descriptor, Array("\(text) ".utf8))
            try File.setPermissions(file.descriptor, 0o666)
            return file.take()
        }
        defer { files.forEach(File.close) }
        // Opened by the child, and so read from the beginning; in an order in which a careless copy would replace one by another.
        let paths = [files[1], files[0], files[1]].map(File.path)
        let pipe = try Pipe()
        var child = ChildProgram(
            "/usr/bin/setpriv",
            [
                "--reuid=65534", "--clear-groups", "/bin/sh", "-c", "cat \"$1\" \"${2#file:}\" \"$3\"; echo /proc/self/fd/*",
                "sh",
                paths[0], "file:" + paths[1], paths[2],
            ], environment: [])
        child.output = .descriptor(pipe.writing)
        let number = try child.start()
        File.close(pipe.writing)
        var said: [UInt8] = []
        while case let bytes = try File.readSome(pipe.reading, atMost: 4096), !bytes.isEmpty { said += bytes }
        File.close(pipe.reading)
        #expect(ProcessEnd.wait(for: number) == .exit(0))
        let words = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        #expect(words.prefix(3) == ["second", "first", "second"], "\(words)")
        // The shell has the folder open while it lists it.
        let open = Set(words.dropFirst(3).map(String.init)).subtracting(["/proc/self/fd/5"])
        #expect(open == Set((0...4).map { "/proc/self/fd/\($0)" }))
    }

    /// A program with a low priority may not take another one if it is not privileged: no child could start (issue 39 no. 11).
    @Test("a child keeps the low priority of the thread that starts it", arguments: [3, 5] as [Int32])
    func lowPriority(policy: Int32) throws {
        final class Work {
            let policy: Int32
            var end: ProcessEnd?
            init(_ policy: Int32) { self.policy = policy }
        }
        let work = Work(policy)
        var thread = pthread_t()
        // The policy is that of one thread, which ends with it.
        let made = unsafe pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                let work = unsafe Unmanaged<Work>.fromOpaque(pointer).takeUnretainedValue()
                var parameters = sched_param()
                guard unsafe sched_setscheduler(0, work.policy, &parameters) == 0 else { return nil }
                let script = "exit $(cut -d ' ' -f 41 /proc/$$/stat)"
                work.end = (try? ChildProgram("/bin/sh", ["-c", script], environment: []).start()).flatMap(ProcessEnd.wait)
                return nil
            }, Unmanaged.passUnretained(work).toOpaque())
        try #require(made == 0)
        _ = pthread_join(thread, nil)
        #expect(work.end == .exit(policy))
    }

    /// The C library has one buffer for accounts, which libraries in other threads use too.
    @Test func theHomeOfTheAccountLeavesTheSharedBufferAlone() throws {
        let found = unsafe getpwuid(getuid() == 1 ? 2 : 1)
        guard let other = unsafe found else { return }
        let before = unsafe other.pointee.pw_uid
        #expect(ThisProcess.accountHome?.hasPrefix("/") == true)
        #expect(unsafe other.pointee.pw_uid == before)
    }

    @Test func withoutHomeTheFoldersOfTheUserAreThoseOfTheAccount() throws {
        let account = try #require(ThisProcess.accountHome)
        for home in [nil, "", "home"] as [String?] {
            let variable = { (name: String) -> String? in name == "HOME" ? home : nil }
            #expect(UserFolders.settings(variable) == account + "/.config")
            #expect(UserFolders.state(variable) == account + "/.local/state")
            #expect(UserFolders.caches(variable) == account + "/.cache")
            #expect(UserFolders.home(variable) == account)
        }
    }
}
