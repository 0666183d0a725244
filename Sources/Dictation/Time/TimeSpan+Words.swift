// Times in sentences for people. Any thread; no I/O.
internal import Messages

extension TimeSpan {
    /// A length of time in seconds: `4.9 s` below a minute, `1h07m26s` above, `5.3 ms` where a tenth of a second would hide it.
    public static func length(_ seconds: Double) -> String {
        let size = abs(seconds)
        guard size > 0 else { return "0 s" }
        // One frame is never 0 ms: below a millisecond the number keeps three decimal places.
        guard size >= 0.001 else { return (seconds * 1000).localized + " ms" }
        guard size >= 0.1 else { return ((seconds * 10_000).rounded() / 10).localized + " ms" }
        // 59.97 s is no minute: above, seconds are cut off like those of a counter.
        return size < 60 ? max(-59.9, min(59.9, seconds)).localized(1) + " s" : counter(seconds: seconds)
    }

    /// A place or a step for people, in the form of `length(_:)` but to the millisecond: `0.785 s`, `1m02.5s`.
    public static func exactLength(_ seconds: Double) -> String {
        let exact = (seconds * 1000).rounded() / 1000
        return abs(exact) < 60 ? exact.localized + " s" : TimeSpan.seconds(seconds).description
    }

    /// A length of time in frames, in the words of `length(_:)`.
    public static func length(_ frames: Int64, rate: Int) -> String {
        length(Double(frames) / Double(max(1, rate)))
    }

    /// The comparison of a length of `frames` with a wanted one: `0.2 s shorter`, `0.021 ms longer`.
    public static func comparison(_ frames: Int64, to wanted: Int64, rate: Int) -> String {
        let difference = Double(frames) - Double(wanted)
        let length = length(abs(difference) / Double(max(1, rate)))
        return difference < 0 ? tr("\(length) shorter") : tr("\(length) longer")
    }

    /// A place in a recording as on a clock: `1:02`, `1:00:00`; an exact one with its milliseconds (`1:02.5`), if it has any.
    public static func place(_ seconds: Double, isExact: Bool = true) -> String {
        let milliseconds = Int64(nearest: max(0, seconds) * 1000)
        let (hours, minutes, rest) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds % 60_000)
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let clock = (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(rest / 1000)
        guard isExact, rest % 1000 > 0 else { return clock }
        var fraction = String(1000 + rest % 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return clock + "." + fraction
    }

    /// The words for a frame past the end of `frames` frames: `1:02 is past the end (0:10)`.
    public static func pastEnd(_ frame: Int64, of frames: Int64, rate: Int) -> String {
        let (place, end) = (place(frame, rate: rate), place(frames, rate: rate))
        return tr("\(place) is past the end (\(end))")
    }

    /// The place of a frame, in the words of `place(_:)`.
    public static func place(_ frame: Int64, rate: Int) -> String {
        place(Double(frame) / Double(max(1, rate)))
    }
}
