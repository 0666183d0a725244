// Makes the request for a take from the user's request. Control loop only.
internal import Dictation
internal import Messages
internal import Recorder
internal import Storage
internal import System
internal import Threads

extension RecordingDesk {
    /// Pre-roll in frames, at most what the engine keeps; `rate` in Hz.
    func preRollFrames(_ span: TimeSpan?, _ rate: Int) -> Int64 {
        span.map { min($0.frames(rate: rate), Int64(preRollSeconds * Double(rate))) } ?? 0
    }

    /// A warning for a take whose pre-roll is shorter than asked for; nil if it is not. `taken` in frames.
    func preRollWarning(_ span: TimeSpan?, taken: Int64, rate: Int) -> String? {
        guard let asked = span?.frames(rate: rate), taken < asked else { return nil }
        let got = TimeSpan.seconds((Double(taken) / Double(rate) * 10).rounded(.down) / 10)
        let wanted = TimeSpan.seconds(Double(asked) / Double(rate))
        let kept = Int64(preRollSeconds * Double(rate))
        guard asked > kept else {
            return tr("the pre-roll is \(got) long, not \(wanted): the engine has listened for \(got) only")
        }
        let most = TimeSpan.seconds(preRollSeconds)
        // A take of less than what is kept begins where the engine began to listen.
        return taken < kept
            ? tr(
                "the pre-roll is \(got) long, not \(wanted): the engine has listened for \(got) only, and it keeps \(most);"
                    + " 'dicta set preroll \(wanted)' keeps more after its next start")
            : tr(
                "the pre-roll is \(got) long, not \(wanted): the engine keeps \(most);"
                    + " 'dicta set preroll \(wanted)' keeps more after its next start")
    }

    /// Time of the wall clock at an extended JACK frame that is still to come; the present time for any other.
    func time(of frame: Int64, now: Int64, rate: Int) -> Timestamp {
        let time = Clock.wall.now
        let ahead = Double(max(0, frame - now)) / Double(max(1, rate))
        return Timestamp(seconds: time.seconds + Int(ahead + Double(time.nanoseconds) / 1e9))
    }

    /// The question that a request answers, with its text; nil for none. Throws `.usage` for a wrong form.
    private func asked(_ request: Request) throws(EngineError) -> AskedQuestion? {
        guard let word = request.text(.question) else { return nil }
        guard let question = AskedQuestion(word) else {
            throw .usage(tr("\(request.name): --question takes SHEET:ID, as in house:house.light, not '\(word.prefix(60))'"))
        }
        return AskedQuestion(sheet: question.sheet, id: question.id, text: questionText(question))
    }

    /// Makes the request for a take; `start` is an extended JACK frame, `preRoll` in frames. Name, path and time are provisional:
    /// the writer finds free ones, which takes the disk, and the time of the first frame. Throws for an invalid format, length or name.
    ///
    /// - Parameter begins: the time of `start`, after which a recording without a name is called.
    func makeRequest(
        _ request: Request, _ target: TakeTarget?, rate: Int, start: Int64, preRoll: Int64, begins: Timestamp = .now
    ) throws(EngineError) -> TakeRequest {
        let format = try RecordFormat.format(request, like: target?.recording.segments.last, rate: rate)
        let limit = try limitFrames(request, rate: rate)
        let delivery = (isWanted: request.text(.deliver) == "m4a", isDiscarding: request.flag(.discard))
        guard delivery.isWanted || !delivery.isDiscarding else { throw EngineError.usage(tr("--discard needs --deliver")) }
        let question = try asked(request)
        let splits = target == nil ? try splitRule(request, rate: rate) : nil
        do throws(StorageError) {
            let name = target?.recording.name ?? request.text(.name) ?? begins.name
            let path = try library.path(name: name, container: format.container)
            defer { nextID += 1 }
            var take = TakeRequest(
                id: nextID, name: name, path: path, format: format, created: begins.iso8601, startFrame: start,
                preRollFrames: preRoll, limitFrames: limit)
            take.delivery = delivery
            take.inputLatency = inputLatency
            take.watchesDropouts = watchesDropouts
            take.measuresLoudness = settings.current.text(.recLoudness) == "on"
            take.recordingState = request.flag(.draft) ? .draft : .completed
            if target == nil { take.title = title(request, begins.seconds) }
            take.preset = request.text(.preset).flatMap { $0 == Preset.none ? nil : $0 }
            take.prompt = request.text(.promptId)
            take.question = question
            take.marksClips = settings.current.text(.recClipMarkers) == "on"
            take.warningFrames = warningFrames(rate: rate)
            take.splits = splits?.named(name)
            if let target {
                take.edit = target.edit
                take.addsToRecording = true
                take.recordingID = target.recording.id
                take.lead = target.lead(in: library, own: path)
            }
            return take
        } catch {
            throw EngineError.storage(error)
        }
    }

    /// The title of a new recording: that of the request, or for a draft the one that the setting `draft-title` makes; empty for
    /// none. `begins` is the second in which it begins.
    private func title(_ request: Request, _ begins: Int) -> String {
        if let title = request.text(.title) { return title }
        guard request.flag(.draft), let pattern = settings.current.text(.draftTitle) else { return "" }
        let time = CalendarTime(count: begins + Calendar.offset(at: begins))
        let words = TitlePattern.Words(
            name: settings.current.text(.promptName) ?? titleWords.name, time: time, firstWeekday: titleWords.firstWeekday)
        return TitlePattern(pattern).title(words)
    }
}
