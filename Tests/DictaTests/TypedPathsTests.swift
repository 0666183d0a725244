// Tests of the paths that are typed on the screen.
import Dictation
import System
import Testing

@testable import dicta

@Suite("Paths typed on the screen (T7)")
struct TypedPathsTests {
    private func export(to path: String) throws -> String? {
        let request = try CommandTable.request(.library(.export), [.name: .text("a\nb"), .to: .text(path)])
        let changed = TypedPaths.absolute(request, home: "/home/anna")
        #expect(changed.texts(.name) == ["a", "b"])
        return changed.text(.to)
    }

    @Test("a path becomes absolute, from the home or the working folder")
    func paths() throws {
        let folder = try #require(ThisProcess.folder)
        #expect(try export(to: "~/Desktop/") == "/home/anna/Desktop/")
        #expect(try export(to: "~") == "/home/anna")
        #expect(try export(to: "/tmp/x.m4a") == "/tmp/x.m4a")
        #expect(try export(to: "x.m4a") == folder + "/x.m4a")
        #expect(try export(to: "~bob/x") == folder + "/~bob/x")
        let request = try CommandTable.request(.library(.importing), [.path: .text("~/a.wav\n/b.wav")])
        #expect(TypedPaths.absolute(request, home: "/home/anna").texts(.path) == ["/home/anna/a.wav", "/b.wav"])
        #expect(TypedPaths.absolute(request, home: nil).texts(.path) == [folder + "/~/a.wav", "/b.wav"])
    }

    @Test("names of recordings stay as they are")
    func names() throws {
        let request = try CommandTable.request(.library(.rename), [.name: .text("~/a"), .to: .text("~/b")])
        #expect(TypedPaths.absolute(request, home: "/home/anna") == request)
    }
}
