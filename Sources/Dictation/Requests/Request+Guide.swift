// Settings for requests that show questions. Any thread; a value.

extension Request {
    /// The request with the settings of the texts of questions, if it shows answers.
    func withPrompts(of settings: Request) -> Request {
        let keys: [ParameterKey] = [.promptLanguage, .promptName]
        guard verb == .library(.answers) else { return self }
        let own = settings.values.filter { keys.contains($0.key) }
        return Request(command: command, values: own.merging(values) { $1 }, extendedFrame: extendedFrame)
    }
}
