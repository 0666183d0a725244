// The verb `tui`: the screen, or lines for screen readers. One thread, before any other is started.
import Control
import Dictation
import Face
import Messages
import System
import Terminal

/// The verb `tui`: chooses looks, opens the terminal, and runs until the user quits.
struct Tui {
    private let request: Request
    private let remote: Remote
    private let settings: OwnSettings

    /// True when the window closes with the program.
    var isWindow: Bool { request.flag(.window) }

    /// Nil when the command line is no `tui`.
    init?(_ invocation: Invocation) throws(DictaError) {
        guard invocation.command?.verb == .terminal(.tui), !invocation.flag(.help), !invocation.flag(.version) else { return nil }
        request = try invocation.request()
        remote = try Remote(invocation)
        settings = try OwnSettings(remote.environment, engine: remote.engine)
    }

    /// Runs until the user quits. Gives the signal that ended it, if one did.
    func run() throws(DictaError) -> Int32? {
        let isUnicode = TerminalLocale.adopt(isUnicode: Screen.isUnicode)
        if request.flag(.plain) {
            var loop = PlainLoop(EngineSession(remote), keys: settings.text(.keys))
            try loop.run()
            if let words = farewell { try Output.standard(words + "\n") }
            return nil
        }
        do throws(TerminalError) {
            let type = remote.environment["TERM"]
            let isColoured = (remote.environment["NO_COLOR"] ?? "").isEmpty
            let screen = try TerminalScreen(type: type, isColoured: isColoured, isUnicode: isUnicode)
            let options = FaceOptions(
                glyphs: glyphs(isUnicode: isUnicode, type: type ?? ""),
                terminalGlyphs: terminalGlyphs(isUnicode: isUnicode, type: type ?? ""), colours: screen.colours,
                palette: request.text(.palette) ?? settings.text(.palette) ?? "dark", isRemote: remote.url != nil)
            let loop = try TuiLoop(screen, Face(options), EngineSession(remote), ScreenMemory(remote.environment))
            let signal = try loop.run()
            // A signal waits for no engine, and for no terminal that does not read.
            if signal == nil, let words = farewell { Output.note(words) }
            return signal
        } catch {
            throw .terminal(error)
        }
    }

    /// The words about a take that goes on without the screen; nil for none, and if the engine does not answer at once.
    private var farewell: String? {
        guard let request = try? CommandTable.request(.engine(.status)), let reply = try? remote.quickly(request) else {
            return nil
        }
        return Self.farewell(reply.fields, stop: remote.words("stop"))
    }

    /// The words about a take in this state of the engine; `stop` is the command that ends it.
    static func farewell(_ status: Fields, stop: String) -> String? {
        let name = status.text("name")
        return switch status.text("record_state") {
        case "recording": tr("\(name) is still being recorded; \(stop) ends it")
        case "paused": tr("\(name) is still paused; \(stop) ends it")
        case "armed": tr("\(name) is still armed and waits for sound; \(stop) ends it")
        case "waiting": tr("\(name) still waits for a JACK server to continue; \(stop) ends it")
        case "counting": tr("A take is still being counted in; \(stop) ends it")
        default: nil
        }
    }

    /// The characters of the screen: what the user chose, as far as the terminal can show it.
    private func glyphs(isUnicode: Bool, type: String) -> FaceOptions.Glyphs {
        let chosen = [request.text(.glyphs), settings.text(.glyphs)].compactMap(\.self).first.flatMap(FaceOptions.Glyphs.init)
        return isUnicode ? chosen ?? terminalGlyphs(isUnicode: isUnicode, type: type) : .ascii
    }

    /// The characters that the terminal can show: ASCII without UTF-8. The font of the Linux console lacks braille.
    private func terminalGlyphs(isUnicode: Bool, type: String) -> FaceOptions.Glyphs {
        isUnicode ? type.hasPrefix("linux") ? .blocks : .braille : .ascii
    }
}
