// Markers of a recording while a take goes into it. Control loop only.
internal import Dictation
internal import Messages
internal import Recorder
internal import Threads

/// The markers of the recording as if the running take ended now, and its places as the writer counts them: the writer knows the
/// frames and markers of the take alone.
struct TakeMarkers {
    /// All markers in timeline frames.
    let all: [Marker]
    /// Sample rate of the timeline in Hz.
    let rate: Int
    /// Markers of the take, in its frames.
    private let own: [Marker]
    private let take: TakeRequest

    /// `own` are the markers of the take in its frames, of which `written` are in its file.
    init(of take: TakeRequest, _ own: [Marker], written: Int64) {
        (self.take, self.own) = (take, own)
        guard let lead = take.lead else {
            (self.all, self.rate) = (own, take.format.rate)
            return
        }
        let (from, to) = (take.format.rate, lead.rate > 0 ? lead.rate : take.format.rate)
        let taken = own.map { $0.converted(from: from, to: to).moved(by: lead.place) }
        if case .insert = take.edit {
            // They stand behind all of the take.
            let end = Marker(frame: max(written, (own.last?.frame ?? -1) + 1)).converted(from: from, to: to)
            self.all = lead.markers + taken + lead.later.map { $0.moved(by: end.frame) }
        } else {
            self.all = lead.markers + (lead.later.isEmpty ? taken : (lead.later + taken).inOrder())
        }
        self.rate = to
    }

    /// The request with places and markers of the recording as those of the take. Throws when they are not of the take.
    func counted(_ request: MarkerRequest) throws(EngineError) -> MarkerRequest {
        guard let lead = take.lead else { return request }
        var request = request
        if let marker = request.marker {
            if let index = marker.index(in: all) {
                let id = all[index].id
                guard own.contains(where: { $0.id == id }) else {
                    throw .wrongState(tr("Marker '\(marker)' is not of the running take: change it once the take has ended"))
                }
                request.marker = MarkerReference(id.description)
            } else if Int(marker.description) != nil {
                throw .marker(.unknown(marker: marker, count: all.count))
            }
            // A name that is not known yet may be on its way to the writer, which answers in order.
        }
        if let place = request.place {
            let frame: Int64
            do throws(MarkerError) {
                frame = try place.frame(rate: rate, markers: all, loop: request.loop)
            } catch {
                throw .marker(error)
            }
            guard frame >= lead.place else { throw .wrongState(tr("The take begins later than that place: give a later one")) }
            let inside = Marker(frame: frame - lead.place).converted(from: rate, to: take.format.rate)
            request.place = .span(.frames(inside.frame))
        }
        return request
    }

    /// The refusal of the writer with places in the recording.
    func told(_ error: EngineError) -> EngineError {
        guard let lead = take.lead, case .marker(.pastEnd(let frame, let frames, _)) = error else { return error }
        func place(_ frame: Int64) -> Int64 {
            Marker(frame: frame).converted(from: take.format.rate, to: rate).moved(by: lead.place).frame
        }
        return .marker(.pastEnd(frame: place(frame), frames: place(frames), rate: rate))
    }
}

extension RecordingDesk {
    /// The markers of the recording that the running take goes into, with those of the take in its frames; nil when none runs. `written`
    /// are the frames of the take so far unless they are given.
    func markers(with own: [Marker], written: Int64? = nil) -> TakeMarkers? {
        current.map { TakeMarkers(of: $0, own, written: written ?? self.written(of: $0)) }
    }
}
