// Settings for requests that show questions. Any thread; a value.

extension Request {
    /// The request with the settings of the texts of questions, if it shows answers.
    func withPrompts(of settings: Request) -> Request {
        let keys: [ParameterKey] = [.promptLanguage, .promptName]
        guard verb == .library(.answers) else { return self }
        return taking(keys, from: settings)
    }
}
