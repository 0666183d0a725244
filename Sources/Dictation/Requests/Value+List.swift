// Lists of texts in replies. Any thread; a value, no I/O.

extension Value {
    /// Several texts as one value, one a line: OSC has no lists that all its programs read, and no name holds a line break.
    public static func list(_ texts: some Sequence<String>) -> Value { .text(texts.joined(separator: "\n")) }

    /// The texts of a list.
    public var texts: [String] { description.split(separator: "\n").map(String.init) }
}

extension Field {
    /// The fields that are lists, even with one text or none in them. JSON has them as arrays.
    private static let lists: Set<String> = [
        "aliases", "breaks", "choices", "finished", "inputs_offer", "osc_urls", "outputs_offer", "paths", "segment_paths",
        "settings_problems", "sinks", "skipped_files", "source_ports", "sources", "tags", "topics",
    ]

    /// The texts of a list; nil for any other field.
    public var texts: [String]? {
        guard Self.lists.contains(key), case .text = value else { return nil }
        return value.texts
    }
}
