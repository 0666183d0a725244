// Settings for requests that name no values of their own. Any thread; a value.

extension Request {
    /// The request with the settings of silences, recognisers, lists and prompts that it needs, where it names no values of its
    /// own.
    public func completed(by settings: Request) -> Request {
        withSilence(of: settings).withRecogniser(of: settings).withListSort(of: settings).withPrompts(of: settings)
    }
}
