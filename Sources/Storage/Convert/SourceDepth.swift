// The sample depth of a file that only ffmpeg can read. Any thread; a value. Making one blocks.
import Dictation
import JSON

/// The codec of a file, and the bits that hold all of its sound.
struct SourceDepth {
    /// ffmpeg's name of the codec; "unknown" without ffprobe.
    private(set) var codec = "unknown"
    /// 16 or 24 bits a sample.
    private(set) var bits = 24
    /// Number of channels; 0 without ffprobe.
    private(set) var channels = 0
    /// Number of tracks of sound; 0 without ffprobe.
    private(set) var tracks = 0
    /// True if the channels have places of a layout with a name, which ffmpeg can move.
    private(set) var hasPlaces = false
    /// Length of the first track in seconds, as the file tells it; nil if it does not.
    private(set) var seconds: Double?

    /// Codecs that keep each sample; all others but PCM are lossy, and 16 bits hold what they have kept.
    private static let lossless: Set<String> = [
        "alac", "flac", "ape", "wavpack", "tta", "mlp", "truehd", "shorten", "wmalossless", "mp4als", "tak", "ralf", "sonicls",
    ]

    /// Asks ffprobe about the audio streams, of which the first one counts; 24 bits if it is not installed or does not answer. Blocks.
    init(probing path: String) throws(StorageError) {
        guard let program = ForeignProgram.find("ffprobe") else { return }
        let answer = try ForeignProgram.run(
            program,
            [
                "-v", "error", "-protocol_whitelist", "file", "-select_streams", "a", "-show_entries",
                "stream=codec_name,channels,channel_layout,sample_fmt,bits_per_raw_sample,start_time,duration:stream_tags=DURATION"
                    + ":format=duration,nb_streams", "-of", "json", "file:\(path)",
            ])
        // ffmpeg says what is wrong with a file that ffprobe cannot read.
        guard let tree = try? JSONTree(parsing: answer.output), let streams = tree["streams"]?.list, let stream = streams.first,
            let name = stream["codec_name"]?.text
        else { return }
        codec = name
        tracks = streams.count
        channels = stream["channels"]?.integer.map(Int.init) ?? 0
        let isExact = Self.lossless.contains(name) || name.hasPrefix("pcm_") || name.hasPrefix("dsd_")
        let layout = stream["channel_layout"]?.text ?? "unknown"
        hasPlaces = layout != "unknown" && !layout.contains(" ")
        let stored = stream["bits_per_raw_sample"]?.text.flatMap { Int($0) } ?? 0
        let isShort =
            (1...16).contains(stored)
            || stored == 0 && ["u8", "u8p", "s16", "s16p"].contains(stream["sample_fmt"]?.text ?? "")
        bits = !isExact || isShort ? 16 : 24
        seconds = Self.seconds(stream, tree["format"])
    }

    /// The length of a stream: its own, or that to its end as Matroska tells it, or as the file does if the stream is all there is.
    private static func seconds(_ stream: JSONTree, _ file: JSONTree?) -> Double? {
        if let own = stream["duration"]?.text.flatMap({ Double($0) }) { return own }
        let start = max(0, stream["start_time"]?.text.flatMap { Double($0) } ?? 0)
        if let text = stream["tags"]?["DURATION"]?.text {
            let parts = text.split(separator: ":").compactMap { Double($0) }
            if parts.count == 3 { return parts[0] * 3600 + parts[1] * 60 + parts[2] - start }
        }
        guard let file, file["nb_streams"]?.integer == 1 else { return nil }
        return file["duration"]?.text.flatMap { Double($0) }.map { $0 - start }
    }
}
