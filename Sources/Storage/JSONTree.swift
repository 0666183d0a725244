// Room: Storage. A value; any thread.

/// Any JSON, kept as it is: for changing one key of a file that may hold keys of other programs.
enum JSONTree: Codable {
    case none
    case flag(Bool)
    case integer(Int64)
    case natural(UInt64)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    mutating func set(_ key: String, _ value: JSONTree) {
        guard case .object(var members) = self else { return }
        members[key] = value
        self = .object(members)
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .none
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? value.decode(UInt64.self) {
            self = .natural(number)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .none: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .integer(let number): try value.encode(number)
        case .natural(let number): try value.encode(number)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let members): try value.encode(members)
        }
    }
}
