// Markers of a take. One thread at a time: the writer's.
internal import Dictation
internal import Storage

extension Take {
    /// As they go into the file.
    var segmentMarkers: [SegmentMarker] {
        let last = max(0, framesWritten - 1)
        return markers.map { SegmentMarker(position: min($0.frame, last), name: $0.name, note: $0.note) }
    }

    /// File frame of a frame of JACK's time that has gone by; nil where the take had not begun. A frame inside a pause is the
    /// first one after it.
    func position(of frame: Int64) -> Int64? {
        guard let firstFrame, frame >= firstFrame else { return nil }
        var paused: Int64 = 0
        for joint in joints {
            let pause = firstFrame + joint.position + paused
            guard frame >= pause else { break }
            guard frame >= pause + joint.paused else { return joint.position }
            paused += joint.paused
        }
        return min(frame - firstFrame - paused, framesWritten)
    }

    /// Takes the orders that can be carried out now; `frame` is the first one that has not come yet.
    func takeDueMarks(before frame: Int64?) -> [TakeMark] {
        let isDue = { [state] (mark: TakeMark) in
            mark.frame.map { meant in state == .ended || frame.map { meant < $0 } == true } ?? true
        }
        defer { markerRequests.removeAll(where: isDue) }
        return markerRequests.filter(isDue)
    }

    func framesToNextMark(from frame: Int64) -> Int64? {
        markerRequests.compactMap(\.frame).min().map { $0 + 1 - frame }
    }

    /// The change that was ordered, in file frames.
    func edit(_ mark: TakeMark) throws(EngineError) -> MarkerEdit {
        var order = mark.order
        if let meant = mark.frame {
            guard let position = position(of: meant) else {
                throw EngineError.forbidden(verb: "mark", state: "waiting", hint: "the take begins later")
            }
            // Not a frame of this take any more.
            guard state != .ended || position < framesWritten else {
                throw EngineError.forbidden(verb: "mark", state: "closing", hint: "the take ended before that frame")
            }
            // In a pause it is the first frame to come.
            order.place = .span(.frames(position))
            return try marker { () throws(MarkerError) in
                try order.edit(of: markers, rate: request.format.rate, frames: position + 1)
            }
        }
        return try marker { () throws(MarkerError) in
            try order.edit(of: markers, rate: request.format.rate, frames: framesWritten)
        }
    }

    private func marker(_ work: () throws(MarkerError) -> MarkerEdit) throws(EngineError) -> MarkerEdit {
        do throws(MarkerError) { return try work() } catch { throw .marker(error) }
    }
}
