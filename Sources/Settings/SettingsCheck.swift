// Checks of settings that the table cannot express. Any thread; no state.
internal import Control
internal import Dictation
internal import Messages
internal import Storage

/// Checks combinations of settings.
enum SettingsCheck {
    /// Keys whose values contradict each other or are invalid, and the reason for the user; nil if all values are valid.
    static func fault(in settings: Request) -> (keys: [ParameterKey], words: String)? {
        if let library = settings.text(.library), !Library.isWholePath(library) {
            return ([.library], tr("'\(library)' is not a full path: begin with / or ~/"))
        }
        do throws(ControlError) {
            _ = try NetworkOptions(
                udp: settings.text(.oscUdp), tcp: settings.text(.oscTcp), allow: settings.text(.oscAllow))
        } catch {
            return ([.oscUdp, .oscTcp, .oscAllow], error.description)
        }
        do throws(FormatError) {
            _ = try AudioFormat(of: SettingsTable.takeDefaults(in: settings), rate: SettingsTable.frameRate)
        } catch {
            return ([.recBits, .recBitrate, .recFormat], error.description)
        }
        do throws(CommandError) {
            let preset = try Preset.chosen(nil, in: settings)
            do throws(FormatError) {
                _ = try AudioFormat(of: Preset.defaults(preset, in: settings), rate: SettingsTable.frameRate)
            } catch {
                let name = preset?.name ?? ""
                return ([.recPreset], tr("preset '\(name)': \(error)"))
            }
        } catch {
            return ([.recPreset, .preset], error.description)
        }
        let rate = SettingsTable.frameRate
        if let length = settings.time(.recSplitEvery)?.seconds(rate: rate), length > 0, length < SplitLimits.seconds {
            let least = TimeSpan.seconds(SplitLimits.seconds)
            let words = tr("rec-split-every must be at least \(least), or 0 for never")
            return ([.recSplitEvery], words)
        }
        if let size = settings.int(.recSplitSize), size > 0, size < SplitLimits.bytes {
            let least = ByteSize(SplitLimits.bytes).exact
            return ([.recSplitSize], tr("rec-split-size must be at least \(least), or 0 for never"))
        }
        let (kept, asked) = (settings.time(.preroll), settings.time(.recPreroll))
        if let kept = kept?.seconds(rate: rate), let asked = asked?.seconds(rate: rate), asked > kept {
            let (length, most) = (TimeSpan.length(asked), TimeSpan.length(kept))
            let words = tr(
                "a pre-roll of \(length) is more than the \(most) that the engine keeps: "
                    + "let it keep more first, with 'dicta set preroll \(TimeSpan.seconds(asked))'")
            return ([.recPreroll], words)
        }
        return nil
    }
}
