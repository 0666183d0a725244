// The end of a take. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Storage
internal import System

extension TakeWriter {
    /// Closes the take when it has ended, after the parts before it, and reports its summary. `frame` is the extended JACK frame
    /// before which it has ended, unless that is where the stream is.
    mutating func closeIfEnded(before frame: Int64? = nil) {
        guard let take, take.state == .ended else { return }
        markClips(take)
        obeyMarks(take)
        refuseComingCuts(of: take)
        self.take = nil
        let goesOn = splits(take)
        let leftAt =
            (frame ?? stream?.frame).map { wallTime(of: $0) } ?? take.request.earlier?.leftAt ?? Clock.sinceBoot.nanoseconds
        closings.add(EndedTake(take, journal, troubles, xruns: xruns, leftAt: leftAt, goesOn: goesOn))
        journal = nil
        closings.finish()
        armNext(after: take)
    }

    /// Xruns since the open take began.
    var xruns: Int { (client?.xruns ?? xrunsBefore) - xrunsBefore }
}
