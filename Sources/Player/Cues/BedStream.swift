// Frames of the bed. Bed thread only; blocks on the disk.
internal import Cues
internal import Dictation
internal import Playback
internal import Realtime
internal import Stretch
internal import Threads

/// The endless frames of one bed: noise, or a file that the player's renderer loops. A file whose end does not meet its start has a
/// crossfade at the joint.
struct BedStream {
    private var noise: (left: Noise, right: Noise)?
    private let renderer: TimelineRenderer?

    /// Opens a bed at `rate` Hz. Blocks. Throws `.playback` if its file cannot be read.
    init(_ source: BedSource, rate: Int) throws(EngineError) {
        switch source {
        case .noise(let colour):
            // Two noises that have nothing in common sound wide.
            noise = (Noise(colour, seed: 0x9e37_79b9_7f4a_7c15), Noise(colour, seed: 0xbf58_476d_1ce4_e5b9))
            renderer = nil
        case .file(let path):
            do throws(PlaybackError) {
                let timeline = try TimelineReader.opening(path)
                guard timeline.length > 0 else { throw PlaybackError.empty }
                let renderer = try TimelineRenderer(timeline: timeline, outputRate: rate, quality: .medium)
                let loop = Route.Loop(a: 0, b: timeline.length, isSeamless: try timeline.endMeetsStart())
                try renderer.begin(at: 0, route: Route(loop: loop), settings: StretchSettings())
                self.renderer = renderer
            } catch {
                throw .playback(error)
            }
        }
    }

    /// Fills `frames`. Blocks. Throws `.playback` if the file can no longer be read.
    mutating func fill(_ frames: inout [Frame]) throws(EngineError) {
        if var noise {
            for place in frames.indices { frames[place] = Frame(noise.left.next(), noise.right.next()) }
            self.noise = noise
            return
        }
        var done = 0
        while done < frames.count {
            let got: Int
            do throws(PlaybackError) {
                got = unsafe try frames.withUnsafeMutableBufferPointer { all throws(PlaybackError) in
                    unsafe try renderer?.render(into: UnsafeMutableBufferPointer(rebasing: all[done...])) ?? 0
                }
            } catch {
                throw .playback(error)
            }
            // A loop never ends, so there is always more unless the file was cut short meanwhile.
            guard got > 0 else { throw .playback(.empty) }
            done += got
        }
    }
}
