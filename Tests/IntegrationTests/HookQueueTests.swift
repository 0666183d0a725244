// Tests the queue of hooks that must not be lost, with real engines and programs (F13).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct HookQueueTests {
        /// An engine without a server, with the recording `memo` and a folder for the programs.
        private final class Rig {
            let folder = TempFolder()
            let engine: EngineProcess

            /// `{}` in the settings is the folder of the programs. Tries are due by the wall clock, which `clock` replaces.
            init(
                _ settings: String..., names: [String] = ["memo"], clock: StandInClock? = nil, environment: [String: String] = [:]
            ) throws {
                let all = ["hook-durable = completed", "hook-limit = 10m"] + settings
                engine = try EngineProcess(
                    waitsForJack: false,
                    environment: ["JACK_DEFAULT_SERVER": "nobody-here"].merging(clock?.environment ?? environment) { $1 },
                    settings: all.joined(separator: "\n").replacing("{}", with: folder.path) + "\n")
                for name in names {
                    #expect(SparseWave.make("\(engine.library)/\(name).wav", [SIMD2(0.1, 0.1)], times: 4800))
                }
            }

            /// Path of the queue on the disk.
            var file: String { engine.folder.file("state/dicta/hooks-\(engine.name).json") }

            func lines(_ name: String = "log") -> [String] {
                (Files.read(folder.file(name)) ?? "").split(separator: "\n").map(String.init)
            }

            func open() { #expect(Files.write("", to: folder.file("gate"))) }

            var jobs: [Fields] { get throws { try engine.reply("hooks", ["queue", "yes"]).items } }

            @discardableResult
            func hooks(_ words: String...) throws -> [Fields] { try engine.reply("hooks", words).items }

            /// Waits a minute at most: hooks have a low priority, and beside a load they can start late.
            func wait(_ what: String, seconds: Int = 60, _ isDone: () throws -> Bool) throws {
                let isThere = try Pause.until(Double(seconds), isDone)
                if !isThere { Issue.record("never: \(what): \(try jobs) \(lines())") }
            }

            /// The list is that of the memory; the file follows it a moment later.
            func waitForFile(_ isDone: (String) -> Bool) throws { try wait("file") { isDone(Files.read(file) ?? "") } }

            func waitForEmptyQueue() throws {
                try wait("empty queue") { try jobs.isEmpty }
                try waitForFile { !$0.contains("\"recording\"") }
            }

            /// Ends the engine without a word, and starts it again.
            func kill() throws {
                engine.signal(SIGKILL)
                _ = engine.finish()
                try restart()
            }

            func restart() throws { try engine.restart(waitsForJack: false) }

            /// Writes a file of the queue while no engine runs.
            func write(_ text: String) {
                for place in ["state", "state/dicta"] { _ = Files.makeFolder(engine.folder.file(place)) }
                #expect(Files.write(text, to: file))
            }

            /// The engine's words since its start. It has ended then.
            func log() -> String { engine.quit()?.errors ?? "" }
        }

        private static let untilGate = "on-completed = echo \"$DICTA_TRIES $DICTA_NAME $DICTA_PATH\" >> {}/log; [ -e {}/gate ]"

        /// The second try comes by itself, ten seconds after the first one, and is the last one.
        @Test func aFailedProgramIsTriedAgain() throws {
            let clock = try StandInClock(seconds: time(nil), zone: "UTC0")
            let rig = try Rig(Self.untilGate, clock: clock)
            var client = try ControlClient(engine: rig.engine.name, path: rig.engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text("hooks"), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            let began = clock.now
            try rig.engine.ask("complete", "memo")
            try rig.wait("first try") { try rig.jobs.first?.text("error") == "exit 1" }
            let job = try #require(try rig.jobs.first)
            #expect(job.text("event") == "completed" && job.text("recording") == "memo" && job.text("state") == "waiting")
            #expect(job.int("id") == 1 && job.int("tries") == 1 && !job.text("next").isEmpty)
            #expect(try rig.engine.ask("status").int("hook_jobs_waiting") == 1)
            var told: Fields = [:]
            try rig.wait("topic") {
                for message in try client.messages(within: 20) { told = StateMessage(message)?.fields ?? told }
                return told.int("hook_jobs_waiting") == 1
            }
            #expect(told.int("hook_jobs_failed") == 0 && told.int("hook_jobs_revision") > 0)
            rig.open()
            // The engine looks twice a second, and a program starts a moment later.
            try clock.set(began + 5)
            Pause.milliseconds(1200)
            #expect(rig.lines().count == 1)
            try clock.set(clock.now + 10)
            try rig.waitForEmptyQueue()
            let path = rig.engine.library + "/memo.wav"
            #expect(rig.lines() == ["1 memo \(path)", "2 memo \(path)"])
            #expect(try rig.engine.ask("status")["hook_jobs_waiting"] == nil)
        }

        /// A job is on the disk when its program starts. One whose program ran as the engine was killed runs again after the
        /// restart, and one that has ended never again.
        @Test func aKilledEngineLosesNoJob() throws {
            let rig = try Rig()
            let copy = "cp \(rig.file) \(rig.folder.file("seen"))"
            let program =
                "\(copy); echo \"began $DICTA_TRIES\" >> {}/log; until [ -e {}/gate ]; do sleep 0.1; done; echo done >> {}/log"
            try rig.engine.reply("set", ["on-completed", program.replacing("{}", with: rig.folder.path)])
            try rig.engine.ask("complete", "memo")
            try rig.wait("start") { rig.lines() == ["began 1"] }
            #expect(Files.read(rig.folder.file("seen"))?.contains("\"completed\"") == true)
            try rig.kill()
            try rig.wait("second start") { rig.lines().contains("began 2") }
            #expect(try rig.jobs.map { $0.int("tries") } == [2])
            rig.open()
            try rig.waitForEmptyQueue()
            // Both programs have ended: the killed engine's one went on by itself.
            try rig.wait("both ends") { rig.lines().count { $0 == "done" } == 2 }
            try rig.kill()
            #expect(try rig.jobs.isEmpty && rig.lines().count == 4)
        }

        /// A job that waits for its time is kept with its tries by a killed engine and by one that quits.
        @Test func waitingJobsOutliveTheEngine() throws {
            let clock = try StandInClock(seconds: time(nil), zone: "UTC0")
            let rig = try Rig("on-completed = exit 3", "hook-queue-tries = 2", clock: clock)
            try rig.engine.ask("complete", "memo")
            try rig.wait("first try") { try rig.jobs.first?.text("error") == "exit 3" }
            try rig.kill()
            #expect(try rig.jobs.map { $0.int("id") } == [1] && rig.jobs.first?.int("tries") ?? 0 >= 1)
            _ = rig.engine.quit()
            try rig.restart()
            try clock.set(clock.now + 20)
            try rig.wait("last try") { try rig.jobs.first?.text("state") == "failed" }
            try rig.waitForFile { $0.contains("\"failed\"") }
            try rig.kill()
            #expect(try rig.jobs.first?.text("state") == "failed" && rig.jobs.first?.int("tries") == 2)
        }

        /// A job that is given up is told, stays, and is tried again and dropped by hand.
        @Test func jobsAreGivenUpRetriedAndDropped() throws {
            let rig = try Rig(
                "hook-queue-tries = 1", Self.untilGate, "on-hook-failed = echo \"$DICTA_HOOK $DICTA_JOB\" >> {}/failed",
                "on-error = echo \"$DICTA_MESSAGE\" >> {}/errors", names: ["memo", "other"])
            for name in ["memo", "other"] { try rig.engine.ask("complete", name) }
            try rig.wait("both given up") { try rig.engine.ask("status").int("hook_jobs_failed") == 2 }
            try rig.wait("events") {
                rig.lines("failed").sorted() == ["completed 1", "completed 2"] && rig.lines("errors").count == 2
            }
            #expect(rig.lines("errors").contains { $0.contains("'dicta hooks --retry 1'") })
            #expect(try rig.hooks("retry", "1").map { $0.text("state") } == ["waiting"])
            try rig.wait("another try") { rig.lines().count == 3 && rig.lines("failed").count == 3 }
            rig.open()
            try rig.hooks("retry", "all")
            try rig.waitForEmptyQueue()
            #expect(rig.lines().count == 5)
            for word in ["9", "all of them", "-1"] {
                #expect(throws: EngineProcess.Trouble.self, "\(word)") { try rig.hooks("drop", word) }
            }
            #expect(throws: EngineProcess.Trouble.self) { try rig.hooks("drop", "all", "retry", "all") }
        }

        /// A dropped job leaves the file, and its running program is ended.
        @Test func aDroppedProgramEnds() throws {
            let rig = try Rig("on-completed = echo $$ >> {}/log; while :; do sleep 0.1; done")
            try rig.engine.ask("complete", "memo")
            try rig.wait("start") { rig.lines().count == 1 }
            #expect(try rig.hooks("drop", "1").map { $0.text("state") } == ["dropped"])
            #expect(Files.read(rig.file)?.contains("memo") == false)
            let pid = try #require(Int32(rig.lines()[0]))
            try rig.wait("the end of the program") { Glibc.kill(pid, 0) != 0 }
            try rig.kill()
            #expect(try rig.jobs.isEmpty && rig.lines().count == 1)
        }

        /// Waiting jobs follow a rename, with the paths of their files, and go with a deleted recording.
        @Test func recordingsAreFollowed() throws {
            let rig = try Rig(Self.untilGate, names: ["memo", "other"])
            for name in ["memo", "other"] { try rig.engine.ask("complete", name) }
            try rig.wait("first tries") { try rig.jobs.count { $0.text("error") == "exit 1" } == 2 }
            try rig.engine.ask("rename", "memo", "to", "talk")
            try rig.engine.reply("delete", ["other", "yes", "yes"])
            try rig.wait("list") { try rig.jobs.map { $0.text("recording") } == ["talk"] }
            try rig.waitForFile { $0.contains("\"talk\"") && !$0.contains("\"other\"") }
            try rig.kill()
            rig.open()
            try rig.hooks("retry", "all")
            try rig.waitForEmptyQueue()
            #expect(rig.lines().last == "1 talk \(rig.engine.library)/talk.wav", "\(rig.lines())")
        }

        /// A recording is renamed while no engine runs, and another one gets its name: the program gets the first one's file.
        @Test func anotherRecordingOfTheNameIsNotSent() throws {
            let rig = try Rig("on-completed = echo \"$DICTA_JOB $DICTA_NAME $DICTA_PATH\" >> {}/log; [ -e {}/gate ]")
            try rig.engine.ask("complete", "memo")
            try rig.wait("first try") { try rig.jobs.first?.text("error") == "exit 1" }
            rig.engine.signal(SIGKILL)
            _ = rig.engine.finish()
            let library = rig.engine.library
            try Library(folder: library).renameRecording("memo", to: "talk")
            #expect(SparseWave.make("\(library)/memo.wav", [SIMD2(0.5, 0.5)], times: 960))
            try rig.restart()
            try rig.engine.ask("complete", "memo")
            rig.open()
            try rig.hooks("retry", "all")
            try rig.waitForEmptyQueue()
            #expect(rig.lines().first == "1 memo \(library)/memo.wav", "before the rename")
            #expect(
                Set(rig.lines().dropFirst()) == ["1 talk \(library)/talk.wav", "2 memo \(library)/memo.wav"], "\(rig.lines())")
            // Another recording that gets the name of a waiting job, and is deleted, does not take the job with it.
            #expect(Files.remove(rig.folder.file("gate")))
            try rig.engine.ask("complete", "talk")
            try rig.wait("failed try") { try rig.jobs.first?.text("error") == "exit 1" }
            rig.engine.signal(SIGKILL)
            _ = rig.engine.finish()
            try Library(folder: library).renameRecording("talk", to: "third")
            try Library(folder: library).renameRecording("memo", to: "talk")
            try rig.restart()
            try rig.engine.reply("delete", ["talk", "yes", "yes"])
            rig.open()
            try rig.hooks("retry", "all")
            try rig.waitForEmptyQueue()
            #expect(rig.lines().last == "3 third \(library)/third.wav", "\(rig.lines())")
        }

        /// A recording whose name looks like the identity of a job is not its recording, and neither is one with its name.
        @Test func aJobWithAnIdentityNeverGoesByAnythingElse() throws {
            let rig = try Rig(
                "on-record-started = echo \"$DICTA_NAME $DICTA_PATH\" >> {}/log",
                "on-completed = echo \"$DICTA_NAME $DICTA_PATH\" >> {}/log")
            let library = rig.engine.library
            let id = try rig.engine.ask("info", "memo").text("id")
            _ = rig.engine.quit()
            func job(_ number: Int, _ event: String) -> String {
                Self.job(rig, number, event).replacing(
                    #""fields": {"name": "memo"}"#,
                    with: #""recording_id": "\#(id)", "fields": {"name": "memo", "path": "\#(library)/memo.wav"}"#)
            }
            // Two others: one with the name, one whose name is the identity.
            for name in ["memo", "memo.wav", ".sidecars"] { _ = Process.run("/bin/rm", ["-rf", "\(library)/\(name)"]) }
            for name in ["memo", id] { #expect(SparseWave.make("\(library)/\(name).wav", [SIMD2(0.5, 0.5)], times: 960)) }
            // The jobs of a recording go one behind the other.
            rig.write(Self.file(job(1, "record-started"), job(2, "completed")))
            try rig.restart()
            try rig.wait("a try of each") { try rig.jobs.allSatisfy { $0.int("tries") >= 1 } }
            try rig.wait("an error") { try rig.jobs.first?.text("error").contains("there is no recording memo") == true }
            #expect(!rig.lines().contains { $0.contains("/") }, "\(rig.lines())")
            #expect(try rig.jobs.first?.text("recording") == "memo")
        }

        /// While the library's disk gives errors, no program runs with the paths of a job: they may be another recording's by now.
        @Test func nothingRunsWhileTheLibraryCannotBeAsked() throws {
            let folder = TempFolder()
            let preload = try #require(folder.preload(Self.brokenLibrary))
            let rig = try Rig(
                "on-record-started = echo \"$DICTA_NAME $DICTA_PATH\" >> {}/log",
                environment: ["LD_PRELOAD": preload, "BREAK_FLAG": folder.file("broken")])
            let id = try rig.engine.ask("info", "memo").text("id")
            _ = rig.engine.quit()
            let fields = #""recording_id": "\#(id)", "fields": {"name": "memo", "path": "\#(rig.engine.library)/memo.wav"}"#
            rig.write(Self.file(Self.job(rig, 1, "record-started").replacing(#""fields": {"name": "memo"}"#, with: fields)))
            #expect(folder.write("", to: "broken"))
            try rig.restart()
            try rig.wait("a try") { try rig.jobs.isEmpty || rig.jobs[0].int("tries") >= 1 && !rig.jobs[0].text("error").isEmpty }
            #expect(try rig.jobs.count == 1 && rig.lines().isEmpty, "\(rig.lines())")
            #expect(Files.remove(folder.file("broken")))
            try rig.hooks("retry", "all")
            try rig.waitForEmptyQueue()
            #expect(rig.lines() == ["memo \(rig.engine.library)/memo.wav"], "\(rig.lines())")
        }

        /// The library's thread gets an error of the disk for each file that it opens, while the flag is there.
        private static let brokenLibrary = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <pthread.h>
            #include <stdarg.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            static int is_broken(void) {
                char name[16] = "";
                const char *flag = getenv("BREAK_FLAG");
                return flag && pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "dicta-library") == 0
                    && syscall(SYS_access, flag, F_OK) == 0;
            }
            #define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
            #define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) \\
                { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); } \\
                if (is_broken()) { errno = EIO; return -1; }
            int open(const char *p, int flags, ...) { MODE return REAL(open)(p, flags, mode); }
            int open64(const char *p, int flags, ...) { MODE return REAL(open64)(p, flags, mode); }
            int openat(int d, const char *p, int flags, ...) { MODE return REAL(openat)(d, p, flags, mode); }
            """

        /// An edited recording is one file at each try, also after a rename.
        @Test func editedRecordingsAreRendered() throws {
            let rig = try Rig("on-completed = echo \"$DICTA_RENDERED\" >> {}/log; [ -s \"$DICTA_RENDERED\" -a -e {}/gate ]")
            try rig.engine.ask("cut", "memo", "from", "0.01s", "until", "0.02s")
            try rig.engine.ask("complete", "memo")
            try rig.wait("first try") { try rig.jobs.first?.text("error") == "exit 1" }
            #expect(rig.lines().first.map { Files.exists($0) } == true, "\(rig.lines())")
            try rig.engine.ask("rename", "memo", "to", "talk")
            try rig.wait("list") { try rig.jobs.map { $0.text("recording") } == ["talk"] }
            rig.open()
            try rig.hooks("retry", "1")
            try rig.waitForEmptyQueue()
            #expect(rig.lines().count >= 2 && rig.lines().allSatisfy { !$0.hasPrefix(rig.engine.library) }, "\(rig.lines())")
        }

        /// The deletion of a recording is told in the log.
        @Test func aDroppedJobIsTold() throws {
            let rig = try Rig("on-completed = exit 1")
            try rig.engine.ask("complete", "memo")
            try rig.wait("first try") { try rig.jobs.first?.int("tries") == 1 }
            try rig.engine.reply("delete", ["memo", "yes", "yes"])
            try rig.waitForEmptyQueue()
            let log = rig.log()
            #expect(log.contains("the job 1 (completed of memo) is dropped"), "\(log)")
        }

        /// Jobs of one recording run one after another, in their order; a job that fails holds the later ones.
        @Test func jobsOfARecordingRunInOrder() throws {
            let rig = try Rig(
                "hook-jobs = 8",
                "on-completed = echo \"+$DICTA_JOB\" >> {}/log; sleep 0.1; echo \"-$DICTA_JOB\" >> {}/log; [ -e {}/gate ]")
            for _ in 0..<3 { try rig.engine.ask("complete", "memo") }
            try rig.wait("first try") { try rig.jobs.first?.text("error") == "exit 1" }
            #expect(rig.lines() == ["+1", "-1"])
            rig.open()
            try rig.hooks("retry", "1")
            try rig.waitForEmptyQueue()
            #expect(rig.lines() == ["+1", "-1", "+1", "-1", "+2", "-2", "+3", "-3"])
        }

        /// A full queue says so, and the program runs once.
        @Test func aFullQueueIsTold() throws {
            let rig = try Rig(
                Self.untilGate, "hook-queue-jobs = 1", "on-error = echo \"$DICTA_MESSAGE\" >> {}/errors",
                names: ["memo", "other"])
            try rig.engine.ask("complete", "memo")
            try rig.wait("first try") { try rig.jobs.first?.int("tries") == 1 }
            try rig.engine.ask("complete", "other")
            try rig.wait("message") { !rig.lines("errors").isEmpty }
            #expect(rig.lines("errors").first?.contains("completed for other runs only once") == true, "\(rig.lines("errors"))")
            try rig.wait("one run") { rig.lines().contains { $0.contains("other") } }
            #expect(try rig.jobs.map { $0.text("recording") } == ["memo"])
        }

        /// A file that is no queue is put aside and told; the queue works on.
        @Test func aDamagedFileIsPutAside() throws {
            let rig = try Rig(Self.untilGate)
            rig.open()
            _ = rig.engine.quit()
            rig.write("no queue at all {")
            try rig.restart()
            #expect(Files.read(rig.file + ".damaged")?.hasPrefix("no queue") == true)
            try rig.engine.ask("complete", "memo")
            try rig.wait("a try") { rig.lines().count == 1 }
            try rig.waitForEmptyQueue()
            let log = rig.log()
            #expect(log.contains("the queue of hooks cannot be read") && log.contains(".damaged"), "\(log)")
        }

        /// Jobs of a damaged file that can be read are run; the others stay in the file that is put aside.
        @Test func goodJobsOfADamagedFileRun() throws {
            let rig = try Rig(Self.untilGate)
            rig.open()
            _ = rig.engine.quit()
            rig.write(Self.file(Self.job(rig, 4, "completed"), Self.job(rig, 5, "no-such-event")))
            try rig.restart()
            try rig.wait("the good job") { rig.lines() == ["1 memo \(rig.engine.library)/memo.wav"] }
            try rig.waitForEmptyQueue()
            #expect(Files.read(rig.file + ".damaged")?.contains("no-such-event") == true)
        }

        private static func job(_ rig: Rig, _ id: Int, _ event: String) -> String {
            #"{"id": \#(id), "library": "\#(rig.engine.library)", "recording": "memo", "state": "running", "tries": 0, "next": 0,"#
                + #" "error": "", "event": "\#(event)", "fields": {"name": "memo"}}"#
        }

        private static func file(_ jobs: String...) -> String {
            #"{"schema": 1, "last": 9, "jobs": [\#(jobs.joined(separator: ","))]}"#
        }

        /// Requests of the engine to itself are carried out with their answers as the result, at the rights of the owner.
        @Test func requestsAreTriedUntilTheySucceed() throws {
            let rig = try Rig()
            _ = rig.engine.quit()
            func note(_ id: Int, _ name: String) -> String {
                #"{"id": \#(id), "library": "\#(rig.engine.library)", "recording": "\#(name)", "state": "waiting", "tries": 0,"#
                    + #" "next": 0, "error": "", "verb": "note", "arguments": {"name": "\#(name)", "text": "kept"}}"#
            }
            rig.write(Self.file(note(1, "memo"), note(2, "later")))
            try rig.restart()
            try rig.wait("the first note") { try rig.jobs.map { $0.int("id") } == [2] }
            #expect(try rig.engine.ask("info", "memo").text("note") == "kept")
            try rig.wait("a failure") {
                try rig.jobs.first?.int("tries") ?? 0 >= 1 && rig.jobs.first?.text("error").isEmpty == false
            }
            #expect(try rig.jobs.first?.text("kind") == "request" && rig.jobs.first?.text("event") == "note")
            try rig.engine.ask("copy", "memo", "to", "later")
            try rig.hooks("retry", "2")
            try rig.waitForEmptyQueue()
        }

        /// A locked transport says nothing about the work that is kept: its tries are not used up.
        @Test func aLockUsesUpNoTries() throws {
            let rig = try Rig()
            _ = rig.engine.quit()
            rig.write(
                Self.file(
                    #"{"id": 1, "library": "\#(rig.engine.library)", "recording": "later", "state": "waiting", "tries": 0,"#
                        + #" "next": 0, "error": "", "verb": "note", "arguments": {"name": "later", "text": "kept"}}"#))
            try rig.restart()
            try rig.wait("a failure") { try rig.jobs.first?.int("tries") == 1 && rig.jobs.first?.text("state") == "waiting" }
            try rig.engine.ask("lock", "on")
            // Its tries are counted anew.
            try rig.hooks("retry", "1")
            try rig.wait("a refusal") { try rig.jobs.first?.text("error").contains("locked") == true }
            let job = try #require(try rig.jobs.first)
            #expect(job.text("state") == "waiting" && job.int("tries") == 0, "\(job.all)")
            try rig.engine.ask("lock", "off")
            try rig.engine.ask("copy", "memo", "to", "later")
            try rig.hooks("retry", "1")
            try rig.waitForEmptyQueue()
            #expect(try rig.engine.ask("info", "later").text("note") == "kept")
        }

        /// A program that hangs does not hold the end of the engine, and runs again at the next start.
        @Test func aProgramThatHangsAtQuitRunsAgain() throws {
            let rig = try Rig(
                "on-completed = echo \"$DICTA_TRIES\" >> {}/log; [ -e {}/gate ] && exit 0; trap '' TERM; while :; do sleep 0.2; done"
            )
            try rig.engine.ask("complete", "memo")
            try rig.wait("start") { rig.lines() == ["1"] }
            let began = Moment.now
            let ended = rig.engine.quit()
            #expect(ended?.code == 0 && Moment.now.seconds(since: began) < 60, "\(String(describing: ended))")
            #expect(Files.read(rig.file)?.contains("memo") == true)
            rig.open()
            try rig.restart()
            try rig.waitForEmptyQueue()
            // A try that the end of the engine has cut off does not count.
            #expect(rig.lines() == ["1", "1"])
        }

        /// The hook of a take that ends with the engine runs, or is there at the next start.
        @Test func theLastTakeKeepsItsHook() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let fixture = try EngineFixture(
                settings: "hook-durable = record-stopped\non-record-stopped = echo \"$DICTA_NAME\" >> \(log)\n")
            let engine = fixture.engine
            try fixture.engine.ask("rec", "name", "last")
            try engine.waitForTake(seconds: 0.1)
            _ = engine.quit()
            #expect(Files.read(log) == "last\n")
            try engine.restart()
            #expect(try engine.reply("hooks", ["queue", "yes"]).items.isEmpty && Files.read(log) == "last\n")
        }
    }
}
