// Answers as JSON. One thread; no I/O.
import Control
import Dictation
import FoundationEssentials

/// Answers as one line of JSON, for scripts.
enum JSONText {
    /// The version of the form of all answers: 1 had lists as texts and no version.
    private static let version = 2

    /// The reply's keys at the top with the version, a list under "items", and the reason of a failed part under "error". A
    /// number that JSON lacks (-inf dB) becomes null.
    static func object(_ reply: Reply, isList: Bool) throws(DictaError) -> String {
        try text(Answer(reply: reply, isList: isList))
    }

    static func error(_ error: DictaError) throws(DictaError) -> String {
        try text(Refusal(error: Complaint(code: error.code.rawValue, message: error.description)))
    }

    private static func text(_ value: some Encodable) throws(DictaError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            // Only a value that cannot be encoded ends here, and all of these can be.
            throw .unwritable("\(error)")
        }
    }

    private struct Complaint: Encodable {
        let code: Int32
        let message: String
    }

    private struct Refusal: Encodable {
        let error: Complaint
        let version = JSONText.version

        private enum CodingKeys: String, CodingKey {
            case error
            case version = "json_version"
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private struct Answer: Encodable {
        let reply: Reply
        let isList: Bool

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try JSONText.encode(reply.fields, into: &object)
            try object.encode(JSONText.version, forKey: Key("json_version"))
            if isList || !reply.items.isEmpty {
                try object.encode(reply.items.map(Item.init), forKey: Key("items"))
            }
            if let failure = reply.failure {
                try object.encode(Complaint(code: failure.code.rawValue, message: failure.words), forKey: Key("error"))
            }
        }
    }

    private struct Item: Encodable {
        let fields: Fields

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try JSONText.encode(fields, into: &object)
        }
    }

    private static func encode(_ fields: Fields, into object: inout KeyedEncodingContainer<Key>) throws {
        for field in fields.all {
            let key = Key(field.key)
            if let texts = field.texts {
                try object.encode(texts, forKey: key)
                continue
            }
            switch field.value {
            case .int(let number): try object.encode(number, forKey: key)
            case .double(let number) where number.isFinite: try object.encode(number, forKey: key)
            case .double: try object.encodeNil(forKey: key)
            case .text(let text): try object.encode(text, forKey: key)
            case .flag(let flag): try object.encode(flag, forKey: key)
            }
        }
    }
}
