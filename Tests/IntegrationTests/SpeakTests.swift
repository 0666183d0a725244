// Tests the speech program: an audio file that it writes in any order (K8).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct SpeakTests {
        /// A program may write the header of its file at the end, as encoders do that go back in a file: the engine does not move the
        /// place at which the program writes.
        @Test func aProgramMayWriteItsHeaderLast() throws {
            let folder = TempFolder()
            // The sound first, behind the place of the header; a pause after each change of the place.
            let program = """
                local $/; my $sound = <STDIN>;
                for my $part ([44, substr($sound, 44)], [0, substr($sound, 0, 44)]) {
                    sysseek(STDOUT, $part->[0], 0); select(undef, undef, undef, 0.1); syswrite(STDOUT, $part->[1]);
                }

                """
            #expect(folder.write(program, to: "late.pl"))
            let fixture = try EngineFixture()
            let usual = try fixture.engine.reply("speak", ["one two three"], timeout: 20).fields.double("seconds")
            try fixture.engine.ask("set", "speech-command", "espeak-ng --stdout --stdin | perl \(folder.file("late.pl"))")
            let late = try fixture.engine.reply("speak", ["one two three"], timeout: 20).fields.double("seconds")
            #expect(abs(late - usual) < 0.1 && late > 0.5)
        }
    }
}
