// Tests of the texts of times.
import Dictation
import TestSupport
import Testing

@Suite("TimeSpan: what users type as a time")
struct TimeSpanTests {
    @Test(
        "each form is read exactly",
        arguments: [
            ("0", TimeSpan.seconds(0)), ("12", .seconds(12)), ("12.5", .seconds(12.5)), ("90s", .seconds(90)),
            ("2.5s", .seconds(2.5)), ("250ms", .seconds(0.25)), ("1h02m", .seconds(3720)), ("1h", .seconds(3600)),
            ("1.5h", .seconds(5400)), ("1h07m26s", .seconds(4046)), ("1m500ms", .seconds(60.5)), ("90m", .seconds(5400)),
            ("1:30", .seconds(90)), ("00:01:30.500", .seconds(90.5)), ("100:00", .seconds(6000)), ("24:00:00", .seconds(86400)),
            ("-5s", .seconds(-5)), ("-1:30", .seconds(-90)), ("-1h02m", .seconds(-3720)), ("-250ms", .seconds(-0.25)),
            ("-2.5", .seconds(-2.5)), ("-48000f", .frames(-48000)), ("-0", .seconds(0)), ("-0f", .frames(0)),
            ("-1000000000", .seconds(-1_000_000_000)),
            ("48000f", .frames(48000)), ("0f", .frames(0)), ("9223372036854775807f", .frames(.max)),
        ])
    func reads(text: String, span: TimeSpan) {
        #expect(TimeSpan(text) == span)
    }

    @Test(
        "everything else is refused",
        arguments: [
            "", " ", "x", "+1", "1e3", "inf", "nan", "0x10", ".5", "5.", "1..2", "1 s", "1S", "s", "f", "1.5f", "+1f", "-",
            "--1", "-f", "-s", "- 1", "1-", "1:-30", "1m-5s", "-:30", "-inf", "-nan", "-1000000001", "-+1", "+-1",
            "9223372036854775808f", "1h30", "1m1h", "1s1s", "1.5h3m", "1:60", "1:2:60", "1:60:00", ":30", "1:", "1:2:3:4",
            "1:30s", "1000000001", "99999999999h", "1d", "1ms1s", "1\u{301}s", "٣s",
        ])
    func refuses(text: String) {
        #expect(TimeSpan(text) == nil)
    }

    @Test("what is printed reads back as the same millisecond")
    func roundTrips() throws {
        for length in [0, 1, 10, 999, 1000, 1001, 59_999, 60_000, 3_599_999, 3_600_000, 4_046_000, 90_061_001] {
            for milliseconds in [length, -length] {
                let span = TimeSpan.seconds(Double(milliseconds) / 1000)
                let read = try #require(TimeSpan(span.description), "\(span)")
                #expect((read.seconds(rate: 48000) * 1000).rounded() == Double(milliseconds))
            }
        }
        #expect(TimeSpan(TimeSpan.frames(123).description) == .frames(123))
        #expect(TimeSpan(TimeSpan.frames(-123).description) == .frames(-123))
        #expect(TimeSpan.seconds(-65.5).description == "-1m05.5s")
        #expect(TimeSpan.seconds(-0.0001).description == "0s")
    }

    @Test("the counter cuts and never rounds up")
    func counter() {
        #expect(TimeSpan.counter(seconds: 4046.999) == "1h07m26s")
        #expect(TimeSpan.counter(seconds: 59.9999) == "59s")
        #expect(TimeSpan.counter(seconds: -1) == "0s")
        #expect(TimeSpan.counter(seconds: .nan) == "0s")
        #expect(TimeSpan.seconds(2.5).description == "2.5s")
        #expect(TimeSpan.seconds(65.005).description == "1m05.005s")
    }

    @Test("whole milliseconds are whole frames at every rate that has them", arguments: [8000, 44100, 48000, 96000, 192000])
    func exactFrames(rate: Int) {
        for tens in stride(from: 0, through: 100_000, by: 7) {
            let span = TimeSpan("\(tens * 10)ms")
            #expect(span?.frames(rate: rate) == Int64(tens * rate / 100), "\(tens * 10)ms at \(rate)")
        }
    }

    @Test("rounds to the nearest, and cannot overflow")
    func roundsFrames() {
        #expect(TimeSpan.seconds(0.6 / 48000).frames(rate: 48000) == 1)
        #expect(TimeSpan.seconds(0.4 / 48000).frames(rate: 48000) == 0)
        #expect(TimeSpan.seconds(TimeSpan.longestSeconds).frames(rate: 768_000) == 768_000_000_000_000)
        #expect(TimeSpan.seconds(.infinity).frames(rate: 48000) == TimeSpan.mostFrames)
        #expect(TimeSpan.seconds(.nan).frames(rate: 48000) == 0)
        #expect(TimeSpan.seconds(-.infinity).frames(rate: 48000) == -TimeSpan.mostFrames)
        #expect(TimeSpan.seconds(-0.25).frames(rate: 48000) == -12_000)
        #expect(TimeSpan.frames(-5).frames(rate: 48000) == -5)
        #expect(TimeSpan.frames(5).seconds(rate: 0) == 0)
        for span in [TimeSpan.frames(.max), .frames(.min), .seconds(1e300), .seconds(-1e300)] {
            #expect(abs(span.frames(rate: 192_000)) == TimeSpan.mostFrames)
            #expect(abs(span.seconds(rate: 1)) == TimeSpan.longestSeconds)
        }
    }

    @Test("sentences tell lengths and places in the units of people")
    func words() {
        let lengths: [Double: String] = [
            0: "0 s", 4.9: "4.9 s", 59.97: "59.9 s", 4046: "1h07m26s", 0.0053: "5.3 ms", 1 / 48000: "0.021 ms",
        ]
        for (seconds, words) in lengths { #expect(TimeSpan.length(seconds) == words) }
        #expect(TimeSpan.length(.nan) == "0 s" && TimeSpan.length(.infinity).hasSuffix("s"))
        let exact = [(0.785, "0.785 s"), (0, "0 s"), (59.9996, "1m00s"), (62.5, "1m02.5s"), (-2.0, "-2 s")]
        for (seconds, words) in exact { #expect(TimeSpan.exactLength(seconds) == words) }
        #expect(TimeSpan.exactLength(.nan).hasSuffix("s") && TimeSpan.exactLength(-.infinity).hasSuffix("s"))
        #expect(TimeSpan.length(72_000, rate: 48_000) == "1.5 s" && TimeSpan.length(.max, rate: 0).hasSuffix("s"))
        let places: [Double: String] = [
            0: "0:00", 62: "1:02", 62.5: "1:02.5", 3600: "1:00:00", 4046.125: "1:07:26.125", -3: "0:00",
        ]
        for (seconds, words) in places { #expect(TimeSpan.place(seconds) == words) }
        #expect(TimeSpan.place(62.5, isExact: false) == "1:02" && TimeSpan.place(.nan) == "0:00")
        #expect(TimeSpan.place(.infinity).contains(":") && TimeSpan.place(Int64.max, rate: 0).contains(":"))
        #expect(TimeSpan.comparison(47_999, to: 48_000, rate: 48_000) == "0.021 ms shorter")
        #expect(TimeSpan.comparison(.max, to: .min, rate: 1).hasSuffix("longer"))
    }

    @Test("whatever comes, it is read within limits or refused")
    func anyText() {
        var dice = Dice()
        let letters = Array("0123456789.:hmsf-e ")
        for _ in 0..<20_000 {
            let text = String((0..<dice.next(below: 9)).map { _ in letters[dice.next(below: letters.count)] })
            guard let span = TimeSpan(text) else { continue }
            #expect(abs(span.seconds(rate: 1_000_000_000)) <= TimeSpan.longestSeconds || span.frames(rate: 1) != 0)
            #expect(
                (text.utf8.first == UInt8(ascii: "-")) == (span.frames(rate: 1_000_000_000) < 0) || span.frames(rate: 1000) == 0)
        }
    }
}
