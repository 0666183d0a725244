// Tests sessions with the real nsmd, where it is installed: Debian 12 has no package of it (J6).
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct NsmdTests {
        /// Path of nsmd: the value of DICTA_NSMD, or a usual path.
        private static let nsmd: String? = {
            if let named = unsafe getenv("DICTA_NSMD") { return unsafe String(cString: named) }
            return ["/usr/bin/nsmd", "/usr/local/bin/nsmd"].first(where: Files.exists)
        }()

        /// Driven as by its window: a project is made, a take saved, the project duplicated, a second engine added, the
        /// first project opened again.
        @Test(.enabled(if: nsmd != nil, "nsmd is not installed; DICTA_NSMD may name it")) func theRealManager() throws {
            let server = try #require(JackServer(), "no jackd")
            let folder = TempFolder()
            let nsmd = try #require(Self.nsmd)
            let text = """
                import liblo, os, socket, subprocess, sys, time
                nsmd, folder, programs = sys.argv[1:]
                log = open(folder + "/log", "w")
                # nsmd says its address only when its output is flushed: it is given one.
                def is_bound(port):
                    files = [file for file in ("/proc/net/udp", "/proc/net/udp6") if os.path.exists(file)]
                    return any(":%04X " % port in open(file).read() for file in files)
                # Another program may take the port before nsmd does, which then ends.
                for attempt in range(5):
                    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); probe.bind(("127.0.0.1", 0))
                    port = probe.getsockname()[1]; probe.close()
                    daemon = subprocess.Popen([nsmd, "--session-root", folder + "/sessions", "--osc-port", str(port)], stdout=log,
                        stderr=log)
                    end = time.time() + 20
                    while daemon.poll() is None and not is_bound(port) and time.time() < end: time.sleep(0.05)
                    if daemon.poll() is None: break
                url = liblo.Address("127.0.0.1", port)
                window = liblo.Server(); heard = []
                window.add_method(None, None, lambda path, arguments: heard.append((path, arguments)))
                import atexit; atexit.register(lambda: daemon.poll() is None and daemon.kill())
                def do(path, *arguments, answers=1):
                    del heard[:]
                    window.send(url, path, *arguments)
                    end = time.time() + 30
                    while time.time() < end:
                        window.recv(50)
                        got = [a for p, a in heard if p in ("/reply", "/error") and a and a[0] == path]
                        assert not any(p == "/error" for p, _ in heard), heard
                        if len(got) >= answers: return
                    assert False, (path, heard)
                def dicta(*words):
                    run = subprocess.run([programs + "/dicta", "--no-start", *words], capture_output=True, text=True)
                    assert run.returncode == 0, (words, run)
                    return run.stdout
                def clients():
                    names = subprocess.run(["jack_lsp"], capture_output=True, text=True).stdout.split()
                    return sorted({n.split(":")[0] for n in names if n.startswith("dicta.")})
                def settle(wanted):
                    end = time.time() + 20
                    while len(clients()) != wanted:
                        assert time.time() < end, clients()
                        window.recv(100)
                window.send(url, "/nsm/gui/gui_announce")
                do("/nsm/server/new", "first", answers=2)
                do("/nsm/server/add", "dictad"); settle(1)
                first = clients()[0]
                dicta("gain", "--master", "0.5"); dicta("rec", "--name", "x"); time.sleep(1)
                do("/nsm/server/save")
                path = dicta("stop").strip()
                assert path == folder + "/sessions/first/" + first + "/Recordings/x.wav", path
                window.send(url, "/nsm/server/duplicate", "second")
                end = time.time() + 20
                # Refused while one project closes and the next one opens, but never left waiting.
                def status():
                    run = subprocess.run([programs + "/dicta", "--no-start", "--json", "status"], capture_output=True, text=True)
                    assert "did not answer" not in run.stdout, run
                    return run.stdout
                while "/second/" not in status():
                    assert time.time() < end
                    window.recv(100)
                assert "x" in dicta("ls") and clients() == [first]
                do("/nsm/server/add", "dictad"); settle(2)
                do("/nsm/server/save")
                do("/nsm/server/open", "first", answers=1); settle(1)
                assert clients() == [first] and "0.500" in dicta("gain")
                window.send(url, "/nsm/server/quit")
                assert daemon.wait(20) == 0
                settle(0)
                """
            let programs = String(Programs.path("dictad").dropLast("/dictad".count))
            #expect(Files.makeFolder(folder.file("run")))
            let run = Process.python(
                text, [nsmd, folder.path, programs],
                environment: [
                    "JACK_DEFAULT_SERVER": server.name, "JACK_NO_START_SERVER": "1", "HOME": folder.path,
                    "XDG_RUNTIME_DIR": folder.file("run"), "PATH": "\(programs):/usr/bin:/bin",
                ])
            #expect(run.code == 0, "\(run.errors)\n\(Files.read(folder.file("log")) ?? "")")
        }
    }
}
