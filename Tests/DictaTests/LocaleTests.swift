// Tests of numbers, times and states in the user's locale (requirements, section 12).
import Control
import Dictation
import System
import TestSupport
import Testing

@Suite(
    "Numbers, times and states follow the locale; JSON does not",
    .enabled(
        if: Terminal.hasLocale("de_DE") && Terminal.hasLocale("ru_RU"),
        "the locales de_DE.UTF-8 and ru_RU.UTF-8 are not installed"))
struct LocaleTests {
    private let terminal = Terminal()

    init() throws { try terminal.makeCatalogues() }

    private func run(_ words: [String], in locale: String) throws -> Finished {
        try terminal.run(words, adding: ["LC_ALL": "\(locale).UTF-8", "TZ": "UTC"])
    }

    @Test("a decimal comma for people, a point for scripts", arguments: ["de_DE", "ru_RU"])
    func numbers(locale: String) throws {
        let engine = try terminal.engine { request, _ in .success(Samples.reply(to: request)) }
        defer { engine.stop() }
        let (all, meters) = (try run(["status", "--all"], in: locale).output, try run(["meters"], in: locale).output)
        #expect(
            all.contains("0,75") && !all.contains("0.75") && meters.contains("-12,4") && !meters.contains("-12."),
            "\(all)\(meters)")
        #expect(try run(["--json", "status"], in: locale).output == terminal.run(["--json", "status"]).output)
        #expect(try run(["--json", "meters"], in: locale).output.contains("-12.35"))
    }

    @Test("the reason of an end and the kind of a hook are words of the language, and the same in JSON")
    func states() throws {
        let engine = try terminal.engine { _, _ in .success(Reply(["end_reason": .text("serverGone"), "kind": .text("request")]))
        }
        defer { engine.stop() }
        let english = try terminal.run("info", "x").output
        #expect(english.contains("server gone") && english.contains("request"), "\(english)")
        let (german, russian) = (try run(["info", "x"], in: "de_DE").output, try run(["info", "x"], in: "ru_RU").output)
        #expect(german.contains("Server ausgefallen") && german.contains("Anfrage"), "\(german)")
        #expect(russian.contains("сервер пропал") && russian.contains("запрос"), "\(russian)")
        #expect(try run(["--json", "info", "x"], in: "de_DE").output.contains("serverGone"))
    }

    @Test("each end of a take has a word of its own", arguments: Segment.EndReason.allCases)
    func ends(reason: Segment.EndReason) throws {
        let engine = try terminal.engine { _, _ in .success(Reply(["end_reason": .text(reason.rawValue)])) }
        defer { engine.stop() }
        let all = try ["de_DE", "ru_RU"].map { try run(["info", "x"], in: $0).output } + [terminal.run("info", "x").output]
        #expect(Set(all.map { $0.split(separator: "  ").last ?? "" }).count == 3, "\(all)")
        #expect(!all[2].contains { $0.isUppercase } || all[2].filter(\.isUppercase) == "E", "\(all[2])")
    }

    /// `date` of the system tells how the locale writes a day, so that this is true at any day of the year.
    @Test("days are told in the words of the locale", arguments: [("de_DE", "heute"), ("ru_RU", "сегодня")])
    func days(locale: String, today: String) throws {
        let ages = [0, 3, 20]
        let engine = try terminal.engine { _, _ in
            let items: [Fields] = ages.map {
                let time = Timestamp(seconds: Timestamp.now.seconds - $0 * 86_400)
                return ["name": .text("take \($0)"), "seconds": .double(1), "created": .text(time.iso8601)]
            }
            return .success(Reply(["count": .int(3)], items: items))
        }
        defer { engine.stop() }
        let variables = ["LC_ALL": "\(locale).UTF-8", "TZ": "UTC", "XDG_RUNTIME_DIR": terminal.runtime]
        let window = try #require(TmuxWindow(columns: 100, environment: variables), "no tmux")
        let months =
            "[ $(date +%Y) = $(date -d '20 days ago' +%Y) ] && date -d '20 days ago' +'%-d %b' || date -d '20 days ago' +%F"
        window.run("\(try Terminal.products())/dicta --socket \(terminal.socket) ls; date -d '3 days ago' +%a; \(months)")
        let lines = window.wait { $0.last == "$" && $0.count > 6 }
        let wanted = lines.suffix(3).dropLast().map { $0.description }
        try #require(wanted.count == 2 && lines.last == "$", "\(lines)")
        for (take, word) in [("take 0", today), ("take 3", wanted[0]), ("take 20", wanted[1])] {
            #expect(lines.contains { $0.hasPrefix(take) && $0.contains(word) }, "\(word): \(lines)")
        }
    }
}
