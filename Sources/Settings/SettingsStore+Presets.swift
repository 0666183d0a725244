// The verb `preset`: from requests to changes, and from presets to answers. One owner at a time; no I/O.
public import Dictation
internal import Messages

extension SettingsStore {
    /// The change of the presets that a request asks for; nil for one that shows presets. Throws `.refused`.
    public func presetChange(of request: Request) throws(SettingsError) -> [(key: ParameterKey, values: [String])]? {
        let words = request.texts(.line).flatMap { $0.split(separator: " ").map(String.init) }
        let isRemoved = request.flag(.remove)
        guard !words.isEmpty || isRemoved else { return nil }
        guard let name = request.text(.name) else { throw .refused(tr("name the preset (dicta preset NAME KEY=VALUE ...)")) }
        guard words.isEmpty || !isRemoved else { throw .refused(tr("words of a preset and --remove do not go together")) }
        let own = Preset.own(in: current)
        let others = own.filter { $0.name != name }
        if isRemoved {
            guard others.count < own.count else {
                let isBuiltIn = Preset.builtIn.contains { $0.name == name }
                throw .refused(
                    isBuiltIn ? tr("preset '\(name)' is built in and cannot be removed") : tr("preset '\(name)' is not there"))
            }
            return [(.preset, others.map(\.line))]
        }
        do throws(CommandError) {
            return [(.preset, others.map(\.line) + [try Preset(name: name, words).line])]
        } catch {
            throw .refused(error.description)
        }
    }

    /// The reply that lists the presets, or shows the one that the request names. Throws `.refused` for an unknown name.
    public func presets(_ request: Request) throws(SettingsError) -> Reply {
        var all = Preset.all(in: current)
        if let name = request.text(.name), !request.flag(.remove) {
            do throws(CommandError) { all = [try Preset.named(name, in: current)] } catch { throw .refused(error.description) }
        }
        let own = Set(Preset.own(in: current).map(\.name))
        return Reply(
            ["rec_preset": .text(current.text(.recPreset) ?? Preset.none)],
            items: all.map { preset in
                ["preset": .text(preset.name), "sets": .text(preset.words.joined(separator: " "))]
                    + ["from": .text(own.contains(preset.name) ? "settings" : "built in")]
            })
    }
}
