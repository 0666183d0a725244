// Tests the long runs in a short form: they work, go on where they ended, and find a leak (limits).
import JackTestSupport
import TestSupport
import Testing

@Suite(.serialized) struct ShortRunTests {
    /// The program `dicta-soak` with figures in a folder of the test.
    private func soak(_ folder: TempFolder, _ words: String...) -> Finished {
        Process.run(Programs.path("dicta-soak"), words + ["--folder", folder.file("soak")])
    }

    /// Seconds of pauses in two runs; a third one has nothing left to do.
    @Test func pausesAreAddedUp() {
        let folder = TempFolder()
        let first = soak(folder, "pauses", "--seconds", "2")
        #expect(first.code == 0 && first.output.contains(": good:"), "\(first)")
        let second = soak(folder, "pauses", "--seconds", "4")
        #expect(second.code == 0 && second.output.contains("in 2 runs"), "\(second)")
        let third = soak(folder, "pauses", "--seconds", "4")
        #expect(third.code == 0 && third.output.contains("are done already"), "\(third)")
    }

    /// Six engines for some seconds, each with a planted leak: the leak is found, and every take is exact.
    @Test func aLeakOfDescriptorsIsFound() {
        let run = soak(TempFolder(), "mixed", "--seconds", "9", "--plant", "descriptors")
        #expect(run.code == 1 && run.output.contains(" descriptors, then "), "\(run)")
        #expect(!run.output.contains("takes wrong") && !run.output.contains("frames lost"), "\(run)")
    }
}
