// Room: Stretch. Reader thread only.

extension DPC {
    /// Takes over what was asked for. While a crossfade still waits to be heard the change waits with it (10 to 20 ms).
    func adopt(_ source: Source) throws(StretchError) {
        guard current != settings, joint.isEmpty else { return }
        let glides = !current.isBypass && !settings.isBypass && current.engine == settings.engine
        guard hasSounded else { return try restart() }
        current = settings
        if glides, case .wet(let stretcher, _) = voice {
            stretcher.change(to: settings)
            return
        }
        if case .dry = voice, settings.isBypass { return }
        var old = voice
        // Earlier by half the search, so that the best match is looked for on both sides.
        var new = try makeVoice(at: (old.position - Double(joint.search / 2) * settings.rate).rounded())
        unsafe joint.mix(&old, &new) { voice, frames in
            unsafe voice.render(into: frames, window: window, scratch: scratch, source: source)
        }
        voice = new
    }

    /// A voice at the place of the locate, without a crossfade: nothing was heard yet. The stretcher at hand is taken again.
    func restart() throws(StretchError) {
        current = settings
        voice = .dry(next: 0)
        voice = try makeVoice(at: 0)
    }

    /// A voice for the current settings whose first frame out is source frame `frame` (counted from the locate).
    func makeVoice(at frame: Double) throws(StretchError) -> Voice {
        if current.isBypass { return .dry(next: Int64(frame)) }
        let stretcher = try spare(for: current)
        stretcher.begin(at: frame, settings: current)
        // What came before, where it is still known, primes better than silence does.
        return .wet(stretcher, feed: Int64(frame) - Int64(stretcher.startPad))
    }

    /// A stretcher of the right engine that is not the one now heard.
    func spare(for settings: StretchSettings) throws(StretchError) -> Stretcher {
        var used: Stretcher?
        if case .wet(let stretcher, _) = voice { used = stretcher }
        if let idle = stretchers.first(where: { $0 !== used && $0.engine == settings.engine }) { return idle }
        let made = try Stretcher(sampleRate: sampleRate, settings: settings, block: Self.block)
        stretchers.removeAll { $0 !== used }
        stretchers.append(made)
        return made
    }
}
