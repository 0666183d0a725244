// Room: Engine. Control loop.
internal import Dictation

/// The format that a `rec` asks for.
enum RecordFormat {
    /// What is not asked for is as in `model`, where that can be recorded.
    static func format(_ request: Request, like model: Segment? = nil, rate: Int) throws(EngineError) -> AudioFormat {
        if let model, request.text("format") == nil, request.text("bits") == nil, request.int("bitrate") == nil,
            let container = AudioFormat.Container(rawValue: model.container),
            let encoding = AudioFormat.SampleEncoding(rawValue: model.encoding)
        {
            do throws(FormatError) {
                return try AudioFormat(
                    container: container, encoding: encoding, rate: rate, channels: channels(request) ?? model.channels)
            } catch {
                throw EngineError.usage(error.description)
            }
        }
        do throws(FormatError) {
            let container = try AudioFormat.Container(word: request.text("format") ?? "wav")
            let encoding = try request.text("bits").map { (word) throws(FormatError) in
                try AudioFormat.SampleEncoding(word: word)
            }
            return try AudioFormat(
                container: container, encoding: encoding, rate: rate, channels: channels(request) ?? model?.channels ?? 2,
                bitRate: request.int("bitrate").map(Int.init))
        } catch {
            throw EngineError.usage(error.description)
        }
    }

    private static func channels(_ request: Request) -> Int? { request.int("channels").map(Int.init) }
}
