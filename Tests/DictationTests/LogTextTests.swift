// Tests of the texts of the log: private unless marked (issue 18: no names of recordings at the plain level).
import Dictation
import Testing

@Suite("The log: levels, and texts with private parts")
struct LogTextTests {
    @Test func aValueIsPrivateUnlessItIsMarked() {
        let (name, rate) = ("idea", 48_000)
        let text: LogText = "closed \(name) at \(rate) Hz, \(plain: "wav"), \(true), \(0.5)"
        #expect(text.words(showsPrivate: false) == "closed <private> at 48000 Hz, wav, true, 0.5")
        #expect(text.words(showsPrivate: true) == "closed idea at 48000 Hz, wav, true, 0.5" && text.whole.contains("idea"))
        // A type that is no text is private too.
        #expect(("\(TimeSpan.seconds(1))" as LogText).words(showsPrivate: false) == "<private>")
    }

    @Test func textsAreJoined() {
        let whose: LogText = " of \("idea")"
        let text: LogText = "a job\(whose)" + LogText(private: "/x/y", as: "; its file") + LogText(plain: ".")
        #expect(text.words(showsPrivate: false) == "a job of <private>; its file.")
        #expect(text.whole == "a job of idea/x/y.")
    }

    @Test func levelsHaveAnOrderAndPrioritiesOfTheJournal() {
        #expect(LogLevel.allCases == LogLevel.allCases.sorted())
        #expect(LogLevel.allCases.map(\.priority) == [3, 4, 6, 7])
        #expect(LogLevel.allCases.filter(\.showsPrivate) == [.debug])
    }

    @Test func theLevelComesFromTheEnvironmentWhereNoFileHasIt() {
        let surroundings = SettingsTable.read { $0 == "DICTA_LOG_LEVEL" ? "debug" : nil }.values
        #expect(surroundings == [.logLevel: .text("debug")])
        let file: [ParameterKey: Value] = [.logLevel: .text("error")]
        #expect(SettingsTable.effective(options: [:], file: file, environment: surroundings).text(.logLevel) == "error")
        #expect(SettingsTable.effective(options: [:], file: [:], environment: surroundings).text(.logLevel) == "debug")
        #expect(SettingsTable.effective(options: [:], file: [:]).text(.logLevel) == "info")
        #expect(SettingsTable.read { $0 == "DICTA_LOG_LEVEL" ? "all" : nil }.problems.count == 1)
    }

    @Test func eachReportHasAnArea() {
        #expect(
            ["record", "split", "play", "bed", "deliver", "hooks", "midi", "jack"].map { LogArea(of: $0).rawValue }
                == ["take", "take", "playback", "cues", "library", "hooks", "keys", "jack"])
        #expect(LogArea(of: "anything") == .engine)
    }
}
