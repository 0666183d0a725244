// Settings for requests that concern silences. Any thread; a value.

extension Request {
    /// The request with the settings of silences where it names no values of its own; unchanged if it concerns no silences.
    func withSilence(of settings: Request) -> Request {
        let keys: [ParameterKey] = [.silenceLeft, .voiceThreshold, .voiceOff]
        guard verb == .library(.silences) || verb == .library(.export) && flag(.skipSilence) else { return self }
        return taking(keys, from: settings)
    }
}
