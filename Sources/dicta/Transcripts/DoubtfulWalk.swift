// Doubtful words, heard one after the other. One thread; waits for a person.
import Dictation
import Messages

/// Plays each doubtful stretch of words in a loop, until the user goes on (W6).
struct DoubtfulWalk {
    private let name: String
    private let places: [Fields]
    /// Length of the recording in seconds.
    private let length: Double
    private let ask: (Request) throws(DictaError) -> Reply

    /// Seconds heard before and after a stretch: a word alone is hard to understand.
    private static let around = 0.4

    /// Nil if nobody is there to listen: in a script, as JSON, and without doubtful words.
    init?(
        _ reply: Reply, to request: Request, asJSON: Bool, ask: @escaping (Request) throws(DictaError) -> Reply
    ) {
        let isShown = request.text(.do) == "show" && request.text(.as) == nil && request.text(.to) == nil
        guard request.verb == .library(.transcript), request.double(.doubtful) != nil, isShown, !asJSON, Output.isTerminal,
            Output.canAsk, request.text(.library) == nil, !reply.items.isEmpty
        else { return nil }
        name = reply.fields["name"]?.description ?? ""
        places = reply.items
        length = reply.fields.number("seconds")
        self.ask = ask
    }

    /// Walks from stretch to stretch. The loop is cleared at the end, and playback paused.
    func run() throws(DictaError) {
        try send(.playing(.load), [.name: .text(name)])
        do throws(DictaError) { try walk() } catch {
            // The loop would go on for ever; the first error is the one that is told.
            try? end()
            throw error
        }
        try end()
    }

    private func walk() throws(DictaError) {
        var index = 0
        walk: while places.indices.contains(index) {
            let item = places[index]
            try hear(item)
            let question = tr("[Enter] next, b back, q quit:")
            switch Output.ask("\(index + 1)/\(places.count) \(Self.words(item))\n\(question) ")?.lowercased() {
            case nil, "q": break walk
            case "b": index = max(0, index - 1)
            default: index += 1
            }
        }
    }

    private func end() throws(DictaError) {
        try send(.playing(.loop), [.point: .text("clear")])
        try send(.recording(.pause), [.what: .text("play")])
    }

    /// Plays one stretch in a loop.
    private func hear(_ item: Fields) throws(DictaError) {
        let start = max(0, item.number("from_seconds") - Self.around)
        let end = min(length, item.number("to_seconds") + Self.around)
        try send(.playing(.loop), [.point: .text("clear")])
        try send(.playing(.loop), [.a: .double(start), .b: .double(end)])
        try send(.playing(.play), [.from: .double(start)])
    }

    private static func words(_ item: Fields) -> String {
        let certainty = item.number("confidence").localized(2)
        return "[\(TranscriptText.clock(item.number("from_seconds")))] \(item["words"]?.description ?? "") (\(certainty)): "
            + (item["text"]?.description ?? "")
    }

    private func send(_ verb: Verb, _ values: [ParameterKey: Value]) throws(DictaError) {
        _ = try ask(try request(verb, values))
    }

    private func request(_ verb: Verb, _ values: [ParameterKey: Value]) throws(DictaError) -> Request {
        do throws(CommandError) { return try CommandTable.request(verb, values) } catch { throw .usage(error) }
    }
}
