// Markers of a take. Writer thread only.
internal import Dictation
internal import Messages
internal import Storage
internal import Threads

extension Take {
    /// Markers for the audio file, moved to its last frame where they are past it.
    var segmentMarkers: [Marker] {
        let last = max(0, framesWritten - 1)
        return markers.map { Marker(frame: min($0.frame, last), name: $0.name, note: $0.note) }
    }

    /// File frame of an extended JACK frame in the past; nil when the take had not begun. A frame inside a pause gives the
    /// first file frame after the pause.
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

    /// Removes and returns the marker requests that can be carried out; `frame` is the first extended JACK frame not yet read.
    func takeDueMarks(before frame: Int64?) -> [TakeMark] {
        let isDue = { [state, cut] (mark: TakeMark) in
            mark.frame.map { meant in state == .ended && cut == nil || frame.map { meant < $0 } == true } ?? true
        }
        defer { marksToCome.removeAll(where: isDue) }
        return marksToCome.filter(isDue)
    }

    /// Frames from extended JACK frame `frame` until a marker request is due; nil when none waits.
    func framesToNextMark(from frame: Int64) -> Int64? {
        marksToCome.compactMap(\.frame).min().map { $0 + 1 - frame }
    }

    /// Change that a marker request makes, in file frames. Throws when its frame is not in the take, or when the request is
    /// invalid.
    func change(for mark: TakeMark) throws(EngineError) -> MarkerChange {
        var wanted = mark.request
        var frames = framesWritten
        if let meant = mark.frame {
            // Otherwise it is the frame of the command.
            let isNamed = wanted.request.int(.atFrame) != nil
            guard let position = position(of: meant) else {
                throw EngineError.wrongState(
                    isNamed
                        ? tr("The take begins later than that frame: give a later one")
                        : tr("The take has not begun yet: set the marker once it has"))
            }
            // A frame after the end is not a frame of this take.
            guard state != .ended || position < framesWritten else {
                throw EngineError.wrongState(
                    isNamed
                        ? tr("The take ended before that frame: give an earlier one")
                        : tr("The take is over: name its recording (--in NAME)"))
            }
            // A marker set during a pause belongs to the first frame after the pause.
            wanted.place = .span(.frames(position))
            frames = position + 1
        }
        do throws(MarkerError) {
            return try wanted.change(of: markers, rate: request.format.rate, frames: frames)
        } catch {
            throw .marker(error)
        }
    }
}
