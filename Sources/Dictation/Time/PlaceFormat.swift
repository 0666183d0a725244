// Places as text for notes. Any thread; a value, no I/O.

/// The form of a place that is typed into a text, such as `[%H:%M:%S]`.
public struct PlaceFormat: Sendable, Hashable {
    /// The form unless the user has another.
    public static let standard = "[%H:%M:%S]"

    private let form: String

    /// Takes a form. `%H`, `%M` and `%S` stand for hours, minutes and seconds with two digits, `%d` for tenths and `%m` for
    /// thousandths of a second, `%F` for frames, `%n` for the name of the recording, and `%%` for a percent sign. Other text
    /// stays as it is.
    public init(_ form: String) { self.form = form }

    /// The place of a frame at `rate` frames a second. Times are cut off, not rounded, like a counter.
    public func text(frame: Int64, rate: Int, name: String) -> String {
        let frame = max(0, frame)
        let rate = Int64(max(1, rate))
        let seconds = frame / rate
        let thousandths = (frame % rate) * 1000 / rate
        var result = ""
        var rest = form[...]
        while let next = rest.popFirst() {
            guard next == "%", let letter = rest.popFirst() else {
                result.append(next)
                continue
            }
            switch letter {
            case "H": result += Self.padded(seconds / 3600, 2)
            case "M": result += Self.padded(seconds / 60 % 60, 2)
            case "S": result += Self.padded(seconds % 60, 2)
            case "d": result += String(thousandths / 100)
            case "m": result += Self.padded(thousandths, 3)
            case "F": result += String(frame)
            case "n": result += name
            case "%": result += "%"
            default: result += "%\(letter)"
            }
        }
        return result
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
