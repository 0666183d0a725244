// The catalogue of the guide. Any thread; a value, no I/O.
internal import Messages

/// All items that can be offered, with the lines that could not be read.
public struct GuideCatalogue: Sendable {
    /// A line of the user's file that is wrong. All other lines hold.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// Number of the line, from 1.
        public let line: Int
        /// The error as a phrase.
        public let words: String

        /// One sentence for the user.
        public var description: String { tr("line \(line) is left out: \(words)") }
    }

    /// The longest file in bytes that is read.
    public static let longest = 1 << 20

    /// The items, in the order of their first lines.
    public private(set) var items: [GuideItem] = []
    /// The lines of the user's file that are wrong, the first ones only.
    public private(set) var problems: [Problem] = []
    /// Number of all wrong lines.
    public private(set) var problemCount = 0
    private var indices: [String: Int] = [:]

    /// Makes the built-in catalogue.
    public init() { read(Array(BuiltInCatalogue.text.utf8)) }

    /// Makes the built-in catalogue with the lines of a user's file over it.
    public init(user text: [UInt8]) {
        self.init()
        read(text)
    }

    /// The item of that id; nil when there is none.
    public subscript(id: String) -> GuideItem? { indices[id].map { items[$0] } }

    /// The items of a kind that may be offered, in the order of the catalogue.
    public func items(_ kind: GuideItem.Kind) -> [GuideItem] { items.filter { $0.kind == kind && $0.weight > 0 } }

    /// The categories of the prompts, in the order of the catalogue.
    public var categories: [String] {
        var seen: Set<String> = []
        return items(.prompt).map(\.category).filter { seen.insert($0).inserted }
    }

    /// The sheets, by name.
    public var sheets: [QuestionSheet] {
        Dictionary(grouping: items(.question)) { $0.place?.sheet ?? "" }.map { QuestionSheet(name: $0.key, $0.value) }
            .sorted { $0.name < $1.name }
    }

    /// The sheet of that name; nil when there is none.
    public func sheet(_ name: String) -> QuestionSheet? {
        let questions = items(.question).filter { $0.place?.sheet == name }
        return questions.isEmpty ? nil : QuestionSheet(name: name, questions)
    }

    /// Reads lines over those that were read before. Empty lines and lines that begin with # are left out.
    private mutating func read(_ text: [UInt8]) {
        var known = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        for (index, line) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            let bare = line.drop { $0 == 32 || $0 == 9 || $0 == 13 }
            guard let first = bare.first, first != UInt8(ascii: "#") else { continue }
            do throws(GuideItem.Wrong) {
                let item = try GuideItem(line: Array(bare), over: known)
                known[item.id] = item
                if let place = indices[item.id] {
                    items[place] = item
                } else {
                    indices[item.id] = items.count
                    items.append(item)
                }
            } catch {
                problemCount += 1
                if problems.count < 20 { problems.append(Problem(line: index + 1, words: error.words)) }
            }
        }
    }
}
