// The command line of a request, to be kept. Any thread; no I/O.

extension Request {
    /// The parameters that schedule a take and are not part of its command line.
    private static let schedule: Set<ParameterKey> = [.at, .every, .wake]

    /// True for a `rec` that schedules a take.
    public var isSchedule: Bool { verb == .recording(.rec) && text(.at) != nil }

    /// The command line without the options that schedule a take. `Request(line:)` reads it to the same values. Nil if a text
    /// has both kinds of quotes, which a line cannot hold.
    public var scheduledLine: String? {
        let kept = values.filter { !Self.schedule.contains($0.key) }
        for isShort in [true, false] {
            let line = line(of: kept, isShort: isShort)
            if let read = try? Request(line: line), read.values == kept { return line }
        }
        return nil
    }

    /// The line of these values; short times such as 1h30m may be rounded.
    private func line(of kept: [ParameterKey: Value], isShort: Bool) -> String {
        let words = command.parameters.flatMap { parameter -> [String] in
            guard let value = kept[parameter.key], value != .flag(false) else { return [] }
            let span = isShort && parameter.type.isTime ? time(parameter.key).map { "\($0)" } : nil
            let word = Self.quoted(span ?? word(parameter) ?? "")
            if parameter.isPositional { return [word] }
            return value == .flag(true) ? ["--\(parameter.name)"] : ["--\(parameter.name)", word]
        }
        return ([name] + words).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let needsQuotes = word.isEmpty || word.contains { " \t\"'".contains($0) }
        guard needsQuotes else { return word }
        return word.contains("\"") ? "'\(word)'" : "\"\(word)\""
    }
}
