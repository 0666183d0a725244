// Tests of the places at which clips become markers (R20).
import Dictation
import Testing

@testable import Engine
@testable import Recorder

@Suite struct ClipMarksTests {
    @Test func oneASecond() {
        var marks = ClipMarks(rate: 1_000)
        for frame in [5, 6, 1_004, 1_005, 1_006, 2_500, 3_499, 3_500] as [Int64] { marks.note(frame) }
        #expect(marks.take() == [5, 1_005, 2_500, 3_500] && marks.take().isEmpty)
        marks.note(4_499)
        marks.note(4_500)
        #expect(marks.take() == [4_500])
    }

    /// A line that clips for a day.
    @Test func aDayOfClips() {
        var marks = ClipMarks(rate: 10)
        var all = 0
        for frame in 0..<Int64(86_400 * 10) {
            marks.note(frame)
            if frame.isMultiple(of: 1_000) { all += marks.take().count }
        }
        #expect(all + marks.take().count == SettingsTable.mostClipMarkers)
    }
}
