// Tests that other users and other machines cannot reach the engine (C1).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct OscPlaceTests {
        /// The socket lies in a folder that all users may enter: its own mode keeps others out.
        @Test(.enabled(if: geteuid() == 0, "needs root to become another user")) func anotherUserCannotUseTheSocket() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            #expect(Files.setMode(engine.folder.path, 0o755))
            let text = """
                import socket, sys
                s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                try:
                    s.connect(sys.argv[1])
                    s.send(b'/dicta/quit\\0,\\0\\0\\0')
                    print('sent')
                except PermissionError:
                    print('kept out')
                """
            let words = ["/usr/bin/python3", "-c", text, engine.socket]
            let stranger = Process.run("/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups"] + words)
            #expect(stranger.output == "kept out\n", "\(stranger)")
            let looking = Process.run(
                "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "/bin/cat", engine.socket + ".json"])
            #expect(looking.code != 0)
            // Even with a mode that lets others in, the kernel names the sender of each packet.
            #expect(Files.setMode(engine.socket, 0o666))
            let second = Process.run("/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups"] + words)
            #expect(second.output == "sent\n")
            #expect(try engine.ask("ping").text("engine") == engine.name, "the packet of the other user was obeyed")
        }

        /// True where this machine allows network namespaces and cables between them.
        static let canSeparate: Bool = {
            let script = "ip link set lo up && ip link add va type veth peer name vb"
            return Process.run("/usr/bin/unshare", ["-n", "/bin/sh", "-c", script]).code == 0
        }()

        /// Two machines in two network namespaces, with a cable between them.
        @Test(.enabled(if: canSeparate, "needs network namespaces")) func packetsFromOutsideAreNotReceived() throws {
            let folder = TempFolder()
            let script = """
                set -e
                ip link set lo up
                unshare -n sleep 300 & other=$!
                trap 'kill $other $engine 2>/dev/null' EXIT
                until [ "$(readlink /proc/$other/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.05; done
                ip link add va type veth peer name vb netns $other
                ip addr add 10.99.0.1/24 dev va; ip link set va up
                there="nsenter -t $other -n"
                $there ip addr add 10.99.0.2/24 dev vb; $there ip link set vb up
                run() {
                    "$1" --name ns --socket "$2/s" --library "$2/lib" --osc-udp $3 --osc-tcp $3 $4 2>>"$2/log" & engine=$!
                    for i in $(seq 400); do [ -e "$2/s.json" ] && break; sleep 0.05; done
                }
                end() { kill $engine; wait $engine || true; }
                export JACK_DEFAULT_SERVER=nobody-here JACK_NO_START_SERVER=1
                run "$1" "$2" 9000
                echo own $(/usr/bin/python3 -c "$3" 127.0.0.1 20)
                echo loopback $($there /usr/bin/python3 -c "$3" 10.99.0.1 20)
                end
                run "$1" "$2" 10.99.0.1:9000 "--osc-allow 10.99.0.3,10.98.0.0/16"
                echo unlisted $($there /usr/bin/python3 -c "$3" 10.99.0.1 3)
                end
                run "$1" "$2" 10.99.0.1:9000 "--osc-allow 10.99.0.0/24"
                echo listed $($there /usr/bin/python3 -c "$3" 10.99.0.1 20)
                end
                """
            let client = """
                import socket, sys
                ping = b'/dicta/ping\\0,\\0\\0\\0'
                words = []
                u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.settimeout(float(sys.argv[2]))
                u.connect((sys.argv[1], 9000))
                try:
                    u.send(ping); words.append('answered' if u.recv(9999).startswith(b'/reply') else 'odd')
                except ConnectionRefusedError: words.append('refused')
                except TimeoutError: words.append('silence')
                t = socket.socket(); t.settimeout(20)
                try:
                    t.connect((sys.argv[1], 9000)); t.send(len(ping).to_bytes(4, 'big') + ping)
                    words.append('answered' if t.recv(9999)[4:].startswith(b'/reply') else 'closed')
                except ConnectionRefusedError: words.append('refused')
                except ConnectionResetError: words.append('closed')
                except TimeoutError: words.append('silence')
                print(*words)
                """
            let run = Process.run(
                "/usr/bin/unshare", ["-n", "/bin/bash", "-c", script, "bash", Programs.path("dictad"), folder.path, client])
            let wanted = "own answered answered\nloopback refused refused\nunlisted silence closed\nlisted answered answered\n"
            #expect(run.output == wanted, "\(run) \(Files.read(folder.file("log")) ?? "")")
        }

        @Test func whatCannotBeListenedAtIsAnErrorAtTheStart() {
            for (words, wanted) in [
                (["--osc-udp", "0.0.0.0:9000"], "--osc-allow"), (["--osc-tcp", "nonsense"], "'nonsense'"),
                (["--osc-udp", "192.0.2.77:9000", "--osc-allow", "192.0.2.0/24"], "192.0.2.77:9000"),
                (["--osc-udp", "0", "--osc-allow", "everybody"], "'everybody'"),
            ] {
                let folder = TempFolder()
                let own = ["--socket", folder.file("s"), "--library", folder.file("lib")]
                let run = Process.run(Programs.path("dictad"), own + words)
                #expect(run.code == 1 && run.errors.contains(wanted), "\(words): \(run)")
                #expect(!Files.exists(folder.file("s")) && !Files.exists(folder.file("s.json")))
            }
        }
    }
}
