// The man page of the settings. Any thread; no I/O.
internal import Messages

extension ManualPage {
    /// The chapters of dicta-settings(5).
    static var settingsFile: [String] {
        var lines = [Roff.chapter("Synopsis"), Roff.italic("$XDG_CONFIG_HOME/dicta/settings"), Roff.chapter("Description")]
        lines += Roff.text(settingsIntro)
        lines += [".PP", Roff.escaped(projectText.text)]
        lines.append(Roff.chapter("Settings"))
        lines += SettingsTable.all.flatMap { setting in
            var sentences = [CommandHelp.described(setting.parameter), setting.holds.sentence.text]
            if !setting.parameter.choices.isEmpty { sentences.insert(tr("Allowed: \(setting.parameter.allowed)."), at: 1) }
            if setting.needs == .owner { sentences.append(tr("Only the owner may set it.")) }
            if setting.needs == .project { sentences.append(tr("A session's project may have its own value.")) }
            return Roff.tagged(
                "\(Roff.bold(setting.key.rawValue)) = \(Roff.italic(setting.parameter.word))", sentences.joined(separator: " "))
        }
        lines += [Roff.chapter("Times")] + Roff.text(times)
        return lines
    }
}
