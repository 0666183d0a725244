// Sound made and measured by ffmpeg. One thread at a time.
import System
import TestSupport
import Testing

/// A sound file that ffmpeg makes, with the loudness that ffmpeg's own meter finds in it.
struct ForeignMeter {
    /// Loudness in LUFS and LU, peak in dB.
    struct Figures {
        var integrated = 0.0
        var range = 0.0
        var truePeak = -Double.infinity
        var maxMomentary = -Double.infinity
        var maxShortTerm = -Double.infinity
    }

    let folder = TempFolder()
    var wave: String { folder.file("sound.wav") }

    /// Makes a WAV of floats with these arguments for ffmpeg.
    init(_ words: [String]) throws {
        let run = Self.ffmpeg(words + ["-c:a", "pcm_f32le", "-y", wave])
        try #require(run.code == 0, "\(run.errors)")
    }

    private static func ffmpeg(_ words: [String]) -> Finished {
        Process.run("/usr/bin/ffmpeg", ["-nostdin", "-hide_banner", "-nostats"] + words)
    }

    /// The frames; a mono file has the same on both sides.
    func frames(channels: Int) throws -> [SIMD2<Float>] {
        let raw = folder.file("sound.raw")
        let sides = ["-af", "pan=stereo|c0=c0|c1=c\(channels - 1)"]
        let run = Self.ffmpeg(["-i", wave] + sides + ["-f", "f32le", "-c:a", "pcm_f32le", "-y", raw])
        try #require(run.code == 0, "\(run.errors)")
        return unsafe try File.contents(of: raw).withUnsafeBytes { unsafe Array($0.bindMemory(to: SIMD2<Float>.self)) }
    }

    /// The figures that ffmpeg finds in a file, to three decimals but for the peak.
    static func figures(_ path: String) throws -> Figures {
        let run = ffmpeg([
            "-i", path, "-af", "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-", "-f", "null", "/dev/null",
        ])
        try #require(run.code == 0, "\(run.errors)")
        var figures = Figures()
        for line in run.output.split(separator: "\n") where line.hasPrefix("lavfi.r128.") {
            let parts = line.split(separator: "=")
            guard parts.count == 2, let value = Double(parts[1]) else { continue }
            switch parts[0].dropFirst("lavfi.r128.".count) {
            case "I": figures.integrated = value
            case "LRA": figures.range = value
            case "M": figures.maxMomentary = max(figures.maxMomentary, value)
            case "S": figures.maxShortTerm = max(figures.maxShortTerm, value)
            default: continue
            }
        }
        // The summary has the peak of all channels: "    Peak:       -1.0 dBFS".
        let peak = run.errors.split(separator: "\n").last { $0.contains("Peak:") }
        let words = peak?.split(separator: " ").map(String.init) ?? []
        figures.truePeak = try #require(words.count > 1 ? Double(words[1]) : nil, "\(run.errors.suffix(600))")
        return figures
    }
}
