// Markers as an Audacity label file. One thread; no I/O.
import Dictation

/// Markers in the form that Audacity imports (File, Import, Labels): start and end in seconds, and the name, separated by tabs.
enum Labels {
    static func text(_ markers: [Fields]) -> String {
        markers.map { marker in
            let place = seconds(marker["position_seconds"])
            return "\(place)\t\(place)\t\(name(marker))\n"
        }.joined()
    }

    /// The marker's name, or its note when it has none; a line is one label.
    private static func name(_ marker: Fields) -> String {
        let name = marker["name"]?.description ?? ""
        let text = name.isEmpty ? marker["note"]?.description ?? "" : name
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// Seconds with six decimals: a millionth of a second is less than a frame at any sample rate.
    private static func seconds(_ value: Value?) -> String {
        let number: Double =
            switch value {
            case .double(let number)?: number
            case .int(let number)?: Double(number)
            case .text?, .flag?, nil: 0
            }
        let millionths = Int64(nearest: number * 1_000_000)
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(millionths < 0 ? "-" : "")\(whole).\(String(1_000_000 + rest).dropFirst())"
    }
}
