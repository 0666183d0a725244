// A tone for session/run. Main thread only.
import System

/// Plays a sine of 440 Hz into the graph until a signal comes.
enum Tone {
    /// Plays at `peak` dB into the client `target`, for `seconds` or until a signal comes.
    static func play(peak: Double, to target: String?, seconds: Double?) throws(BenchError) {
        let amplitude = Decibel.factor(peak)
        let client = try SourceClient("dicta-tone") { .tone(step: 440 / Float($0), amplitude: amplitude) }
        do throws(BenchError) {
            if let target {
                var tries = 50
                while !client.connect(to: target) {
                    tries -= 1
                    guard tries > 0 else { throw .noPorts(client: target) }
                    try Interruption.sleep(seconds: 0.1)
                }
            }
            try Interruption.sleep(seconds: seconds ?? 1e9)
        } catch .signal {
            // A signal is the normal end.
        }
    }
}
