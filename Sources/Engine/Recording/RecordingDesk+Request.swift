// Makes the request for a take from the user's request. Control loop only.
internal import Dictation
internal import Storage
internal import System

extension RecordingDesk {
    /// Pre-roll in frames; `rate` in Hz. Throws when it is longer than the engine keeps.
    func preRollFrames(_ span: TimeSpan?, _ rate: Int) throws(EngineError) -> Int64 {
        guard let span else { return 0 }
        guard span.seconds(rate: rate) <= preRollSeconds else {
            throw EngineError.preRollTooLong(asked: span.seconds(rate: rate), kept: preRollSeconds)
        }
        return span.frames(rate: rate)
    }

    /// Makes the request for a take; `start` is an extended JACK frame, `preRoll` in frames. Name and path are provisional: the
    /// writer finds free ones, which takes the disk. Throws for an invalid format, length or name.
    func makeRequest(
        _ request: Request, _ target: TakeTarget?, rate: Int, start: Int64, preRoll: Int64
    ) throws(EngineError) -> TakeRequest {
        let format = try RecordFormat.format(request, like: target?.recording.segments.last, rate: rate)
        let limit = request.time(.for)?.frames(rate: rate)
        let delivery = (isWanted: request.text(.deliver) != nil, isDiscarding: request.flag(.discard))
        guard delivery.isWanted || !delivery.isDiscarding else { throw EngineError.usage("--discard needs --deliver") }
        guard limit != 0 else { throw EngineError.usage("--for is shorter than one frame: give a longer time") }
        do throws(StorageError) {
            let name = target?.recording.name ?? request.text(.name) ?? Timestamp.now.name
            let path = try library.path(name: name, container: format.container)
            defer { nextID += 1 }
            var take = TakeRequest(
                id: nextID, name: name, path: path, format: format, created: Timestamp.now.iso8601, startFrame: start,
                preRollFrames: preRoll, limitFrames: limit)
            take.delivery = delivery
            take.inputLatency = inputLatency
            take.watchesDropouts = watchesDropouts
            take.recordingState = request.flag(.draft) ? .draft : .completed
            if let target {
                take.edit = target.edit
                take.isPart = true
                take.lead = target.lead(in: library, own: path)
            }
            return take
        } catch {
            throw EngineError.storage(error)
        }
    }
}
