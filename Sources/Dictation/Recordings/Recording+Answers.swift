// The answers in a recording. Any thread; no I/O.

extension Recording {
    /// The prompt that the recording is about, by its id; nil for none.
    public var prompt: String? { segments.lazy.compactMap(\.prompt).first }

    /// The sheet whose questions the recording answers; nil for none.
    public var sheet: String? { segments.lazy.compactMap(\.question).first?.sheet ?? answers.first?.question.sheet }

    /// The questions that the recording has audio or a text for, each once, in the order of their first answers.
    public var answeredQuestions: [AskedQuestion] {
        var seen: Set<String> = []
        return (segments.compactMap(\.question) + answers.map(\.question)).filter { seen.insert($0.id).inserted }
    }

    /// Stretches of the timeline in which a question is answered, in their order. Neighbours are joined.
    public func stretches(of question: String) -> [Range<Int64>] {
        let files = Set(segments.filter { $0.question?.id == question }.map(\.file))
        let places = answers.filter { $0.question.id == question }.flatMap(\.places)
        var found: [Range<Int64>] = []
        var start: Int64 = 0
        for span in timeline.spans {
            defer { start += span.length }
            if files.contains(span.segment) {
                found.append(start..<start + span.length)
                continue
            }
            for place in places where place.segment == span.segment {
                let (low, high) = (max(place.first, span.first), min(place.end, span.end))
                if low < high { found.append(start + low - span.first..<start + high - span.first) }
            }
        }
        return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, next in
            if let last = joined.last, next.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
            } else {
                joined.append(next)
            }
        }
    }

    /// The text by hand that answers a question; empty for none.
    public func writtenAnswer(to question: String) -> String {
        answers.first { $0.question.id == question && !$0.text.isEmpty }?.text ?? ""
    }

    /// Sets the text that answers a question, at a time in ISO 8601; an empty text removes it.
    public mutating func answer(_ question: AskedQuestion, _ text: String, at time: String) {
        if let index = answers.firstIndex(where: { $0.question.id == question.id }) {
            answers[index].text = text
            answers[index].lastModified = time
            if text.isEmpty, answers[index].places.isEmpty { answers.remove(at: index) }
        } else if !text.isEmpty {
            var answer = Answer(to: question, at: time)
            answer.text = text
            answers.append(answer)
        }
    }

    /// Keeps the places of all answers as parts of one file that holds the whole timeline, before it takes the place of the
    /// segments.
    public mutating func placeAnswers(in file: String, at time: String) {
        for question in answeredQuestions {
            let places = stretches(of: question.id).map {
                Span(segment: file, first: $0.lowerBound, length: $0.upperBound - $0.lowerBound)
            }
            guard !places.isEmpty else { continue }
            if let index = answers.firstIndex(where: { $0.question.id == question.id }) {
                answers[index].places += places
            } else {
                let created = segments.first { $0.question?.id == question.id }?.created ?? time
                var answer = Answer(to: question, at: created)
                answer.places = places
                answers.append(answer)
            }
        }
    }
}
