// Samples of cues: made once, or each time. Control loop only.
internal import Dictation
internal import JackClient
internal import Player
internal import Realtime
internal import Threads

extension CueDesk {
    /// Has the samples of a source made. `prepared` is called once: at once if they are there. Throws without a JACK server.
    func prepare(_ source: CueSource, _ prepared: @escaping Prepared) throws(EngineError) {
        let client = try jack.graph().client
        if let samples = kept[source] { return prepared(.success(samples)) }
        waiting[nextRequest] = (source, prepared)
        maker.post(.make(id: nextRequest, source, rate: client.rate))
        nextRequest += 1
    }

    /// Has the samples of several sources made, one after the other. `prepared` is called once: with all of them in their order,
    /// or with the first error. Throws without a JACK server.
    func prepare(
        _ sources: [CueSource], made: [CueSamples] = [],
        _ prepared: @escaping (Result<[CueSamples], EngineError>) -> Void
    ) throws(EngineError) {
        guard made.count < sources.count else { return prepared(.success(made)) }
        try prepare(sources[made.count]) { [unowned self] result in
            do throws(EngineError) {
                try prepare(sources, made: made + [try result.get()], prepared)
            } catch {
                prepared(.failure(error))
            }
        }
    }

    /// Handles an event of the cue thread.
    func handle(_ event: CueMaker.Event) {
        switch event {
        case .made(let id, let samples):
            guard let request = waiting.removeValue(forKey: id) else { return }
            if request.source.isKept { kept[request.source] = samples }
            request.prepared(.success(samples))
        case .refused(let id, let error): waiting.removeValue(forKey: id)?.prepared(.failure(error))
        }
    }

    /// Forgets all that belongs to the lost client: its shots are over, and samples of another rate may be needed next.
    func forgetClient() {
        kept = [:]
        let requests = waiting.values
        waiting = [:]
        for request in requests { request.prepared(.failure(.noServer)) }
        endShots()
        bed?.isReady = false
        formerBeds = []
    }
}
