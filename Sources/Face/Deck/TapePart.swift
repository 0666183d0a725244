// The tape under the playhead, with its waveform. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing

/// The part of a page that shows the sound: the stretch around the playhead, and the thin line with the whole tape.
struct TapePart: Sendable {
    /// The tape and its window.
    var tape = TapeView()
    /// The waveform of the window, of a recording that is closed or shown as a whole.
    var window = PeakStore()
    /// The waveform of the whole tape, for the thin line.
    var whole = PeakStore()
    /// Facts about the loaded recording.
    var facts = DeckFacts()
    /// The places that the mouse drags the playhead to.
    var seek = DeckSeek()

    /// The parts that the mouse can use.
    enum Spot: Int {
        case wave = 100
        case overview, marks
    }

    /// Takes the mouse. False for a spot of another part.
    mutating func take(_ event: MouseEvent, _ spot: Int, _ area: Rectangle, _ context: inout FaceContext) -> Bool {
        guard let spot = Spot(rawValue: spot) else { return false }
        take(event, spot, area, &context)
        return true
    }

    private mutating func take(_ event: MouseEvent, _ spot: Spot, _ area: Rectangle, _ context: inout FaceContext) {
        switch event.kind {
        case .wheelUp: tape.zoom(in: true)
        case .wheelDown: tape.zoom(in: false)
        case .press, .drag:
            let axis = spot == .overview ? tape.wholeAxis(area.columns) : tape.axis(area.columns)
            let cell = max(0, min(area.columns - 1, event.column - area.column))
            // A flag is worth its marker, not the first frame of its cell.
            let flagged = spot == .marks ? context.view.markers.first { axis.cell(of: $0.frame) == cell }?.frame : nil
            locate(flagged ?? axis.frame(atCell: cell), &context)
        case .release, .menu: break
        }
    }

    /// Moves the playhead, if there is one: neither the inputs nor a take that is not heard has one.
    private mutating func locate(_ frame: Int64, _ context: inout FaceContext) {
        let view = context.view
        guard view.isLoaded, view.name == view.transport.playName else { return }
        seek.locate(max(0, min(frame, view.position.duration)), &context)
    }

    /// Takes the answer to a question of its own.
    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        if window.take(ticket, answer) || whole.take(ticket, answer) || facts.take(ticket, answer) { return }
        seek.take(ticket, answer, &context)
    }

    /// Asks for what it shows in the layout.
    mutating func look(_ layout: DeckLayout, _ context: inout FaceContext) {
        let view = context.view
        tape.follow(view)
        guard view.isConnected else {
            window.forget()
            whole.forget()
            facts.forget()
            seek = DeckSeek()
            return
        }
        // A column belongs to the cell in which it begins: with four of them a cell, a click is a quarter of a cell off at most.
        let points = layout.wave.columns * 4
        switch tape.source {
        case .loaded:
            let name = view.loadedReference
            facts.want(name, view.loadedRevision, &context)
            if layout.wave.rows > 0 {
                let until = min(tape.length, tape.first.boundedSum(tape.frames))
                window.want(query(name, tape.first, until, points, view), of: tape.length, &context)
            }
            if layout.overview.rows > 0 { whole.want(query(name, 0, tape.length, points, view), of: tape.length, &context) }
        case .take(let name):
            if tape.shownWhole, layout.wave.rows > 0 {
                window.want(query(name, 0, tape.length, points, view), of: tape.length, &context)
            } else if layout.wave.rows > 0, let end = unseenEnd(view) {
                let part = Int(Double(points) * Double(end - tape.first) / Double(tape.frames))
                window.want(query(name, tape.first, end, max(1, part), view), of: end, &context)
            }
            if layout.overview.rows > 0 { whole.want(query(name, 0, tape.length, points, view), of: tape.length, &context) }
        case .inputs: break
        }
    }

    /// The end of the stretch in the window that the live columns do not reach: sound from before the screen was there.
    private func unseenEnd(_ view: EngineView) -> Int64? {
        let isLive = view.wave.source == .take && view.wave.name == view.transport.recordName
        guard isLive, view.wave.firstFrame > tape.first.boundedSum(Int64(view.wave.columnFrames)) else { return nil }
        return min(view.wave.firstFrame, tape.first.boundedSum(tape.frames))
    }

    private func query(_ name: String, _ from: Int64, _ until: Int64, _ columns: Int, _ view: EngineView) -> PeakStore.Query {
        PeakStore.Query(name: name, from: from, until: until, columns: columns, revision: view.loadedRevision)
    }
}
