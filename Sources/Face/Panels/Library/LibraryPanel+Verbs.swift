// The verbs of the library. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension LibraryPanel {
    /// The recordings that a verb acts on: all that are marked, else the selected one.
    var targets: LibraryMarks { marks.isEmpty ? LibraryMarks(window.row(list.selected)) : marks }

    /// Carries out an action on the targets, or asks first. False for an action that is none of the library.
    mutating func perform(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        let targets = targets
        switch action {
        case .load: load(&context)
        case .listen: listen(&context)
        case .enqueue:
            let values: [ParameterKey: Value] = [.do: .text("add"), .name: .several(targets.names)]
            return start(action, .queue(.queue), values, targets, &context)
        case .rename:
            guard targets.count < 2 else {
                let count = targets.count
                context.say(tr("Rename one recording at a time: \(count) are marked"), .warning)
                return true
            }
            ask(action, targets, targets.title(action), text: targets.names.first ?? "", &context)
        case .copy:
            if targets.count > 1 { return start(action, .library(.copy), [.name: .several(targets.names)], targets, &context) }
            ask(
                action, targets, targets.title(action), [tr("Name of the copy; empty: the same name with a number.")],
                text: "", &context)
        case .delete:
            confirm(
                action, targets, targets.title(action), [targets.deletion] + (targets.count > 1 ? [targets.list] : []),
                isWarning: true, &context)
        case .tag:
            ask(
                action, targets, targets.title(action),
                [tr("Tags to add, with a minus those to remove, comma-separated: work, -old")], text: "", &context)
        case .note:
            let old = targets.count == 1 ? targets.first?.note ?? "" : ""
            ask(
                action, targets, targets.title(action), [tr("The note replaces the old one; empty removes it.")], text: old,
                &context)
        case .export:
            ask(
                action, targets, targets.title(action),
                [tr("A folder, or the path of the file. Its ending gives the format: .wav .flac .mp3 .m4a")],
                text: context.memory["library.export"] ?? "~/", &context)
        case .deliver:
            confirm(
                action, targets, targets.title(action), [tr("The files are made beside the recordings.")], &context)
        case .bring:
            ask(
                action, LibraryMarks(), tr("Import"), [tr("Path of an audio file, or of a folder with all audio files in it.")],
                text: context.memory["library.import"] ?? "~/", isAboutTargets: false, &context)
        case .complete: complete(targets, &context)
        case .favourite:
            guard !targets.isEmpty else { return true }
            var values: [ParameterKey: Value] = [.name: .several(targets.names)]
            if targets.areFavourites { values[.off] = .flag(true) }
            return start(action, .library(.favourite), values, targets, &context)
        case .byTag:
            let tag = filter.tag.isEmpty ? window.row(list.selected)?.tags.first ?? "" : filter.tag
            ask(
                action, LibraryMarks(), tr("Show the recordings with one tag"), [tr("The tag; empty shows all recordings.")],
                text: tag, isAboutTargets: false, &context)
        default: return false
        }
        return true
    }

    // MARK: Questions

    private mutating func ask(
        _ action: ScreenAction, _ recordings: LibraryMarks, _ title: String, _ words: [String] = [], text: String,
        isAboutTargets: Bool = true, _ context: inout FaceContext
    ) {
        guard !recordings.isEmpty || !isAboutTargets else { return }
        question = LibraryQuestion(action: action, recordings: recordings)
        context.question(0, title, words, text: text)
    }

    private mutating func confirm(
        _ action: ScreenAction, _ recordings: LibraryMarks, _ title: String, _ words: [String], isWarning: Bool = false,
        _ context: inout FaceContext
    ) {
        guard !recordings.isEmpty else { return }
        question = LibraryQuestion(action: action, recordings: recordings)
        context.question(0, title, words, isWarning: isWarning)
    }

    /// Carries out what was asked for.
    mutating func answerQuestion(_ text: String, _ context: inout FaceContext) {
        guard let question else { return }
        self.question = nil
        let (action, recordings) = (question.action, question.recordings)
        let names = Value.several(recordings.names)
        switch action {
        case .rename:
            guard let name = recordings.names.first, !text.isEmpty, text != name else { return }
            selectedName = text
            _ = start(action, .library(.rename), [.name: .text(name), .to: .text(text)], recordings, &context)
        case .copy:
            _ = start(
                action, .library(.copy), text.isEmpty ? [.name: names] : [.name: names, .to: .text(text)], recordings, &context)
        case .delete: _ = start(action, .library(.delete), [.name: names, .yes: .flag(true)], recordings, &context)
        case .tag:
            let tags = text.split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty && $0 != "-" }
            let removed = tags.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
            let added = tags.filter { !$0.hasPrefix("-") }
            guard !tags.isEmpty else { return }
            var values: [ParameterKey: Value] = [.name: names]
            if !added.isEmpty { values[.add] = .text(added.joined(separator: ",")) }
            if !removed.isEmpty { values[.remove] = .text(removed.joined(separator: ",")) }
            _ = start(action, .library(.tag), values, recordings, &context)
        case .note:
            let change: [ParameterKey: Value] = text.isEmpty ? [.clear: .flag(true)] : [.text: .text(text)]
            _ = start(action, .library(.note), change.merging([.name: names]) { $1 }, recordings, &context)
        case .export:
            guard !text.isEmpty else { return }
            context.remember(["library.export": text])
            _ = start(action, .library(.export), [.name: names, .to: .text(text)], recordings, &context)
        case .deliver: _ = start(action, .library(.deliver), [.name: names], recordings, &context)
        case .bring:
            guard !text.isEmpty else { return }
            context.remember(["library.import": text])
            _ = start(action, .library(.importing), [.path: .text(text), .recursive: .flag(true)], recordings, &context)
        case .byTag:
            var next = filter
            next.tag = Self.trimmed(text)
            setFilter(next)
        default: break
        }
    }

    // MARK: Verbs

    private mutating func load(_ context: inout FaceContext) {
        guard let recording = window.row(list.selected),
            let ticket = context.ask(.playing(.load), [.name: .text(recording.name)])
        else { return }
        works[ticket] = LibraryWork(action: .load, recordings: LibraryMarks(recording))
        context.show(.deck)
    }

    /// Plays the selected recording; one that plays already is paused, or goes on.
    private mutating func listen(_ context: inout FaceContext) {
        guard let recording = window.row(list.selected) else { return }
        let transport = context.view.transport
        if transport.playName == recording.name, transport.play != .stopped {
            context.perform(.play)
        } else {
            _ = start(.listen, .playing(.play), [.name: .text(recording.name)], LibraryMarks(recording), &context)
        }
    }

    /// Completes drafts, or makes drafts of recordings that are all completed.
    private mutating func complete(_ recordings: LibraryMarks, _ context: inout FaceContext) {
        let verb: LibraryVerb = recordings.areCompleted ? .reopen : .complete
        // The verbs take one name; the last answer tells of all.
        for name in recordings.names {
            guard let ticket = context.ask(.library(verb), [.name: .text(name)]) else { return }
            if name == recordings.names.last { works[ticket] = LibraryWork(action: .complete, recordings: recordings) }
        }
    }

    /// Sends a verb and remembers it until its answer.
    private mutating func start(
        _ action: ScreenAction, _ verb: Verb, _ values: [ParameterKey: Value], _ recordings: LibraryMarks,
        _ context: inout FaceContext
    ) -> Bool {
        if let ticket = context.ask(verb, values) { works[ticket] = LibraryWork(action: action, recordings: recordings) }
        return true
    }

    /// Tells how a verb ended.
    mutating func finish(_ work: LibraryWork, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        switch answer {
        case .failure(let failure): context.say(failure.words, .error)
        case .success(let reply):
            if let failure = reply.failure { return context.say(failure.words, .error) }
            if work.action == .delete || work.action == .rename { work.recordings.names.forEach { marks.remove($0) } }
            if let words = work.done(reply) { context.say(words, .success) }
        }
    }

    /// A tag without blanks at its ends.
    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
