// Tests of the signs of life to systemd, and of a control loop that stands still (C15).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct WatchdogTests {
        /// The service manager's end of the socket.
        private final class Manager {
            let folder = TempFolder()
            let socket: Socket
            var all: [String] = []

            init() throws {
                socket = try Socket(.unix, .datagram)
                try socket.bind(try #require(SocketAddress(unixPath: folder.file("notify"))))
            }

            /// The packets that come within so many milliseconds.
            func packets(within milliseconds: Int) throws -> [String] {
                var packets: [String] = []
                let end = Moment.now.later(milliseconds: milliseconds)
                while Moment.now < end {
                    guard try socket.wait(milliseconds: 20) else { continue }
                    packets.append(String(decoding: try File.readSome(socket.descriptor, atMost: 4096), as: UTF8.self))
                }
                all += packets
                return packets
            }

            /// Waits until a packet has these words.
            func wait(for words: String) throws -> Bool {
                for _ in 0..<600 {
                    if try packets(within: 100).contains(where: { $0.contains(words) }) { return true }
                }
                return false
            }
        }

        private func engine(_ manager: Manager, watchdog: Int = 2_000_000) throws -> (JackServer, EngineProcess) {
            let server = try #require(JackServer())
            let engine = try EngineProcess(environment: [
                "NOTIFY_SOCKET": manager.folder.file("notify"), "WATCHDOG_USEC": "\(watchdog)",
            ])
            return (server, engine)
        }

        /// Holds the main thread of a process, and only that, as a debugger does, until a file is there. Needs the right to trace.
        private static let hold = """
            import ctypes, os, sys, time
            libc = ctypes.CDLL(None, use_errno=True)
            libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
            pid = int(sys.argv[1])
            def do(request):
                if libc.ptrace(request, pid, None, None) != 0: sys.exit(os.strerror(ctypes.get_errno()))
            do(0x4206)  # PTRACE_SEIZE
            do(0x4207)  # PTRACE_INTERRUPT
            os.waitpid(pid, 0x40000000)  # __WALL
            print("held", flush=True)
            while not os.path.exists(sys.argv[2]): time.sleep(0.02)
            do(17)  # PTRACE_DETACH
            """

        @Test func theManagerHearsOfTheWholeLife() throws {
            let manager = try Manager()
            let (server, engine) = try engine(manager)
            defer { withExtendedLifetime(server) {} }
            #expect(try manager.wait(for: "READY=1"))
            #expect(try manager.wait(for: "WATCHDOG=1"))
            try engine.ask("rec", "name", "Hippolyta")
            #expect(try manager.wait(for: "STATUS=JACK running, take recording"))
            try engine.ask("stop")
            #expect(try manager.wait(for: "STATUS=JACK running"))
            // Two signs of life come within the time of the watchdog.
            #expect(try manager.packets(within: 4000).count { $0 == "WATCHDOG=1" } >= 4)
            #expect(engine.quit()?.code == 0)
            #expect(try manager.wait(for: "STOPPING=1"))
            #expect(!manager.all.contains { $0.contains("Hippolyta") })
        }

        /// Without a watchdog none is served, and no program of the user inherits the socket.
        @Test func hooksDoNotSpeakForTheEngine() throws {
            let manager = try Manager()
            let server = try #require(JackServer())
            defer { withExtendedLifetime(server) {} }
            let engine = try EngineProcess(
                environment: ["NOTIFY_SOCKET": manager.folder.file("notify")],
                settings: "on-marker = env > \"$HOME/seen\"\non-record-started = env > \(manager.folder.file("seen"))\n")
            try engine.ask("rec", "name", "a")
            try engine.ask("stop")
            Pause.until { !(Files.read(manager.folder.file("seen")) ?? "").isEmpty }
            let seen = Files.read(manager.folder.file("seen")) ?? ""
            #expect(seen.contains("DICTA_EVENT=record-started") && !seen.contains("NOTIFY_SOCKET"), "\(seen)")
            #expect(engine.quit()?.code == 0)
            #expect(try !manager.packets(within: 200).contains("WATCHDOG=1"))
        }

        @Test(.enabled(if: geteuid() == 0, "only root may hold a thread of another process"))
        func aLoopThatStandsStillIsToldAndGetsNoSignOfLife() throws {
            let manager = try Manager()
            let (server, engine) = try engine(manager)
            defer { withExtendedLifetime(server) {} }
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text("events"), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            try engine.ask("rec", "name", "memo")
            #expect(try manager.wait(for: "WATCHDOG=1"))
            let pid = try #require(engine.process?.pid)
            let end = manager.folder.file("end")
            let holder = try #require(Process("/usr/bin/python3", ["-c", Self.hold, "\(pid)", end]))
            Pause.until { holder.saidSoFar.contains("held") || holder.hasEnded }
            try #require(holder.saidSoFar.contains("held"), "\(holder.errorsSoFar)")
            #expect(try manager.wait(for: "STATUS=The control loop stands still"))
            // No sign of life comes while the loop stands still: three would be due in this time.
            #expect(try !manager.packets(within: 1500).contains("WATCHDOG=1"))
            #expect(Files.write("", to: end) && holder.finish().code == 0)
            // It goes on: signs of life, and the event for everybody.
            #expect(try manager.wait(for: "WATCHDOG=1"))
            var told: [String] = []
            for _ in 0..<600 where told.isEmpty {
                told = try client.messages(within: 50).compactMap(EventMessage.init).filter { $0.event == "error" }
                    .map { $0.fields.text("message") }
            }
            #expect(told.first?.contains("stood still for") == true, "\(told)")
            // The take went on all the while.
            let stopped = try engine.ask("stop")
            #expect(stopped.double("seconds") > 5 || stopped.int("frames") > 5 * 48_000, "\(stopped.all)")
            let quit = try #require(engine.quit())
            let lines = quit.errors.split(separator: "\n").filter { $0.contains("has not turned") }
            #expect(quit.code == 0 && lines.count == 1 && lines[0].contains(" error engine: "), "\(quit.errors)")
        }

        /// A process that is stopped as a whole is not a loop that stands still.
        @Test func aStoppedProcessIsNoStandstill() throws {
            let manager = try Manager()
            let (server, engine) = try engine(manager)
            defer { withExtendedLifetime(server) {} }
            #expect(try manager.wait(for: "WATCHDOG=1"))
            engine.signal(SIGSTOP)
            // A second more than the loop may stand still.
            Pause.milliseconds(6000)
            engine.signal(SIGCONT)
            _ = try manager.packets(within: 100)
            #expect(try manager.wait(for: "WATCHDOG=1"))
            let end = try #require(engine.quit())
            #expect(!end.errors.contains("has not turned"), "\(end.errors)")
        }
    }
}
