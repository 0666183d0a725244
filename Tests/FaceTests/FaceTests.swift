// Tests of the screen's state.
import Dictation
import Drawing
import Face
import Testing

@Suite("Face")
struct FaceTests {
    @Test func quitEndsTheProgram() {
        var face = Face(FaceOptions())
        let commands = face.take(.input(.key(.character("q"))), at: 0)
        guard case .quit? = commands.first else { return #expect(Bool(false), "\(commands)") }
    }
}
