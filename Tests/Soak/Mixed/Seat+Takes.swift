// Takes of a person, and the check of their files. Main thread only; blocks on the disk.
import Dictation
import JackTestSupport
import Storage

extension Seat {
    /// Milliseconds from which the machine may have made a period late: the server then begins the next one over a client that is
    /// late, and no recorder can be exact.
    private static let longestStall = 150

    /// True in a take that began some time ago: a kill has something to take away.
    var isInTake: Bool { take != nil && StallWatch.shared.now > takeStart + 1500 }

    /// Starts a take of a new name.
    func record(_ word: String, _ words: String...) throws(EngineProcess.Trouble) {
        let name = newName(word)
        try ask("rec", ["name", name] + words)
        begin(name)
    }

    /// Starts a take into a recording: append, insert or overwrite.
    func record(into name: String, _ verb: String, _ words: String...) throws(EngineProcess.Trouble) {
        try ask(verb, ["name", name] + words)
        begin(name)
    }

    /// Notes a take that has begun.
    func begin(_ name: String) {
        take = name
        takeStart = StallWatch.shared.now
        resumes = 0
    }

    /// Stops the take and checks what it has made. `share`: how many of ten takes are checked.
    func stop(checking share: Int = 6) throws(EngineProcess.Trouble) {
        let stopped = try ask("stop", ["what", "rec"]).fields
        take = nil
        let parts = stopped.text("parts").split(separator: "\n").map(String.init)
        let names = parts.isEmpty ? [stopped.text("name")] : parts
        counts.takes += names.count
        if roll(10) < share { check(names) } else { pass(over: names) }
        for name in names where !recordings.contains(name) { recordings.append(name) }
        try prune()
    }

    /// Ends a take after an error, whatever its state is.
    func finishTake() {
        take = nil
        guard let stopped = try? ask("stop", ["what", "rec"]).fields else { return }
        counts.takes += 1
        check([stopped.text("name")])
        recordings.append(stopped.text("name"))
    }

    /// Deletes the oldest recordings, so that a run of hours needs little room.
    private func prune() throws(EngineProcess.Trouble) {
        while recordings.count > 24 {
            let name = recordings.removeFirst()
            try ask("delete", ["name", name, "yes", "yes"])
        }
    }

    /// Reads the sidecar of a recording.
    func recording(_ name: String) throws(StorageError) -> Recording { try Library(folder: library).readRecording(name) }

    /// Segments of recordings that were not checked yet.
    private func newSegments(_ names: [String]) -> [Segment] {
        names.flatMap { name -> [Segment] in
            do {
                return try recording(name).segments.filter { seen.insert($0.file).inserted }
            } catch {
                log.find("\(person.name): '\(name)' cannot be read: \(error)")
                counts.wrong += 1
                return []
            }
        }
    }

    /// Leaves the takes of recordings unchecked.
    private func pass(over names: [String]) { _ = newSegments(names) }

    /// Compares the new takes of recordings with the signal. `isKilled`: the engine died in the last of them. Gives the number of the
    /// last frame; nil where it is not known.
    @discardableResult
    func check(_ names: [String], isKilled: Bool = false) -> UInt32? {
        var last: UInt32?
        for segment in newSegments(names) {
            let path = segment.isReference ? segment.file : "\(library)/\(segment.file)"
            let findings: [String]
            if person.feed == .voice {
                let check = VoiceCheck(segment, path: path)
                counts.checked += check.frames
                findings = check.findings
            } else {
                let check = TakeCheck(segment, path: path, knowledge(segment, isKilled))
                counts.checked += check.frames
                (findings, last) = (check.findings, check.last)
                if check.uncertain > 0 {
                    log.note("\(person.name): \(segment.file): JACK's time jumped near \(check.uncertain) stretches")
                }
            }
            counts.joints += segment.joints.count
            tell(findings)
        }
        return last
    }

    private func knowledge(_ segment: Segment, _ isKilled: Bool) -> TakeCheck.Knowledge {
        let probe = server.probe(person.feed, at: segment.created)
        // Before the connection there is silence: a take goes on as soon as its server is back.
        let isComing = segment.gaps.first?.cause == .away || Int(segment.startFrame) < connectedAt
        return TakeCheck.Knowledge(
            code: person.feed == .fine ? .fine : .coarse, probe: probe, isComing: isComing,
            unknownJoints: isKilled ? resumes : nil)
    }

    private func tell(_ findings: [String]) {
        guard !findings.isEmpty else { return }
        let stall = StallWatch.shared.longest(since: takeStart)
        if stall >= Self.longestStall {
            counts.unclear += 1
            log.note("\(person.name): the machine stood still for \(stall) ms: \(findings.joined(separator: "; "))")
        } else {
            counts.wrong += 1
            for words in findings { log.find("\(person.name): \(words)") }
        }
    }
}
