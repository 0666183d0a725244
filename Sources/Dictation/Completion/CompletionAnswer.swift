// Reads the arguments of `dicta complete-words` and forms its answer. Any thread; no I/O.

/// A question of a shell's completion script, and the form of its answer: the first line is `words`, `files` or `folders` (what
/// the shell adds by itself), each further line is a word that may come next.
public struct CompletionAnswer: Sendable {
    /// The question.
    public let question: CompletionQuestion
    private let shell: String
    /// The quote that is open at the cursor; bash only.
    private let quote: ShellLine.Quote
    /// Length of the part of the word that bash keeps, as text without quotes.
    private let kept: Int

    /// Reads the arguments: `bash LINE REPLACED`, `fish LINE`, or `zsh WORD... TYPED`, where a line ends at the cursor and
    /// REPLACED is the end of it that bash replaces. Nil for anything else.
    public init?(_ arguments: [String]) {
        guard let shell = arguments.first, arguments.count > 1 else { return nil }
        self.shell = shell
        let last = arguments.count - 1
        switch shell {
        case "bash" where arguments.count == 3:
            let line = ShellLine(arguments[1], .bash)
            guard line.raw.hasSuffix(arguments[2]) else { return nil }
            quote = line.quote
            kept = ShellLine(String(line.raw.dropLast(arguments[2].count)), .bash).typed.count
            question = CompletionQuestion(Array(line.before.dropFirst()), typed: line.typed)
        case "fish" where arguments.count == 2:
            let line = ShellLine(arguments[1], .fish)
            (quote, kept) = (.none, 0)
            // Variables and other commands (sudo) may stand before the program.
            let program = line.before.firstIndex { $0 == "dicta" || $0.hasSuffix("/dicta") } ?? 0
            question = CompletionQuestion(Array(line.before.dropFirst(program + 1)), typed: line.typed)
        case "zsh":
            (quote, kept) = (.none, 0)
            question = CompletionQuestion(Array(arguments[1..<last]), typed: arguments[last])
        default: return nil
        }
    }

    /// The lines of the answer for the words that may come next. zsh and fish choose among them by their own rules.
    public func lines(_ words: [CompletionQuestion.Word]) -> [String] {
        let kind =
            switch question.kind {
            case .file, .recordingOrFile: "files"
            case .folder: "folders"
            default: "words"
            }
        // A line break would end the word, and no line of a shell holds one without a trick.
        let fit = words.filter { word in
            (shell != "bash" || word.text.hasPrefix(question.typed)) && !word.text.contains { $0.isNewline || $0 == "\t" }
        }
        return [kind] + fit.map(line)
    }

    private func line(_ word: CompletionQuestion.Word) -> String {
        let text = question.head + word.text
        switch shell {
        case "bash": return ShellLine.quoted(String(text.dropFirst(kept)), in: quote)
        case "zsh":
            let escaped = text.map { $0 == ":" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
            return word.note.isEmpty ? escaped : "\(escaped):\(word.note)"
        default: return word.note.isEmpty ? text : "\(text)\t\(word.note)"
        }
    }
}
