// Rendering the first frames of a new edition. Reader thread only; blocks on the disk.
internal import JackClient
internal import Playback
internal import Realtime
internal import Rings
internal import Threads

/// The sound on both sides of a splice: the end of the old edition and the start of the new one.
extension PlaybackReader {
    /// Ring position of the frame heard next.
    func heardPlace(_ client: JackClient) -> Int { unsafe client.link.pointee.playback.readPosition }

    /// Renders the first block of an edition, or its end: the callback is sent to that block.
    mutating func renderFirst(_ renderer: TimelineRenderer) {
        renderOrEnd { reader throws(PlaybackError) in try reader.render(renderer) }
    }

    /// Renders 50 ms or a period, whichever is longer, behind the place where the callback lands in an edition that takes over
    /// at ring position `at`, so that nothing runs dry when the reader is held up before the splice or right behind it.
    mutating func renderAhead(_ renderer: TimelineRenderer, from at: Int, _ client: JackClient) {
        let ahead = max(client.rate / 20, client.bufferSize)
        // A limit: the callback drops this sound as fast as it is rendered once a locate has overtaken the change.
        let most = client.rate / 4
        renderOrEnd { reader throws(PlaybackError) in
            // A late splice lands in the middle of its edition.
            while reader.isShort(of: min(max(0, reader.heardPlace(client) + client.bufferSize - at), most) + ahead, client) {
                try reader.render(renderer)
            }
        }
    }

    /// Renders; after a failure, which is reported, the edition ends behind what there is of it.
    private mutating func renderOrEnd(_ work: (inout PlaybackReader) throws(PlaybackError) -> Void) {
        do throws(PlaybackError) {
            try work(&self)
        } catch {
            outbox.post(.failed(.playback(error)))
            end()
        }
    }

    /// True while the new edition has less than `frames`, and more can be rendered.
    private func isShort(of frames: Int, _ client: JackClient) -> Bool {
        guard !isDone, !isStarved, !follow.isAwaiting, hasRoom(client), let start = map.start(of: edition),
            let end = map.end(of: edition)
        else {
            return false
        }
        return end - start < frames
    }

    /// Frames until a splice made now can be heard: a period that may begin right away, and the time to make the splice.
    func leadFrames(_ client: JackClient) -> Int {
        let work = Int((change.cost * 1.5 + 0.002) * Double(client.rate))
        return client.bufferSize + min(work, client.rate / 10)
    }

    /// Copies frames of the old edition; they stay in the ring until the callback has left them.
    func copy(from start: Int, to end: Int, _ client: JackClient) -> [Frame] {
        guard end > start else { return [] }
        return (start..<end).map { unsafe client.link.pointee.playback[$0] }
    }
}
