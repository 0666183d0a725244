// Markers as a label file. One thread; no I/O.
import Dictation

/// Markers as Audacity imports them (File, Import, Labels): start and end in seconds, and the name, parted by tabs.
enum Labels {
    static func text(_ markers: [Fields]) -> String {
        markers.map { marker in
            let place = seconds(marker["position_seconds"])
            return "\(place)\t\(place)\t\(name(marker))\n"
        }.joined()
    }

    /// The note stands for a name that there is not; a line is one label.
    private static func name(_ marker: Fields) -> String {
        let name = marker["name"]?.description ?? ""
        let text = name.isEmpty ? marker["note"]?.description ?? "" : name
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// A millionth of a second is less than a frame at any rate.
    private static func seconds(_ value: Value?) -> String {
        let number: Double =
            switch value {
            case .double(let number)?: number
            case .int(let number)?: Double(number)
            case .text?, .flag?, nil: 0
            }
        let millionths = Int64(nearest: number * 1_000_000)
        let fraction = String(millionths % 1_000_000)
        return "\(millionths / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
    }
}
