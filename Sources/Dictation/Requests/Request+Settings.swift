// Settings for requests that name no values of their own. Any thread; a value.

extension Request {
    /// The request with the settings of silences, recognisers, lists and prompts that it needs, where it names no values of its
    /// own.
    public func completed(by settings: Request) -> Request {
        withSilence(of: settings).withRecogniser(of: settings).withListSort(of: settings).withPrompts(of: settings)
    }

    /// The request with the settings of these keys, where it names no values of its own.
    func taking(_ keys: [ParameterKey], from settings: Request) -> Request {
        let own = settings.values.filter { keys.contains($0.key) }
        return Request(command: command, values: own.merging(values) { $1 }, extendedFrame: extendedFrame)
    }
}
