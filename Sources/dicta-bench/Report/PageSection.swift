// A section of a page in Markdown. Any thread; a value.

/// A question, the answer in a table, and its most important figures in a sentence.
struct PageSection {
    /// Heading.
    let title: String
    /// Paragraphs above the tables: the measurement, and the columns.
    let words: [String]
    var tables: [PageTable] = []
    /// Paragraphs below the tables.
    var remarks: [String] = []
    /// Sentences for the beginning of the page and for the README.
    var highlights: [String] = []

    /// The section in Markdown.
    var text: String {
        let blocks = ["## \(title)"] + words.map(Paragraph.wrapped) + tables.map(\.text) + remarks.map(Paragraph.wrapped)
        return blocks.joined(separator: "\n\n") + "\n"
    }
}
