// Room: Engine. Control loop.
internal import Dictation

/// The format that a `rec` asks for.
enum RecordFormat {
    static func format(_ request: Request, rate: Int) throws(EngineError) -> AudioFormat {
        do throws(FormatError) {
            let container = try AudioFormat.Container(word: request.text("format") ?? "wav")
            let encoding = try request.text("bits").map { (word) throws(FormatError) in
                try AudioFormat.SampleEncoding(word: word)
            }
            return try AudioFormat(
                container: container, encoding: encoding, rate: rate, channels: Int(request.int("channels") ?? 2),
                bitRate: request.int("bitrate").map(Int.init))
        } catch {
            throw EngineError.usage(error.description)
        }
    }
}
