// Tests of the text that people read.
import Control
import Dictation
import Testing

@testable import dicta

@Suite struct ListingTests {
    @Test func silenceIsNoNumberAndMachinesNumbersAreLeftOut() {
        let text = Listing.text([
            "in_held_left_db": .double(-200), "in_held_right_db": .double(-6.02), "meter_count": .int(7), "jack_frame": .int(9),
            "callback_p50_us": .double(5), "elapsed_frames": .int(48_000), "elapsed_seconds": .double(1),
        ])
        #expect(text == "Input held  -inf dB / -6.0 dB\nElapsed     1.0 s\n")
    }

    /// A take whose server was away has several files; scripts read a path a line.
    @Test func stopPrintsAllFilesOfATake() throws {
        let stop = try CommandTable.request(.recording(.stop))
        let one: Fields = ["path": .text("/r/a.wav"), "end_reason": .text("stopped")]
        #expect(try Outcome(Reply(one), to: stop).text == "/r/a.wav\n")
        var two = one
        two.append("paths", .text("/r/a.wav\n/r/a~2.wav"))
        #expect(try Outcome(Reply(two), to: stop).text == "/r/a.wav\n/r/a~2.wav\n")
        let rec = try CommandTable.request(.recording(.rec), [.wait: .flag(true)])
        #expect(try Outcome(Reply(two), to: rec).text == "/r/a.wav\n/r/a~2.wav\n")
    }

    /// The other verbs that record print the same words.
    @Test(arguments: ["rec", "append", "insert", "overwrite"]) func verbsThatRecordPrintTheSame(verb: String) throws {
        let reply = Reply(["name": .text("a"), "path": .text("/r/a~2.wav"), "frames": .int(4)])
        let command = try CommandTable.command(named: verb)
        #expect(try Outcome(reply, to: try command.check([.name: .text("a"), .wait: .flag(true)])).text == "/r/a~2.wav\n")
        #expect(try Outcome(reply, to: try command.check([.name: .text("a")])).text == "a\n")
    }

    @Test func aPlaceShowsItsTenthsAndALengthDoesNot() {
        let text = Listing.text([
            "position_frames": .int(24_000), "position_seconds": .double(0.5), "duration_seconds": .double(62.9),
            "heard_frames": .int(23_000), "heard_seconds": .double(3661.25), "loop_a_seconds": .double(1),
        ])
        #expect(text == "Position  0.5 s\nDuration  1m02s\nHeard     1h01m01.25s\nLoop A    1 s\n")
    }

    @Test func theUnsetIsNoNumber() {
        #expect(
            Listing.text(["loop_a_seconds": .double(-1), "silences": .int(-1), "silence_seconds": .double(-1)])
                == "Loop A    not set\nSilences  not set\nSilence   not set\n")
        let disk = Listing.text(["disk_free_bytes": .int(-1), "disk_seconds_left": .double(-1)])
        #expect(disk.count { $0 == "\n" } == 2 && !disk.contains("-1") && disk.contains("  unknown\n"), "\(disk)")
        #expect(Listing.text(["silences": .int(0), "silence_seconds": .double(0)]) == "Silences  0\nSilence   0 s\n")
    }

    @Test func framesAreToldAsSeconds() {
        let text = Listing.text([
            "rate": .int(48_000), "preroll_frames": .int(233_280), "missed_frames": .int(48), "start_frame": .int(7),
            "lost_frames": .int(0), "elapsed_seconds": .double(59.97), "away_seconds": .double(60),
        ])
        #expect(
            text == "Rate         48000 Hz\nPreroll      4.9 s\nMissed       1 ms\nStart frame  7\nLost         0 s\n"
                + "Elapsed      59.9 s\nAway         1m00s\n")
        #expect(Listing.text(["missed_frames": .int(48)]) == "Missed frames  48\n", "no rate is known")
    }

    @Test func theRateThatHoldsIsShownOnlyWhereItIsNotTheOneAskedFor() {
        let settings: Fields = ["play_rate": .double(1.5), "pitch_cents": .double(-150), "effective_rate": .double(1.5)]
        #expect(Listing.text(settings) == "Play rate  1.5\nPitch      -150 cents\n")
        #expect(Listing.text(["play_rate": .double(1.5), "effective_rate": .double(1)]).contains("Effective rate  1\n"))
        #expect(Listing.text(["clips_left": .int(0), "clips_right": .int(3)]) == "Output clips  0 / 3\n")
        #expect(Listing.text(["decode_percent": .double(41.6), "rate": .int(48_000)]) == "Decoding  42 %\nRate      48000 Hz\n")
    }
}
