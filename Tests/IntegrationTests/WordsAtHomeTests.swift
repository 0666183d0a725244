// Tests that neither sound nor text leaves the machine by itself: all packets for the outside are counted (W4).
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: Namespace.isPossible, "needs root"))
    struct WordsAtHomeTests {
        /// A network whose way to all other machines is a cable that counts what is sent, even the question who is there.
        private struct Outside {
            let network: Namespace

            init() throws {
                network = try #require(Namespace("outside"))
                let off = "for f in all default; do echo 1 > /proc/sys/net/ipv6/conf/$f/disable_ipv6; done"
                #expect(network.run("/bin/sh", ["-c", off]).code == 0)
                for words in [
                    ["link", "add", "out", "type", "veth", "peer", "name", "far"],
                    ["addr", "add", "10.77.251.1/24", "dev", "out"],
                    ["link", "set", "out", "up"], ["link", "set", "far", "up"],
                    ["route", "add", "default", "via", "10.77.251.2"],
                ] {
                    try #require(network.run("/sbin/ip", words).code == 0, "\(words)")
                }
            }

            /// Packets for other machines so far.
            var packets: Int {
                Int(network.run("/bin/cat", ["/sys/class/net/out/statistics/tx_packets"]).output.prefix { $0.isNumber }) ?? -1
            }
        }

        @Test func nothingIsSentWhileWordsAreMade() throws {
            let (outside, folder) = (try Outside(), TempFolder())
            let stand = try StandInRecogniser(pieces: 1)
            try stand.write("")
            try ReadSpeech().write(to: folder.file("read.wav"))
            let captions = "WEBVTT\n\n00:00.000 --> 00:02.000\nhttps://example.com/x and mail@example.com\n"
            try #require(folder.write(captions, to: "talk.vtt"))
            // Answers of an engine do not reach another network, so the remote is in the same one.
            let socket = folder.file("socket")
            let place = ["--engine", "home", "--socket", socket]
            let environment = [
                "HOME": folder.path, "JACK_DEFAULT_SERVER": "nobody-here", "XDG_RUNTIME_DIR": folder.path,
                "XDG_STATE_HOME": folder.file("state"), "XDG_CACHE_HOME": folder.file("cache"),
                "XDG_CONFIG_HOME": folder.file("config"),
            ]
            let words = ["--name", "home", "--socket", socket, "--library", folder.file("library")]
            let engine = try #require(
                outside.network.start(Programs.path("dictad"), words, environment: environment))
            defer {
                _ = kill(engine.pid, SIGTERM)
                _ = engine.finish()
            }
            func dicta(_ words: String...) throws -> Finished {
                let done = outside.network.run(Programs.path("dicta"), place + words, environment: environment)
                try #require(done.code == 0, "\(words): \(done)")
                return done
            }
            Pause.until { Files.exists(socket) }
            let before = outside.packets
            for path in [folder.file("read.wav"), stand.sound] { _ = try dicta("import", path) }
            _ = try dicta("transcribe", "read", "--recogniser", "pocketsphinx")
            #expect(try dicta("transcript", "read", "--find", "young man").output.contains("young man"))
            _ = try dicta("transcribe", "bursts", "--recogniser", stand.path)
            _ = try dicta("transcript", "import", "bursts", folder.file("talk.vtt"))
            _ = try dicta("transcript", "read", "--to", folder.file("read.srt"))
            _ = try dicta("search", "young")
            _ = try dicta("analyse", "read")
            _ = try dicta("export", "read", "--to", folder.file("copy.wav"), "--loudness", "-16")
            #expect(outside.packets == before)
            // A recogniser of the user's that sends its sound is seen, so the count can be another one.
            try stand.write("bash -c 'echo x > /dev/udp/203.0.113.1/9'")
            _ = try dicta("transcribe", "bursts", "--recogniser", stand.path, "--again")
            #expect(outside.packets > before)
        }
    }
}
