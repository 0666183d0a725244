// Tests that no transition of the player clicks (P3, P4, P5, P6, P7).
import TestSupport
import Testing

extension Integration {
    /// JackTestSupportTests prove that the meter finds clicks.
    @Suite struct TransitionTests {
        @Test func rateAndBypass() throws {
            try TransitionCheck.run(["0.8", "0.9", "0.5", "2", "1", "1.5", "1", "0.73", "1"].map { ["rate", $0] })
        }

        @Test func pitch() throws {
            try TransitionCheck.run(["100", "300", "-1200", "-50", "1200", "0", "700", "0", "1", "0"].map { ["pitch", $0] })
        }

        @Test func bothAndTheEngine() throws {
            try TransitionCheck.run([
                ["rate", "0.8"], ["pitch", "200"], ["dpc", "quality", "faster"], ["pitch", "-300"], ["rate", "1.3"],
                ["dpc", "formants", "keep"], ["dpc", "quality", "finer"], ["dpc", "formants", "shift"],
                ["dpc", "off", "yes"], ["dpc", "quality", "faster"], ["rate", "0.6"], ["rate", "1"], ["pitch", "0"],
            ])
        }

        /// Here and below: at rate 1 the exact samples are joined, at another what the stretcher makes of them, with joints of
        /// its own. A short run has the latter; `rateAndBypass` goes to and fro.
        @Test(arguments: ["1", "0.8"].few) func locateAndNudge(rate: String) throws {
            try TransitionCheck.run(
                [
                    ["locate", "20.0017s"], ["locate", "480311f"], ["nudge", "1.2345s"], ["nudge", "-3333f"], ["locate", "5s"],
                ],
                before: ["rate", rate])
        }

        @Test(arguments: ["1", "0.8"].few) func gainAndChannels(rate: String) throws {
            try TransitionCheck.run(
                [
                    ["left", "-12"], ["left", "0"], ["right", "-inf"], ["right", "0"], ["master", "0.3"], ["master", "1.5"],
                    ["master", "1"], ["channels", "mono"], ["channels", "swap"], ["channels", "left"], ["channels", "right"],
                    ["channels", "stereo"],
                ].map { ["gain"] + $0 }, before: ["rate", rate])
        }

        @Test(arguments: ["1", "1.4"].few) func pauseResumeAndStop(rate: String) throws {
            try TransitionCheck.run([["pause"], ["resume"], ["pause"], ["resume"], ["stop"], ["play"]], before: ["rate", rate])
        }

        @Test(arguments: ["1", "0.8"].few) func cueAndReview(rate: String) throws {
            try TransitionCheck.run(
                [["cue", "on"], ["cue", "off"], ["review", "on"], ["review", "off"]], before: ["rate", rate], wait: 900)
        }

        /// Joints where the tone does not match, at several lengths, changed while the loop runs.
        /// The rates add what they do above, slower and faster.
        @Test(arguments: ["1", "0.8", "1.7"].few) func loop(rate: String) throws {
            try TransitionCheck.run(
                [
                    ["loop", "a", "10s", "b", "10.2513s"], ["loop", "b", "10.05s"], ["loop", "a", "9.9137s"],
                    ["loop", "b", "10.4s"], ["loop", "clear"],
                ], before: ["rate", rate], wait: 1500)
        }
    }
}
