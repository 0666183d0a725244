// Settings for requests that write speech down. Any thread; a value.

extension Request {
    /// The request with the settings of recognisers where it names no values of its own; unchanged if it writes no speech down.
    func withRecogniser(of settings: Request) -> Request {
        guard verb == .library(.transcribe) else { return self }
        var keys: [ParameterKey] = [.recogniser, .recogniserLanguage, .recogniserVocabulary]
        // A model of the setting belongs to the recogniser of the setting.
        if values[.recogniser] == nil || values[.recogniser] == settings.values[.recogniser] { keys.append(.recogniserModel) }
        return taking(keys, from: settings)
    }
}
