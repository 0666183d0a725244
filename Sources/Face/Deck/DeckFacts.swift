// Facts about the loaded recording that no topic tells. Any thread; a value.
internal import Dictation

/// The answer of `info` for the loaded recording.
struct DeckFacts: Sendable, Equatable {
    /// The fields; empty while unknown.
    private(set) var fields: Fields = [:]
    /// Pauses and losses, in frames of the timeline.
    private(set) var breaks: [TapeBreak] = []
    private var name = ""
    private var revision: Int64 = -1
    private var ticket: Int?

    /// Asks for a recording, unless its facts are there.
    mutating func want(_ name: String, _ revision: Int64, _ context: inout FaceContext) {
        guard ticket == nil, name != self.name || revision != self.revision else { return }
        if name != self.name { (fields, breaks) = ([:], []) }
        (self.name, self.revision) = (name, revision)
        ticket = context.ask(.library(.info), [.name: .text(name)])
    }

    /// Takes an answer. False if the ticket is another's.
    mutating func take(_ ticket: Int, _ answer: Result<Reply, Failure>) -> Bool {
        guard ticket == self.ticket else { return false }
        self.ticket = nil
        guard case .success(let reply) = answer else { return true }
        fields = reply.fields
        breaks = fields["breaks"].map { $0.texts.compactMap(TapeBreak.init) } ?? []
        return true
    }

    /// Forgets a question whose engine is gone.
    mutating func forget() {
        ticket = nil
        revision = -1
    }
}

extension TapeBreak {
    /// Reads a line of the field `breaks`: kind, frame and seconds; nil for a line that is none.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 3, let kind = Kind(rawValue: String(words[0])), let frame = Int64(words[1]), frame >= 0,
            let seconds = Double(words[2]), seconds.isFinite
        else { return nil }
        self.init(frame: frame, kind: kind, seconds: max(0, seconds))
    }
}
