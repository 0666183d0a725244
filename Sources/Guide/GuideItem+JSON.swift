// Lines of a catalogue. Any thread; no I/O.
internal import Dictation
internal import JSON
internal import Messages

extension GuideItem {
    /// The longest text of an item in bytes: what the speech program can speak at once.
    static let longestText = 1000
    /// The longest word in bytes: id, category, slug, sheet, language.
    static let longestWord = 100

    /// An error in a line, as a phrase.
    struct Wrong: Error {
        let words: String
    }

    /// Reads a line. `known` has the items of the lines before: a line with the id of one of them changes the keys that it has,
    /// and leaves the others. Throws `Wrong`.
    init(line: [UInt8], over known: [String: GuideItem]) throws(Wrong) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: line) } catch { throw Wrong(words: "\(error)") }
        guard case .object = tree else { throw Wrong(words: tr("not a JSON object")) }
        guard let id = tree["id"]?.text, Self.isWord(id) else {
            let longest = Self.longestWord
            throw Wrong(
                words: tr(
                    longest, "\"id\" is not a word of 1 to \(longest) letter, digit, dot, hyphen or underscore",
                    "\"id\" is not a word of 1 to \(longest) letters, digits, dots, hyphens or underscores"))
        }
        var item = known[id] ?? GuideItem(id: id)
        item.category = try Self.word(tree, "category") ?? item.category
        item.slug = try Self.word(tree, "slug") ?? item.slug
        if let value = tree["depth"], value != .none {
            guard let depth = value.text.flatMap(Depth.init) else {
                let (light, deep) = (Depth.light.rawValue, Depth.deep.rawValue)
                throw Wrong(words: tr("\"depth\" is not \(light) or \(deep)"))
            }
            item.depth = depth
        }
        item.dayParts = try Self.parts(tree, "dayParts") ?? item.dayParts
        item.weekParts = try Self.parts(tree, "weekParts") ?? item.weekParts
        if let value = tree["weight"], value != .none {
            guard let weight = value.double, (0...1000).contains(weight) else {
                throw Wrong(words: tr("\"weight\" is not a number from 0 to 1000"))
            }
            item.weight = weight
        }
        item.text = try Self.text(tree, "text") ?? item.text
        try item.readPlace(tree)
        guard !item.text.isEmpty else { throw Wrong(words: tr("\"text\" has no text in any language")) }
        guard !item.category.isEmpty else { throw Wrong(words: tr("\"category\" is missing")) }
        self = item
    }

    private mutating func readPlace(_ tree: JSONTree) throws(Wrong) {
        let keys = ["displayOrder", "isRequired", "hint", "createdAt"]
        guard let sheet = try Self.word(tree, "sheet") ?? place?.sheet else {
            if let key = keys.first(where: { tree[$0] != nil }) { throw Wrong(words: tr("\"\(key)\" needs a \"sheet\"")) }
            return
        }
        guard !QuestionSheet.reserved.contains(sheet) else {
            throw Wrong(words: tr("\"sheet\" is \(sheet), which is an action of dicta ask; give another name"))
        }
        var place = place ?? Place(sheet: sheet)
        place.sheet = sheet
        if let value = tree["displayOrder"], value != .none {
            guard let order = value.integer else { throw Wrong(words: tr("\"displayOrder\" is not a whole number")) }
            place.displayOrder = order
        }
        if let value = tree["isRequired"], value != .none {
            guard case .flag(let isRequired) = value else { throw Wrong(words: tr("\"isRequired\" is not true or false")) }
            place.isRequired = isRequired
        }
        place.hint = try Self.text(tree, "hint") ?? place.hint
        if let value = tree["createdAt"], value != .none {
            guard let text = value.text, text.utf8.count <= Self.longestWord else {
                throw Wrong(words: tr("\"createdAt\" is not a time in ISO 8601"))
            }
            place.createdAt = text
        }
        self.place = place
    }

    // MARK: Values

    /// True for a word that can stand in a command line and in a file name.
    static func isWord(_ text: String) -> Bool {
        (1...longestWord).contains(text.utf8.count) && !text.hasBytes(first: "-") && !text.hasBytes(first: ".")
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
    }

    private static func word(_ tree: JSONTree, _ key: String) throws(Wrong) -> String? {
        guard let value = tree[key], value != .none else { return nil }
        guard let text = value.text, isWord(text) else {
            throw Wrong(words: tr("\"\(key)\" is not a word of letters, digits, dots, hyphens or underscores"))
        }
        return text
    }

    private static func parts<Part: RawRepresentable & CaseIterable & Hashable>(
        _ tree: JSONTree, _ key: String
    ) throws(Wrong) -> Set<Part>? where Part.RawValue == String {
        guard let value = tree[key], value != .none else { return nil }
        let words = Part.allCases.map(\.rawValue).joined(separator: ", ")
        guard let list = value.list else { throw Wrong(words: tr("\"\(key)\" is not a list of \(words)")) }
        var parts: Set<Part> = []
        for item in list {
            guard let part = item.text.flatMap(Part.init) else { throw Wrong(words: tr("\"\(key)\" is not a list of \(words)")) }
            parts.insert(part)
        }
        return parts
    }

    /// A text, or an object with a text by language. A bare text is English.
    private static func text(_ tree: JSONTree, _ key: String) throws(Wrong) -> LocalText? {
        guard let value = tree[key], value != .none else { return nil }
        var texts = LocalText()
        if let text = value.text {
            texts.byLanguage["en"] = try checked(text, key)
        } else if case .object(let members) = value {
            for member in members {
                guard isWord(member.key), let text = member.value.text else {
                    throw Wrong(words: tr("\"\(key)\" is not an object of texts by language"))
                }
                texts.byLanguage[member.key] = try checked(text, key)
            }
        } else {
            throw Wrong(words: tr("\"\(key)\" is not an object of texts by language"))
        }
        return texts
    }

    private static func checked(_ text: String, _ key: String) throws(Wrong) -> String {
        guard !text.isEmpty, text.utf8.count <= longestText else {
            throw Wrong(
                words: tr(
                    longestText, "a text of \"\(key)\" is empty or longer than \(longestText) byte",
                    "a text of \"\(key)\" is empty or longer than \(longestText) bytes"))
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw Wrong(words: tr("a text of \"\(key)\" has a control character"))
        }
        return text
    }
}
