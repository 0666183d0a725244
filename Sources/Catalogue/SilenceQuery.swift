// The silences that a request means. Any thread; a value.
public import Dictation
internal import Speech

/// How silent a silence is, and how much of it is left.
public struct SilenceQuery: Sendable, Hashable {
    /// Levels of the detector.
    let options: VoiceOptions
    /// Length that is left of a longer silence; nil for the standard one.
    private let left: TimeSpan?

    /// Reads the options of a request, or the settings of an engine. Throws `.usage` for a wrong threshold.
    public init(_ request: Request) throws(CatalogueError) {
        let threshold: VoiceThreshold
        do throws(CommandError) {
            threshold = try VoiceThreshold(
                request.text(.threshold) ?? request.text(.voiceThreshold) ?? "auto", of: request.name, "--threshold")
        } catch {
            throw .usage(error.description)
        }
        var options = VoiceOptions()
        if case .fixed(let level) = threshold { options.threshold = .fixed(level) }
        options.offMargin = request.double(.voiceOff) ?? options.offMargin
        self.options = options
        left = request.time(.silenceLeft)
    }

    /// A finder for a timeline of that sample rate in Hz.
    func finder(rate: Int) -> SilenceFinder {
        SilenceFinder(options, rate: rate, leftSeconds: left?.seconds(rate: rate) ?? SilenceFinder.standardSeconds)
    }
}
