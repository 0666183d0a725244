// Tests of files with another rate than the output.
import Glibc
import Playback
import Stretch
import Testing

@Suite struct RateTests {
    /// A slow ramp passes any resampler unchanged: the value of a frame is its place in the file.
    @Test(arguments: [(44_100, 48_000), (96_000, 48_000), (8000, 48_000), (48_000, 44_100), (22_050, 96_000)])
    func everyFrameIsWhereItSays(_ tapeRate: Int, _ outputRate: Int) throws {
        let wave = try TestWave(frames: 3 * tapeRate, rate: tapeRate) { SIMD2(repeating: Float($0) / Float(1 << 20)) }
        let player = try TestRenderer(wave, rate: outputRate, quality: .best)
        let place = tapeRate + 77
        try player.renderer.begin(at: Double(place), route: Route(), settings: StretchSettings())
        let heard = try player.play(outputRate)
        #expect(player.pieces.first?.timeline == Double(place))
        var worst = 0.0
        var index = 0
        for piece in player.pieces {
            for frame in 0..<piece.count {
                let said = piece.timeline + Double(frame) * piece.step
                worst = max(worst, abs(Double(heard[index + frame].x) * Double(1 << 20) - said))
            }
            index += piece.count
        }
        print("MEASURED place \(tapeRate) -> \(outputRate): worst \(worst) frames")
        #expect(worst < 0.6)
    }
}
