// The moment of the clock. Any thread.
internal import Dictation
public import Guide
internal import System

extension GuideMoment {
    /// The moment at so many seconds since 1970, in the time zone and the locale of the user.
    public init(seconds: Int) {
        self.init(
            seconds: seconds, local: LocalZone { Calendar.offset(at: $0) }.local(seconds),
            firstWeekday: LocaleWeek.firstWeekday() ?? 1)
    }

    /// This moment.
    public static var now: GuideMoment { GuideMoment(seconds: Timestamp.now.seconds) }
}
