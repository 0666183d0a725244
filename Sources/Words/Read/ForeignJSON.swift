// Values of JSON files of other programs. Any thread; a value, no I/O.
import Dictation
internal import JSON
internal import Messages

/// A value of a JSON file, with its place for messages.
struct ForeignJSON {
    /// The value.
    let tree: JSONTree
    /// Its place, such as `segments[3]`.
    let place: String
    /// Kind of the file.
    let kind: ForeignKind

    func wrong(_ key: String, _ reason: String) -> ForeignTranscriptError {
        .wrongValue(kind, place: place.isEmpty ? key : "\(place).\(key)", reason: reason)
    }

    /// The objects of a list; none where the key is missing or null.
    func objects(_ key: String) throws(ForeignTranscriptError) -> [ForeignJSON] {
        guard let value = tree[key], value != .none else { return [] }
        guard let list = value.list else { throw wrong(key, tr("it is no list")) }
        return list.enumerated().map {
            ForeignJSON(tree: $1, place: "\(place.isEmpty ? key : "\(place).\(key)")[\($0)]", kind: kind)
        }
    }

    /// A time, in seconds when `scale` is 1; nil where the key is missing or null. A time before the beginning is the beginning.
    func time(_ key: String, scale: Double = 1) throws(ForeignTranscriptError) -> Double? {
        guard let value = tree[key], value != .none else { return nil }
        guard let number = value.double else { throw wrong(key, tr("it is no number")) }
        let seconds = max(0, number * scale)
        guard seconds <= ClockText.longest else { throw wrong(key, tr("\(number) is longer than any recording")) }
        return seconds
    }

    /// A time that must be there.
    func needTime(_ key: String, scale: Double = 1) throws(ForeignTranscriptError) -> Double {
        guard let time = try time(key, scale: scale) else { throw wrong(key, tr("it is missing")) }
        return time
    }

    /// A probability from 0 to 1 under the first of the keys that has one.
    func probability(_ keys: String...) -> Double? {
        for key in keys {
            if let number = tree[key]?.double, (0...1).contains(number) { return number }
        }
        return nil
    }

    /// The texts of a list; others are left out.
    func texts(_ key: String) -> [String] { tree[key]?.list?.compactMap { $0.text.map(SpeakerText.oneLine) } ?? [] }
}
