// Tests the run of a recogniser: answers, wrong answers, crashes and limits (W4). Real processes.
import Recognition
import System
import TestSupport
import Testing
import Words

@Suite struct RecogniserRunTests {
    /// The error of a stand-in; nil when it is none.
    private func error(_ script: String, seconds: Double = 60, memory: Int = 8 << 30) throws -> RecognitionError? {
        let standIn = try StandIn(script)
        do throws(RecognitionError) { _ = try standIn.run(seconds: seconds, memoryBytes: memory) } catch { return error }
        return nil
    }

    @Test func `an answer becomes lines at frames of the piece`() throws {
        let standIn = try StandIn(
            """
            echo '{"model":"m1","unknown":[{}]}'
            echo '{"language":"en"}'
            echo '{"progress":0.5}'
            echo '{"segment":{"start":1,"end":3,"text":"Hello, world.","confidence":0.5,"alternatives":["hallo"],"speaker":"anna","words":[
            ' | tr -d '\\n'
            echo '{"text":"Hello,","start":1,"end":1.5,"confidence":0.75},{"text":"world.","start":2,"end":99}],"more":1}}'
            echo '{"segment":{"start":4,"end":5,"text":"two words"}}'
            printf '%s' '{"segment":{"start":5,"end":6,"text":"a\\u001b\\nb"}}'
            """)
        let hearing = try standIn.run()
        #expect(hearing.model == "m1" && hearing.language == "en" && !hearing.isSilent)
        let lines = hearing.lines(in: 1000..<11_000, rate: 1000, speaker: "left")
        #expect(lines.count == 3)
        #expect(lines[0].spoken == "Hello, world." && lines[0].speaker == "anna" && lines[0].alternatives == ["hallo"])
        #expect(lines[0].words.map(\.start) == [2000, 3000])
        // A time past the end of the piece is cut there.
        #expect(lines[0].words.map(\.end) == [2500, 11_000])
        #expect(lines[0].words.map(\.confidence) == [0.75, nil])
        #expect(lines[1].words.map(\.text) == ["two", "words"] && lines[1].speaker == "left")
        #expect(lines[2].spoken == "a? b")
    }

    @Test func `silence is an answer, and nothing at all is none`() throws {
        #expect(try StandIn("echo '{\"progress\":1}'").run().isSilent)
        guard case .garbage? = try error("exit 0") else {
            Issue.record("an empty answer was taken")
            return
        }
    }

    @Test(arguments: [
        "echo nonsense", "echo '{\"segment\":{\"start\":0}}'", "echo '[1]'",
        "echo '{\"segment\":{\"start\":2,\"end\":1,\"text\":\"x\"}}'",
        "echo '{\"segment\":{\"start\":0,\"end\":1e300,\"text\":\"x\"}}'",
        "echo '{\"segment\":{\"start\":-1,\"end\":1,\"text\":\"x\"}}'",
        "echo '{\"progress\":\"much\"}'", "echo '{\"progress\":1e999}'", "head -c 5000 /dev/urandom; echo",
        "echo '{\"segment\":{\"start\":0,\"end\":1,\"text\":\"x\",\"confidence\":7}}'",
    ])
    func `garbage is refused`(script: String) throws {
        guard case .garbage(let name, let reason)? = try error(script) else {
            Issue.record("\(script) was taken")
            return
        }
        #expect(name == "standin" && reason.contains("line 1"))
    }

    @Test func `a crash is told with the last words`() throws {
        let failure = try error(
            "echo '{\"segment\":{\"start\":0,\"end\":1,\"text\":\"x\"}}'; echo 'out of luck' >&2; kill -SEGV $$")
        #expect(failure == .failed(name: "standin", reason: "signal 11 ended it: out of luck"))
        #expect(try error("exit 3") == .failed(name: "standin", reason: "it ended with code 3"))
        #expect(try error("echo '{\"error\":\"no model\"}'; exit 1") == .refused(name: "standin", reason: "no model"))
    }

    @Test func `a program that hangs is ended with all its children`() throws {
        let standIn = try StandIn("sleep 1000 & echo $! > $DIR/child; echo $$ > $DIR/self; wait")
        #expect(throws: RecognitionError.hung(name: "standin", seconds: 1)) { try standIn.run(seconds: 1) }
        #expect(try standIn.isGone("child") && standIn.isGone("self"))
    }

    @Test func `an abandoned run ends the program`() throws {
        let standIn = try StandIn("sleep 1000 & echo $! > $DIR/child; echo $$ > $DIR/self; wait")
        var run: RecogniserRun? = try RecogniserRun(
            standIn.recogniser, .init(), file: "x", RecogniserLimits(seconds: 60, memoryBytes: 8 << 30))
        while Files.read(standIn.folder.file("self"))?.isEmpty != false { _ = try run?.step() }
        run = nil
        #expect(try standIn.isGone("child") && standIn.isGone("self"))
    }

    @Test func `a child that goes on holds nothing up and is ended`() throws {
        let standIn = try StandIn("sleep 1000 & echo $! > $DIR/child; echo '{\"progress\":1}'")
        #expect(try standIn.run(seconds: 60).isSilent)
        #expect(try standIn.isGone("child"))
    }

    @Test(arguments: ["yes '{\"progress\":0.5}'", "cat /dev/zero", "yes | tr -d '\\n'"])
    func `gigabytes are cut off`(script: String) throws {
        let start = Moment.now
        guard case .tooMuch? = try error(script) else {
            Issue.record("\(script) was taken")
            return
        }
        #expect(Moment.now.seconds(since: start) < 50, "the limit is not that of time")
    }

    @Test func `too many words are refused`() throws {
        let words =
            "python3 -c 'import json; print(json.dumps({\"segment\": {\"start\": 0, \"end\": 1, \"words\": [{\"text\": \"x\", \"start\": 0, \"end\": 1}] * 2001}}))'"
        guard case .tooMuch? = try error(words) else {
            Issue.record("2001 words were taken")
            return
        }
    }

    @Test func `memory and files have limits`() throws {
        guard case .failed(_, let reason)? = try error("exec python3 -c 'x = bytearray(4 << 30)'", memory: 1 << 30) else {
            Issue.record("4 GiB were given")
            return
        }
        #expect(reason.contains("MemoryError"))
        let standIn = try StandIn("sleep 1; head -c 8000000 /dev/zero > $DIR/large; echo '{\"progress\":1}'")
        _ = try standIn.run(fileBytes: 1 << 20)
        let bytes = try #require(Files.read(standIn.folder.file("large"))?.utf8.count)
        #expect((1...1 << 20).contains(bytes))
    }

    @Test func `the program gets its options, no input and the lowest priority`() throws {
        let standIn = try StandIn(
            "sleep 1; wc -c > $DIR/input; nice > $DIR/nice; printf '%s\\n' \"$@\" > $DIR/words; echo '{\"progress\":1}'")
        _ = try standIn.run(.init(language: "en", vocabulary: "/v", model: "m"))
        #expect(Files.read(standIn.folder.file("input")) == "0\n")
        #expect(Files.read(standIn.folder.file("nice")) == "19\n")
        #expect(
            Files.read(standIn.folder.file("words"))
                == "--language\nen\n--vocabulary\n/v\n--model\nm\n\(standIn.folder.file("piece.wav"))\n")
    }
}
