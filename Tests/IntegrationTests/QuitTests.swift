// Tests the end of an engine and the start of the next one (issue 14 number 7, C4).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct QuitTests {
        private let port = 20_000 + Int(getpid() % 10_000)
        private var url: String { "osc.tcp://127.0.0.1:\(port)" }

        /// The line of a hook that runs until a file is there; an engine that ends gives it ten seconds.
        private static func hook(until file: String) -> String { "until [ -e '\(file)' ]; do sleep 0.05; done" }

        /// After `quit` has returned the process is gone, and `start` gets the same ports, each time.
        @Test func startSucceedsRightAfterQuit() throws {
            let server = try #require(JackServer(), "no jackd")
            defer { server.stop() }
            let desktop = Desktop()
            for round in 0..<12 {
                let start = desktop.dicta("start", "--osc-tcp", "\(port)", "--osc-udp", "\(port)")
                #expect(start.code == 0 && start.output.contains("started"), "round \(round): \(start.errors)")
                #expect(desktop.dicta("--remote", url, "status").code == 0)
                let pid = try #require(desktop.pid)
                let quit = desktop.dicta("quit")
                #expect(quit.code == 0 && !desktop.isRunning(pid), "round \(round): \(quit.errors)")
            }
        }

        /// A hook that runs on after the take keeps the process; `quit` returns when both are gone. The same over TCP.
        @Test(arguments: [false, true]) func quitReturnsWhenTheProcessIsGone(overTCP: Bool) throws {
            let server = try #require(JackServer(), "no jackd")
            defer { server.stop() }
            let desktop = Desktop()
            let go = desktop.folder.file("go")
            let settings = "osc-may = look,transport,sound,quit\non-record-stopped = \(Self.hook(until: go))\n"
            #expect(desktop.set(settings))
            #expect(desktop.dicta("start", "--osc-tcp", "\(port)").code == 0)
            #expect(desktop.dicta("rec", "--name", "one").code == 0)
            let pid = try #require(desktop.pid)
            let words = ["--engine", desktop.engine] + (overTCP ? ["--remote", url] : []) + ["quit"]
            let waiting = try #require(Process(Programs.path("dicta"), words, environment: desktop.environment))
            // An engine without a hook would have ended by then: nothing tells that nothing comes.
            Pause.milliseconds(1500)
            #expect(!waiting.hasEnded && desktop.isRunning(pid))
            #expect(Files.write("", to: go))
            let quit = waiting.finish()
            #expect(quit.code == 0, "\(quit.errors)")
            // Over TCP another machine's process cannot be seen: the connection ends with the engine, a moment before.
            Pause.until { !overTCP || !desktop.isRunning(pid) }
            #expect(!desktop.isRunning(pid))
            #expect(desktop.dicta("start", "--osc-tcp", "\(port)").code == 0)
        }

        /// An engine that has closed everything and only waits for a hook keeps neither the name nor the ports.
        @Test func anEngineThatWaitsForHooksKeepsNothing() throws {
            let server = try #require(JackServer(), "no jackd")
            defer { server.stop() }
            let desktop = Desktop()
            let go = desktop.folder.file("go")
            #expect(desktop.set("on-record-stopped = \(Self.hook(until: go))\n"))
            #expect(desktop.dicta("start", "--osc-tcp", "\(port)").code == 0)
            #expect(desktop.dicta("rec", "--name", "one").code == 0)
            let old = try #require(desktop.pid)
            #expect(kill(old, SIGTERM) == 0)
            Pause.until { !Files.exists(desktop.socket) }
            let start = desktop.dicta("start", "--osc-tcp", "\(port)")
            #expect(start.code == 0 && desktop.isRunning(old), "\(start.errors)")
            #expect(try desktop.ask("status").text("client") == desktop.engine)
            #expect(Files.write("", to: go))
            Pause.until { !desktop.isRunning(old) }
        }

        /// A lock that an ending process still holds is waited for, longer than an engine would wait by itself.
        @Test func startWaitsForTheLock() throws {
            let server = try #require(JackServer(), "no jackd")
            defer { server.stop() }
            let desktop = Desktop()
            #expect(desktop.dicta("start").code == 0 && desktop.dicta("quit").code == 0)
            let lock = desktop.socket + ".lock"
            let holder = try #require(Process("/usr/bin/flock", [lock, "/bin/sh", "-c", "echo held; sleep 8"]))
            Pause.until { !holder.saidSoFar.isEmpty }
            let start = desktop.dicta("start")
            #expect(start.code == 0 && holder.hasEnded, "\(start.errors)")
            #expect(holder.finish().code == 0)
        }
    }
}
