// Going on in the next recording when a take is split. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Messages
internal import Storage
internal import System
internal import Threads

extension TakeWriter {
    /// Begins the next part of a take that was split, and puts the ended part aside: another thread closes it while the next part
    /// is written. Nothing here waits for the disk, unless many parts are not closed yet. When the next part cannot be made the take
    /// goes on in its recording: no frame is given up for a name.
    mutating func beginNext(after take: Take, _ cut: TakeCut) {
        guard
            var request = take.request.next(
                at: cut.frame, after: take.framesWritten, isPaused: cut.isPaused, created: created(at: cut.frame))
        else { return take.goOn() }
        request.isWarned = take.isWarned
        closings.makeRoom()
        do throws(StorageError) {
            // The frames written so far survive a kill from here on.
            try take.segment.flush()
            let opened = try request.open(in: library, waits: false)
            let next = Take(request, segment: opened.segment, peaks: drawing(request.format), wave: wave, watch: loudness)
            for mark in take.takeDueMarks(before: cut.frame) { outbox.post(.marked(id: mark.id, carryOut(mark, take))) }
            markClips(take)
            next.goOn(after: take)
            closings.add(EndedTake(take, journal, troubles, xruns: xruns, leftAt: wallTime(of: cut.frame)))
            self.take = next
            journal = opened.journal
            troubles = []
            xrunsBefore = client?.xruns ?? 0
            progress.clear(part: request.part)
            publish(next)
            outbox.post(.split(request, caller: cut.caller))
        } catch {
            take.goOn()
            outbox.post(.notSplit(caller: cut.caller, .notSplit(name: take.request.name, because: error.description)))
        }
    }

    /// Refuses the splits that would have left a recording without a frame.
    mutating func answerRefusedCuts(of take: Take) {
        for caller in take.refusedCuts {
            let words = tr("\(take.request.name) has no sound before that frame: split it later")
            outbox.post(.notSplit(caller: caller, .wrongState(words)))
        }
        take.refusedCuts = []
    }

    /// Refuses a split that finds no take, as one does that comes while the take is being closed; false for any other edge.
    func refuseEmptySplit(_ edge: Take.Edge) -> Bool {
        guard take == nil, case .split(let caller?) = edge.kind else { return false }
        outbox.post(
            .notSplit(caller: caller, .wrongState(tr("The take has no sound at that frame: split it once there is some"))))
        return true
    }

    /// Refuses the splits that a take did not live to make.
    mutating func refuseComingCuts(of take: Take) {
        answerRefusedCuts(of: take)
        for edge in take.edges {
            guard case .split(let caller?) = edge.kind else { continue }
            outbox.post(.notSplit(caller: caller, .wrongState(tr("The take ended before that frame"))))
        }
    }

    /// Date and time of extended JACK frame `frame`, in ISO 8601.
    private func created(at frame: Int64) -> String {
        let (now, then) = (Clock.sinceBoot.nanoseconds, wallTime(of: frame))
        return Timestamp.now.earlier(by: now > then && then > 0 ? Int((now - then) / 1_000_000_000) : 0).iso8601
    }
}
