// Tests of starting engines, with stand-ins written in Python beside a copy of dicta.
import Control
import Dictation
import Glibc
import TestSupport
import Testing

@Suite("dicta: starting an engine where none answers (issue 2, part 6)")
struct StartTests {
    let terminal = Terminal()

    /// A stand-in that answers ping and rec, prints its arguments, and ends at quit.
    private static let engine = """
        #!/usr/bin/python3
        import os, socket, sys
        path = os.environ['XDG_RUNTIME_DIR'] + '/dicta/dicta.sock'
        if '--socket' in sys.argv:
            path = sys.argv[sys.argv.index('--socket') + 1]
        if not os.path.isdir(os.path.dirname(path)):
            os.mkdir(os.path.dirname(path), 0o700)
        own = os.getsid(0) == os.getpid() and os.readlink('/proc/self/fd/0') == '/dev/null'
        print('started', sys.argv[1:], 'session of its own' if own else 'in a foreign session', flush=True)
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.settimeout(20)
        s.bind(path)
        def text(t):
            t = t.encode() + b'\\0'
            return t + b'\\0' * (-len(t) % 4)
        while True:
            packet, client = s.recvfrom(65536)
            verb = packet.split(b'\\0')[0].decode()
            s.sendto(text('/reply') + text(',sss') + text(verb) + text('name') + text('from python'), client)
            if verb == '/dicta/quit':
                os.unlink(path)
                break
        """

    @Test("rec starts it with its name, in a session of its own, with its words in the log; then it is found running")
    func rec() throws {
        let first = try terminal.run(besideEngine: Self.engine, "rec")
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output == "from python\n")
        #expect(Files.read(terminal.log) == "started ['--name', 'dicta'] session of its own\n")
        #expect(Files.mode(terminal.log) == 0o600)
        #expect(Files.mode(terminal.folder.file("state/dicta")) == 0o700)
        #expect(try terminal.run("play").output == "Playing from python\n")
        #expect(try terminal.run("start").output == "engine dicta already runs (\(terminal.socket))\n")
        let again = try terminal.run("--json", "start")
        #expect(Terminal.json(again.output, "o['started'], o['socket']") == "False \(terminal.socket)")
        let options = try terminal.run("start", "--library", "x")
        #expect(options.code == 1)
        #expect(options.errors.contains("would have no effect"))
        #expect(try terminal.run("quit").code == 0)
        // The stand-in tells no process to wait for, and removes its socket behind the answer.
        Pause.until { !Files.exists(terminal.socket) }
        #expect(try terminal.run("--no-start", "rec").code == 3)
    }

    @Test("start hands its options on, folders made absolute, the socket too")
    func start() throws {
        let socket = terminal.folder.file("other/x.sock")
        let run = try terminal.run(
            besideEngine: Self.engine, "--json", "--engine", "two", "--socket", socket, "start", "--library", "lib",
            "--connect-in", "system:.*")
        #expect(run.code == 0, "\(run.errors)")
        #expect(Terminal.json(run.output, "o['started'], o['socket']") == "True \(socket)")
        let log = Files.read(terminal.folder.file("state/dicta/two.log")) ?? ""
        #expect(log.contains("'--name', 'two', '--socket', '\(socket)', '--library', '/"))
        #expect(log.contains("/lib', '--connect-in', 'system:.*'] session of its own"))
        #expect(try terminal.run("--socket", socket, "quit").code == 0)
    }

    @Test("an engine that dies at its start is noticed, with its last words and not those of last time")
    func dies() throws {
        let dying = "#!/bin/sh\necho 'no library here' >&2\nexit 4\n"
        let run = try terminal.run(besideEngine: dying, "rec")
        #expect(run.code == 3)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("exit code 4") && run.errors.contains("no library here") && run.errors.contains(terminal.log))
        let second = try terminal.run(besideEngine: "#!/bin/sh\nkill -9 $$\n", "--json", "start")
        #expect(second.code == 3)
        #expect(Terminal.json(second.output, "o['error']['code']") == "3")
        #expect(second.output.contains("signal 9") && !second.output.contains("no library here"))
    }

    @Test("an engine that loses the race to start ends, and the one that won is used")
    func race() throws {
        // The loser of a race: it lets another engine win, and ends before that engine answers. The winner waits until dicta has
        // noticed the end. It is ready by then: dicta waits two seconds for it, and Python may take as long to start.
        let loser = """
            #!/bin/sh
            "$0.winner" --name dicta $$ > /dev/null 2>&1 < /dev/null &
            until [ -e "$0.ready" ]; do sleep 0.02; done
            exit 1
            """
        let waiting = """
            import os, socket, sys, time
            open(sys.argv[0].replace('.winner', '.ready'), 'w').close()
            while os.path.exists('/proc/' + sys.argv[3]):
                time.sleep(0.005)

            """
        let winner = Self.engine.replacing("import os, socket, sys\n", with: waiting)
        #expect(winner != Self.engine && terminal.folder.write(winner, to: "winner.text"))
        let words = ["-m", "700", terminal.folder.file("winner.text"), terminal.folder.file("dictad.winner")]
        #expect(Process.run("/usr/bin/install", words).code == 0)
        let run = try terminal.run(besideEngine: loser, "rec")
        #expect(run.code == 0 && run.output == "from python\n", "\(run)")
        #expect(try terminal.run("quit").code == 0)
    }

    @Test("what cannot be executed is said so; an engine whose log cannot be written starts without it, and tells that")
    func cannot() throws {
        let run = try terminal.run(besideEngine: "no program\n", "start")
        #expect(run.code == 3)
        #expect(run.errors.contains("cannot start"))
        #expect(Files.remove(terminal.log))
        // A folder, and a pipe that nobody reads, in the place of the log.
        for place in ["mkdir", "rmdir \"$0\"; mkfifo"] {
            #expect(Process.run("/bin/sh", ["-c", place + " \"$0\"", terminal.log]).code == 0)
            let blocked = try terminal.run(besideEngine: Self.engine, "start")
            #expect(blocked.code == 0, "\(blocked)")
            #expect(blocked.errors.contains("without its log, since \(terminal.log) cannot be written"), "\(blocked)")
            #expect(try terminal.run("quit").code == 0)
            Pause.until { !Files.exists(terminal.socket) }
        }
        // Its reason is in no log then.
        let dead = try terminal.run(besideEngine: "#!/bin/sh\nexit 7\n", "start")
        #expect(dead.code == 3, "\(dead)")
        #expect(dead.errors.contains("(exit code 7); 'dictad --name dicta' in a terminal tells why"), "\(dead)")
        #expect(!dead.errors.contains("see its log"), "\(dead)")
    }
}
