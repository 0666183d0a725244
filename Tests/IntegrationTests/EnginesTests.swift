// Tests of several engines side by side: their list, and settings of one of them.
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Several engines: their list, settings of their own, and the form of JSON and log (issue 14 no. 24)")
    struct EnginesTests {
        private let home = TempFolder()
        private let server: JackServer
        private let variables: [String: String]

        init() throws {
            server = try #require(JackServer(), "no jackd")
            var variables = server.environment
            for name in ["HOME", "XDG_RUNTIME_DIR"] { variables[name] = home.path }
            self.variables = variables
        }

        private func dicta(_ words: String...) -> Finished {
            Process.run(Programs.path("dicta"), words, environment: variables)
        }

        private func start(_ name: String, _ words: String...) throws -> Process {
            let engine = try #require(Process(Programs.path("dictad"), ["--name", name] + words, environment: variables))
            Pause.until { dicta("--engine", name, "--no-start", "status").output.contains("running") }
            return engine
        }

        /// The value of a Python expression on the JSON answer `o`.
        private func json(_ expression: String, _ words: String...) -> String {
            let run = Process.run(Programs.path("dicta"), ["--json"] + words, environment: variables)
            let program = "import json, sys; o = json.loads(sys.argv[1]); print(\(expression))"
            let value = Process.python(program, [run.output])
            return value.code == 0 ? String(value.output.dropLast()) : "\(run) \(value.errors)"
        }

        @Test("engines lists those that answer, with server, library and work; a dead socket is none")
        func list() throws {
            #expect(dicta("engines").output == "No engine runs.\n")
            #expect(json("o['count'], o['items'], o['json_version']", "engines") == "0 [] 2")
            let one = try start("dicta", "--library", home.file("one"))
            let two = try start("studio", "--library", home.file("two"))
            #expect(dicta("--engine", "studio", "rec", "--name", "song").code == 0)
            #expect(json("[i['name'] for i in o['items']]", "engines") == "['dicta', 'studio']")
            let wanted = "\(two.pid) jackd '\(server.name)' studio \(home.file("two")) recording song idle"
            let keys = ["pid", "jack_server", "client", "library", "record_state", "record_name"].map { "o['items'][1]['\($0)']" }
            let work = keys.joined(separator: ", ") + ", o['items'][0]['record_state']"
            #expect(json(work, "engines") == wanted)
            let text = dicta("engines").output
            #expect(text.contains("studio") && text.contains("song") && text.contains(server.name), "\(text)")
            JackServer.isHarmed = true
            _ = kill(two.pid, SIGKILL)
            _ = two.finish()
            #expect(Files.exists(home.file("dicta/studio.sock")))
            #expect(json("[i['name'] for i in o['items']]", "engines") == "['dicta']")
            #expect(dicta("quit").code == 0)
            _ = one.finish()
        }

        /// `start` looks at the engine while it ends, or just after it was killed.
        @Test(
            "start after the end of an engine, in order or by kill -9, gives an engine that runs",
            arguments: [SIGTERM, SIGKILL])
        func startsAnew(signal: Int32) throws {
            JackServer.isHarmed = signal == SIGKILL
            let first = try start("dicta", "--library", home.file("one"))
            var pid = first.pid
            for _ in 0..<3 {
                _ = kill(pid, signal)
                let started = dicta("--json", "start", "--library", home.file("one"))
                #expect(started.code == 0 && started.output.contains("\"started\":true"), "\(started)")
                let now = Int32(json("o['pid']", "--no-start", "ping")) ?? 0
                #expect(now != 0 && now != pid)
                pid = now
            }
            _ = first.finish()
            #expect(dicta("quit").code == 0)
        }

        @Test("set with --engine changes that engine only, over the common settings; settings tells the sources")
        func settings() throws {
            let common = home.file(".config/dicta/settings")
            let own = home.file(".config/dicta/studio.settings")
            let all = try start("dicta")
            #expect(dicta("set", "rec-format", "flac").code == 0)
            #expect(dicta("set", "reserve", "70").code == 0)
            var studio = try start("studio")
            func source(_ key: String) -> String {
                json("[(i['value'], i['from']) for i in o['items'] if i['key'] == '\(key)']", "--engine", "studio", "settings")
            }
            #expect(source("rec-format") == "[('flac', 'file')]")
            #expect(dicta("--engine", "studio", "set", "rec-format", "w64").code == 0)
            #expect(source("rec-format") == "[('w64', 'engine')]")
            #expect(source("reserve") == "[('70', 'file')]" && source("rec-channels") == "[('2', 'default')]")
            #expect(Files.read(own)?.contains("\nrec-format = w64\n") == true)
            #expect(Files.read(own)?.contains("reserve") == false, "only what differs")
            #expect(Files.read(common)?.contains("\nrec-format = flac\n") == true)
            #expect(json("[i['value'] for i in o['items'] if i['key'] == 'rec-format']", "settings") == "['flac']")
            // A new process reads both files; an option is over both.
            #expect(dicta("--engine", "studio", "quit").code == 0)
            _ = studio.finish()
            studio = try start("studio", "--reserve", "80")
            #expect(source("rec-format") == "[('w64', 'engine')]" && source("reserve") == "[('80', 'option')]")
            #expect(dicta("--engine", "studio", "rec", "--name", "song").code == 0)
            #expect(dicta("--engine", "studio", "stop").output.hasSuffix("/song.w64\n"))
            #expect(dicta("--engine", "studio", "set", "rec-format", "--reset").code == 0)
            #expect(source("rec-format") == "[('flac', 'file')]", "the common value is back")
            // A wrong line is told with its file.
            #expect(Files.write("rec-format = nonsense\n", to: own))
            let told = json("o['settings_problems']", "--engine", "studio", "settings")
            #expect(told.hasPrefix("[\"\(own): line 1: rec-format") && told.hasSuffix("\"]"), "\(told)")
            for name in ["dicta", "studio"] { #expect(dicta("--engine", name, "quit").code == 0) }
            _ = (all.finish(), studio.finish())
        }

        @Test("lists in JSON are arrays, and every answer has a version")
        func lists() throws {
            let engine = try start("dicta", "--osc-udp", "0")
            #expect(dicta("rec", "--name", "a").code == 0 && dicta("stop").code == 0)
            #expect(dicta("tag", "a", "--add", "work,two words").code == 0)
            #expect(json("o['items'][0]['tags'], o['json_version']", "ls") == "['work', 'two words'] 2")
            #expect(json("o['tags'], o['json_version']", "info", "a") == "['work', 'two words'] 2")
            #expect(json("o['sources'], len(o['osc_urls'])", "status") == "[] 3")
            #expect(json("o['sources']", "midi") == "[]")
            #expect(json("o['json_version'], o['version'] != '2'", "version") == "2 True")
            #expect(json("o['json_version'], o['error']['code']", "play", "nothing") == "2 8")
            #expect(json("o['json_version'], o['error']['code']", "nonsense") == "2 4")
            #expect(
                json("[i['choices'] for i in o['items'] if i['argument'] == 'point']", "commands", "loop")
                    == "[['a', 'b', 'clear', 'clear-a', 'clear-b']]")
            #expect(dicta("info", "a").output.contains("work, two words"))
            #expect(dicta("quit").code == 0)
            _ = engine.finish()
        }

        @Test("each line of the log begins with its local time and the distance from UTC")
        func log() throws {
            let place = ["TZ": "Asia/Kolkata"]
            let words = ["--name", "dicta"]
            let engine = try #require(
                Process(Programs.path("dictad"), words, environment: variables.merging(place) { $1 }))
            Pause.until { dicta("--no-start", "status").output.contains("running") }
            #expect(dicta("quit").code == 0)
            let lines = engine.finish().errors.split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines {
                #expect(
                    line.firstMatch(of: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30 (error|warning|info) [a-z]+: ./) != nil, "\(line)"
                )
            }
        }
    }
}
