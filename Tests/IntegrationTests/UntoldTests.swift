// Tests a server whose death libjack does not notice (J2).
import Control
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct UntoldTests {
        private let folder = TempFolder()

        /// libjack names the socket for a server's callbacks after the client and the user. When two clients of one name
        /// open at the same moment at two servers, one may get the callbacks of both; this test extends that moment until
        /// one has.
        @Test func aServerWhoseCallsGoToAnotherClientIsLeftWhenItDies() throws {
            let server = try #require(JackServer(), "no jackd")
            let preload = try #require(folder.preload(Self.source))
            var environment = server.environment
            environment["LD_PRELOAD"] = preload
            environment["TAKEN"] = folder.file("taken")
            environment["LISTENS"] = folder.file("listens")
            environment["GO"] = folder.file("go")
            let engine = try EngineProcess(waitsForJack: false, environment: environment)
            try Self.waitForFile(folder.file("listens"))

            let second = server.name + "-second"
            let words = ["-R", "-n", second, "-d", "dummy"]
            let other = try #require(Process("/usr/bin/jackd", words, environment: ["HOME": "/tmp"]))
            defer { Self.end(other) }
            try Self.waitForFile("/dev/shm/jack_\(second)_\(getuid())_0")
            // Until it has started: frozen on the way it could hold the lock that the servers of a machine share.
            let there = server.environment.merging(["JACK_DEFAULT_SERVER": second]) { $1 }
            let answer = Process.run("/usr/bin/jack_wait", ["-w", "-t", "30"], environment: there)
            try #require(answer.code == 0, "\(answer)")
            environment["JACK_DEFAULT_SERVER"] = second
            environment["IS_THIEF"] = "1"
            let beats = ["--name", engine.name, "--bpm", "60"]
            let thief = try #require(Process("/usr/bin/jack_metro", beats, environment: environment))
            defer { Self.end(thief) }
            try Self.waitForFile(folder.file("taken"))
            // The thief waits for the answer of its own server, and meanwhile keeps the callbacks it has taken.
            _ = kill(other.pid, SIGSTOP)
            #expect(folder.write("", to: "go"))

            try engine.wait("jack", "running")
            try engine.ask("rec", "name", "untold")
            // Its calls go to the other client: there is no sound to be waited for.
            Pause.milliseconds(500)
            server.kill()
            try engine.wait("jack", "waiting")
            #expect(server.start())
            try engine.wait("record_state", "recording")
            try engine.waitForTake(seconds: 0.3)
            #expect(try engine.ask("stop").int("segments") == 2)
            let end = engine.quit()
            // The log proves that the engine noticed the standstill itself: libjack reported nothing.
            #expect(end?.code == 0 && end?.errors.contains("stands still") == true, "\(end?.errors ?? "")")
        }

        private static func end(_ process: Process) {
            _ = kill(process.pid, SIGCONT)
            _ = kill(process.pid, SIGTERM)
            Pause.until { process.hasEnded }
            _ = kill(process.pid, SIGKILL)
            _ = process.finish()
        }

        private static func waitForFile(_ path: String) throws {
            Pause.until { unsafe access(path, F_OK) == 0 }
            try #require(unsafe access(path, F_OK) == 0, "\(path) never came")
        }

        /// Delays `listen` for a server's callbacks: in the thief until a callback comes, in the engine until the file of
        /// `GO` exists.
        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <poll.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/socket.h>
            #include <sys/un.h>
            #include <unistd.h>
            int listen(int fd, int backlog) {
                static int (*real)(int, int);
                if (!real) real = dlsym(RTLD_NEXT, "listen");
                int result = real(fd, backlog);
                struct sockaddr_un address = { 0 };
                socklen_t size = sizeof address;
                getsockname(fd, (struct sockaddr *)&address, &size);
                if (strncmp(address.sun_path, "/dev/shm/jack_", 14) != 0) return result;
                if (getenv("IS_THIEF")) {
                    close(open(getenv("TAKEN"), O_CREAT | O_WRONLY, 0600));
                    struct pollfd called = { fd, POLLIN, 0 };
                    poll(&called, 1, 60000);
                } else {
                    close(open(getenv("LISTENS"), O_CREAT | O_WRONLY, 0600));
                    for (int i = 0; i < 6000 && access(getenv("GO"), F_OK) != 0; i++) usleep(10000);
                }
                return result;
            }
            """
    }
}
