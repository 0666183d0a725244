// The line of trouble: what is wrong, and what to do. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension Face {
    /// One trouble, with the time at which it goes by itself; nil if its cause has to go.
    struct Trouble: Sendable, Equatable {
        let words: String
        let role: Role
        var until: Double?

        init(_ words: String, _ role: Role = .error, until: Double? = nil) {
            (self.words, self.role, self.until) = (words, role, until)
        }
    }

    /// Seconds of recording below which the disk counts as low.
    private static let lowDisk = 300.0

    /// All troubles, the worst first.
    func troubles(_ now: Double) -> [Trouble] {
        switch view.link {
        case .connecting: return []
        // Over the network nobody can start an engine.
        case .gone(let words) where options.isRemote: return [Trouble(words)]
        case .gone(let words):
            let key = name(of: .startEngine)
            return [Trouble(tr("\(words): press \(key) to start an engine"))]
        case .connected: break
        }
        var all: [Trouble] = []
        let transport = view.transport
        if transport.record == .waiting {
            all.append(Trouble(tr("The JACK server is gone: the take goes on when it is back")))
        } else if transport.jack == "waiting" {
            // Without a hint, the trouble is a refusal with its own remedy.
            let words = view.status.text("jack_hint").isEmpty ? view.status.text("jack_trouble") : ""
            all.append(Trouble(words.isEmpty ? tr("No JACK server runs: start one, and the engine finds it") : words))
        } else if transport.jack == "stalled" {
            // The engine's words name the program that holds the graph up, if one does.
            let words = view.status.text("jack_trouble")
            let isServer = words.isEmpty || words == tr("the JACK server stands still")
            all.append(Trouble(isServer ? tr("The JACK server stands still: look at its sound card or its program") : words))
        }
        if let left = view.disk.secondsLeft, view.disk.free != nil, left < Self.lowDisk {
            let time = TimeSpan.counter(seconds: left)
            all.append(
                left < 1
                    ? Trouble(tr("The disk is full; delete recordings, or use 'dicta clean'"))
                    : Trouble(
                        tr("The disk is almost full: \(time) left; delete recordings, or use 'dicta clean'"), .warning))
        }
        let error = transport.recordError
        if !error.isEmpty { all.append(Trouble(transport.hasTake ? tr("Trouble with the take: \(error)") : error)) }
        switch view.sources.state {
        case "lost": all.append(Trouble(tr("The source is gone: plug it in, or choose another one in the options")))
        case "silent": all.append(Trouble(tr("The source is silent: look at its cable and its switch"), .warning))
        case "fallback": all.append(Trouble(tr("The source is gone: its replacement is heard"), .warning))
        default: break
        }
        let noisy = view.status.text("voice_noisy")
        if !noisy.isEmpty, transport.record != .idle {
            all.append(Trouble(tr("Voice activation: \(noisy); set a higher threshold, or stop"), .warning))
        }
        if let first = view.pedalTrouble.first {
            all.append(Trouble(first.uppercased() + view.pedalTrouble.dropFirst(), .warning))
        }
        for failure in view.failures {
            guard let until = recent(failure.at, now) else { continue }
            // The event names the file before the words that stand here already.
            if all.contains(where: { failure.words.contains($0.words) }) || !error.isEmpty && failure.words.contains(error) {
                continue
            }
            all.append(Trouble(failure.words, until: until))
        }
        let playError = view.playError
        if !playError.isEmpty, !all.contains(where: { $0.words.contains(playError) }) { all.append(Trouble(playError)) }
        all += passing(now)
        return all.filter { $0.role == .error } + all.filter { $0.role != .error }
    }

    /// The troubles that go by themselves.
    private func passing(_ now: Double) -> [Trouble] {
        var all: [Trouble] = []
        if let until = recent(view.losses.grewAt, now) {
            let frames = view.losses.missed.boundedSum(view.losses.lost)
            let (xruns, lost) = (view.losses.xruns, TimeSpan.length(Double(frames) / view.rate))
            let words =
                frames > 0
                ? tr(
                    xruns, "JACK was too slow: \(xruns) xrun, \(lost) of sound lost in all; use longer periods",
                    "JACK was too slow: \(xruns) xruns, \(lost) of sound lost in all; use longer periods")
                : tr(
                    xruns, "JACK was too slow: \(xruns) xrun; use longer periods",
                    "JACK was too slow: \(xruns) xruns; use longer periods")
            all.append(Trouble(words, .warning, until: until))
        }
        if let until = recent(view.inputs.clippedAt, now) {
            all.append(Trouble(tr("The input clips: turn the source down"), .warning, until: until))
        }
        return all
    }

    /// The end of a trouble that came at that time; nil if it is over.
    private func recent(_ time: Double?, _ now: Double) -> Double? {
        time.flatMap { now < $0 + Self.troubleSeconds ? $0 + Self.troubleSeconds : nil }
    }

    /// The times at which troubles go.
    func troubleEnds(_ now: Double) -> [Double] { troubles(now).compactMap(\.until) }

    /// The key of an action, as the user has it.
    func name(of action: ScreenAction) -> String {
        keys.key(of: action, in: [.anywhere])?.name ?? ""
    }

    /// Draws the worst trouble, else a line for the user: below the header, in a small window over the footer.
    func drawTrouble(_ sketch: inout Sketch, _ now: Double) {
        let row = size == .full ? 1 : rows - 1
        let all = troubles(now)
        let line = note.map { Trouble($0.text, $0.role) } ?? all.first
        guard let line else { return }
        let more = all.count > 1 && note == nil ? " (+\(all.count - 1))" : ""
        let room = columns - 2 - Cells.width(of: more)
        let words = Cells.shortened(sentence: PrintableText.line(line.words), to: room, gap: options.glyphs.gap) + more
        let style = Style(line.role, bold: line.role == .error)
        sketch.canvas.fill(Rectangle(column: 0, row: row, columns: columns, rows: 1), style)
        sketch.canvas.put(words, column: 1, row: row, style)
    }
}
