// The waveforms that the deck has asked for. Any thread; a value.
internal import Dictation

/// Asks the engine for a part of a recording's waveform when it changes, one question at a time, and keeps the answer.
struct PeakStore: Sendable, Equatable {
    /// A part of a recording at a resolution.
    struct Query: Sendable, Equatable {
        let name: String
        let from: Int64
        let until: Int64
        let columns: Int
        /// Changes when the recording does.
        let revision: Int64
    }

    /// The last answer.
    private(set) var strip = WaveStrip()
    /// Pauses and losses that the last answer told; a running take has them.
    private(set) var breaks: [TapeBreak] = []
    /// The recording of the last answer.
    private(set) var name = ""
    private var answered: Query?
    private var asked: (query: Query, ticket: Int)?
    private var askedAt = -Double.infinity
    private var askedLength: Int64 = 0

    /// Seconds between two questions while a recording grows.
    static let interval = 1.0
    /// The share of the tape below which new sound can wait: it moves the picture by a part of a cell.
    private static let share: Int64 = 200
    /// Seconds for which it waits at most.
    private static let longInterval = 10.0

    static func == (one: PeakStore, other: PeakStore) -> Bool {
        one.strip == other.strip && one.name == other.name && one.answered == other.answered
            && one.asked?.query == other.asked?.query
            && one.asked?.ticket == other.asked?.ticket
    }

    /// Asks for a part of a tape of that length, unless the part is there or under way. While the tape grows, a part that
    /// grows with it is asked for once a second, or less often if little is new.
    mutating func want(_ query: Query, of length: Int64, _ context: inout FaceContext) {
        if query.name != name { (strip, breaks, name, answered, askedAt) = (WaveStrip(), [], query.name, nil, -.infinity) }
        guard query != answered, asked == nil, query.until > query.from, query.columns > 0 else { return }
        let grows =
            answered?.from == query.from && answered?.columns == query.columns && answered?.revision == query.revision
            && length > askedLength
        let isLittle = length.boundedSum(-askedLength) < length / Self.share
        guard !grows || context.now - askedAt >= (isLittle ? Self.longInterval : Self.interval) else { return }
        askedLength = length
        let values: [ParameterKey: Value] = [
            .name: .text(query.name), .from: .text("\(query.from)f"), .until: .text("\(query.until)f"),
            .columns: .int(Int64(query.columns)),
        ]
        guard let ticket = context.ask(.library(.peaks), values) else { return }
        asked = (query, ticket)
        askedAt = context.now
    }

    /// Takes an answer. False if the ticket is another's.
    mutating func take(_ ticket: Int, _ answer: Result<Reply, Failure>) -> Bool {
        guard let asked, asked.ticket == ticket else { return false }
        self.asked = nil
        guard asked.query.name == name else { return true }
        // A question that failed is not asked again: there is no waveform to show.
        answered = asked.query
        if case .success(let reply) = answer {
            strip = WaveStrip(reply)
            breaks = reply.fields["breaks"].map { $0.texts.compactMap(TapeBreak.init) } ?? []
        }
        return true
    }

    /// Forgets a question whose engine is gone.
    mutating func forget() { asked = nil }
}
