// Orders to the reader thread, and its events. Any thread; values.
package import JackClient
package import Playback
package import Storage
package import Stretch
package import Threads

/// Orders to the reader thread.
package enum ReaderOrder: Sendable {
    /// Render for this client from now on.
    case attach(JackClient)
    /// Let go of the client and of everything loaded.
    case detach
    /// Open a source beside the one that plays. It is heard only after a `.locate`.
    case load(id: UInt64, TimelineSource)
    /// Close the source of this load.
    case unload(id: UInt64)
    /// Feed the playback ring from timeline frame `frame` of that load on, under this generation and with these settings.
    case locate(load: UInt64, frame: Int64, generation: UInt32, PlaySettings)
    /// Play a load with these settings, from the frame heard now on; nil for the one that plays.
    case settings(PlaySettings, load: UInt64?)
    /// Go on with these recordings behind the end of one. Comes before its locate, and again when the plan changes.
    case follow(FollowPlan)
    /// Move the playhead by a number of timeline frames from the one heard now.
    case nudge(id: UInt32, frames: Int64)
    /// `frames` frames of a take being recorded are safe to read now.
    case grow(load: UInt64, frames: Int64, isComplete: Bool)
    /// Follow renamed files, in all sources: the new paths by the old ones.
    case rename([String: String])
    /// End the thread.
    case quit
}

/// Events from the reader thread.
package enum ReaderEvent: Sendable {
    /// A source is open, with this format and length.
    case loaded(id: UInt64, SegmentInfo)
    /// A source could not be opened.
    case refused(id: UInt64, EngineError)
    /// A splice moves the playhead; the callback has not made it yet.
    case jumped(Jump)
    /// Nudge `id` reached this timeline frame; nil when something else moved the playhead first.
    case nudged(id: UInt32, to: Double?)
    /// Nudge `id` failed: nothing can be read where it led.
    case notNudged(id: UInt32, EngineError)
    /// Playback has caught up with a take being recorded and is limited to rate 1; false when the limit is lifted.
    case heldBack(Bool)
    /// Rate and pitch are made with this engine from now on, whatever was asked for.
    case rendering(StretchSettings.Engine)
    /// The machine is too slow for what was asked for; the rendering goes on with the quicker engine if there is one.
    case tooSlow(StretchError)
    /// Reading failed; playback ends there.
    case failed(EngineError)
    /// Answer to `detach`: the reader no longer uses the client.
    case detached
}

/// Everything about playback that a splice can change.
package struct PlaySettings: Sendable, Equatable {
    /// Rate and pitch, and the way they are made.
    package var stretch = StretchSettings()
    /// Loop in timeline frames; nil without one.
    package var loop: Route.Loop?
    /// Cue or review while it is held; nil otherwise.
    package var scan: Route.Scan?
    /// Frames that are skipped; see `Route.gaps`.
    package var gaps: [Range<Int64>] = []

    /// The sound of the file, unchanged.
    package init() {}
}
