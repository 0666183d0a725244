// Links that ask for a command: dicta://record?autorun=1&name=idea. Any thread; a value, no I/O.
internal import JSON
internal import Messages

/// A link to Dicta, from a web page, a mail or a widget. Any person can write one, so it is read as a hostile text.
public struct Link: Sendable {
    /// The request, checked by the table of commands.
    public let request: Request
    /// True if the link asks to carry the request out at once; otherwise it only shows what it would do.
    public let isAutorun: Bool
    /// The right that the request needs.
    public let needs: LinkPermission

    /// Most bytes of a link.
    public static let mostBytes = 2048
    /// Most parameters of a link.
    public static let mostParameters = 8
    /// Most bytes of a value, once it is decoded.
    public static let mostValueBytes = 200

    private static let scheme = "dicta://"
    private static let autorun = "autorun"

    /// Reads a link. Throws `.badLink` or an error of the request's values.
    public init(_ text: String) throws(CommandError) {
        guard text.utf8.count <= Self.mostBytes else {
            let most = Self.mostBytes
            throw .badLink(tr(most, "it is longer than \(most) byte", "it is longer than \(most) bytes"))
        }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .badLink(tr("it has blanks, control characters or letters that are not percent-encoded"))
        }
        guard text.prefix(Self.scheme.count).lowercased() == Self.scheme else {
            throw .badLink(tr("it does not begin with dicta://"))
        }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // Some programs add a slash after the first part.
        let name = parts[0].hasSuffix("/") ? parts[0].dropLast() : parts[0]
        guard let verb = LinkVerb.all.first(where: { $0.names.contains(String(name)) }) else {
            let names = LinkVerb.all.compactMap(\.names.first).joined(separator: ", ")
            throw .badLink(tr("'\(name.prefix(40))' is no command of links, which are \(names)"))
        }
        var pairs = try Self.pairs(parts.count > 1 ? parts[1] : "")
        switch pairs.removeValue(forKey: Self.autorun) {
        case nil, "0": isAutorun = false
        case "1": isAutorun = true
        default: throw .badLink(tr("autorun must be 0 or 1"))
        }
        let command = try CommandTable.command(verb.verb)
        var arguments: [CommandArgument] = []
        for (key, text) in pairs.sorted(by: { $0.key < $1.key }) {
            guard let parameter = verb.parameters.first(where: { $0.rawValue == key }).flatMap({ command.parameter($0.rawValue) })
            else { throw .badLink(tr("a link for \(name) cannot give '\(key.prefix(40))'")) }
            arguments.append(CommandArgument(parameter.name, try Self.value(text, of: parameter, command)))
        }
        arguments += verb.fixed.map { CommandArgument($0.key.rawValue, $0.value) }
        request = try command.check(named: arguments)
        needs = verb.needs
    }

    /// The command line of the request, as it is typed.
    public var line: String { "dicta " + (request.scheduledLine ?? request.name) }

    /// The words of the request for a person.
    public var words: String {
        switch request.verb {
        case .recording(.rec): tr("record", "the link would")
        case .recording(.pause) where request.text(.what) != nil: tr("pause the playback", "the link would")
        case .recording(.pause): tr("pause", "the link would")
        case .recording(.resume): tr("resume", "the link would")
        case .recording(.stop) where request.text(.what) != nil: tr("stop the playback", "the link would")
        case .recording(.stop): tr("stop", "the link would")
        case .marker(.mark): tr("mark", "the link would")
        case .playing(.play): tr("play", "the link would")
        case .playing(.load): tr("load", "the link would")
        default: request.name
        }
    }

    /// The parameters by their names, decoded. Each name may come once.
    private static func pairs(_ query: Substring) throws(CommandError) -> [String: String] {
        guard !query.isEmpty else { return [:] }
        var pairs: [String: String] = [:]
        let texts = query.split(separator: "&", omittingEmptySubsequences: false)
        guard texts.count <= mostParameters else {
            let most = mostParameters
            throw .badLink(tr(most, "it has more than \(most) parameter", "it has more than \(most) parameters"))
        }
        for text in texts {
            let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty else { throw .badLink(tr("a parameter is no KEY=VALUE")) }
            let key = sides[0].prefix(40)
            guard !text.contains("#"), let value = decoded(sides[1]) else {
                throw .badLink(tr("the value of '\(key)' is not percent-encoded UTF-8"))
            }
            guard value.utf8.count <= mostValueBytes else {
                let most = mostValueBytes
                throw .badLink(
                    tr(
                        most, "the value of '\(key)' is longer than \(most) byte",
                        "the value of '\(key)' is longer than \(most) bytes"))
            }
            guard pairs.updateValue(value, forKey: String(sides[0])) == nil else {
                throw .badLink(tr("'\(key)' is given twice"))
            }
        }
        return pairs
    }

    /// A value of the right type. A text is a name or a title: one line that is no path and no option.
    private static func value(
        _ text: String, of parameter: CommandParameter, _ command: Command
    ) throws(CommandError) -> Value {
        guard parameter.type != .flag else {
            guard text == "1" else { throw .badLink(tr("\(parameter.name) must be 1")) }
            return .flag(true)
        }
        let refused: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
        guard !text.unicodeScalars.contains(where: { refused.contains($0.properties.generalCategory) }) else {
            throw .badLink(tr("the value of '\(parameter.name)' has control characters"))
        }
        guard !text.hasBytes(first: "-"), !text.hasBytes(first: "."), parameter.key == .title || !text.hasSlash else {
            throw .badLink(tr("the value of '\(parameter.name)' looks like an option or a path"))
        }
        return try parameter.read(text, of: command.name)
    }

    /// The text without its percent-encoding; nil if that is wrong, or no UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
