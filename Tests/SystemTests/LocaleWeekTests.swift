// Tests of the day on which weeks begin, by the locales of this machine.
import System
import Testing

@Suite("First day of the week by locale")
struct LocaleWeekTests {
    /// True if the locales are installed, as `session/test` does for root.
    static var hasLocales: Bool { locales.allSatisfy { LocaleWeek.firstWeekday(of: $0.0) != nil } }

    static let locales = [("de_DE.UTF-8", 1), ("en_US.UTF-8", 0), ("ar_EG.UTF-8", 6), ("fa_IR.UTF-8", 6)]

    @Test(.enabled(if: hasLocales, "the locales de_DE, en_US, ar_EG and fa_IR are not installed"), arguments: locales)
    func aLocaleBeginsItsWeekOnItsOwnDay(name: String, day: Int) {
        #expect(LocaleWeek.firstWeekday(of: name) == day)
    }

    @Test func theStandardLocalesAreAlwaysThere() {
        #expect(LocaleWeek.firstWeekday(of: "C") == 0)
        #expect(LocaleWeek.firstWeekday(of: "POSIX") == 0)
    }

    @Test(arguments: ["xx_XX.UTF-8", "../../etc", "de_DE.UTF-8/../x", String(repeating: "x", count: 5000)])
    func anUnknownLocaleHasNone(name: String) {
        #expect(LocaleWeek.firstWeekday(of: name) == nil)
    }
}
