// Room: Engine. Any thread; no state. What the table cannot know of settings.
internal import Control
internal import Dictation
internal import Storage

enum SettingsCheck {
    /// Keys that do not go together or lead nowhere, and why; nil when all is well.
    static func fault(in settings: Request) -> (keys: [String], words: String)? {
        if let library = settings.text("library"), !Library.isWholePath(library) {
            return (["library"], "'\(library)' is no full path: begin with / or ~/")
        }
        do throws(ControlError) {
            _ = try NetworkOptions(
                udp: settings.text("osc-udp"), tcp: settings.text("osc-tcp"), allow: settings.text("osc-allow"))
        } catch {
            return (["osc-udp", "osc-tcp", "osc-allow"], error.description)
        }
        do throws(EngineError) {
            _ = try RecordFormat.format(RecordFormat.standards(in: settings), rate: 48_000)
        } catch {
            return (["rec-bits", "rec-bitrate", "rec-format"], error.description)
        }
        let (kept, asked) = (settings.time("preroll"), settings.time("rec-preroll"))
        if let kept = kept?.seconds(rate: 48_000), let asked = asked?.seconds(rate: 48_000), asked > kept {
            return (["rec-preroll"], EngineError.preRollTooLong(asked: asked, kept: kept).description)
        }
        return nil
    }
}
