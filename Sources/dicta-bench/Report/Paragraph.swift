// Lines of a page. Any thread; a value.

/// A paragraph or a list in Markdown.
enum Paragraph {
    private static let width = 120

    /// The same text in lines of equal length. Items of a list begin with "- "; what is indented by four stays as it is.
    static func wrapped(_ text: String) -> String {
        var items: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("    ") { return text }
            if items.isEmpty || line.hasPrefix("- ") { items.append(String(line)) } else { items[items.count - 1] += " " + line }
        }
        return items.map(fill).joined(separator: "\n")
    }

    private static func fill(_ item: String) -> String {
        var (lines, line) = ([String](), "")
        for word in item.split(separator: " ") {
            if !line.isEmpty, line.count + word.count >= width {
                lines.append(line)
                line = item.hasPrefix("- ") ? " " : ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
