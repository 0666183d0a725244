// Texts of systemd's units that start an engine for its scheduled takes. Any thread; pure functions.

/// The two units of an engine: a timer, and the service that it starts.
public enum WakeUnits {
    /// Seconds from the start of the engine to the take.
    static let lead = 60

    /// Name of the units without their endings: `dicta-schedule`, with the name of an engine that is not the standard one.
    public static func name(engine: String) -> String {
        let isStandard = engine == CommandTable.standardEngine
        return "dicta-schedule" + (isStandard ? "" : "-" + engine.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// Text of the timer; nil if no take of `takes` has units.
    public static func timer(_ takes: [ScheduledTake], engine: String) -> String? {
        let times = takes.filter { $0.wakes && $0.next != nil }.map { "OnCalendar=" + calendar($0.rule) }
        guard !times.isEmpty else { return nil }
        return """
            # Written by Dicta: 'dicta rec --at TIME --wake' adds a time, 'dicta schedule cancel' removes it.
            [Unit]
            Description=Start the Dicta engine '\(plain(engine))' for its scheduled takes

            [Timer]
            \(times.joined(separator: "\n"))
            AccuracySec=1s
            Persistent=true

            [Install]
            WantedBy=timers.target

            """
    }

    /// Text of the service. `words` are the path of the engine's program and its arguments. A second engine of this name ends at
    /// once, which is no failure. A shell starts the program and becomes it, since systemd itself starts none whose path has
    /// quotes or backslashes.
    public static func service(_ words: [String], engine: String) -> String {
        """
        # Written by Dicta: see the timer of the same name.
        [Unit]
        Description=The Dicta engine '\(plain(engine))', for its scheduled takes

        [Service]
        ExecStart=-/bin/sh -c "exec \\"$$0\\" \\"$$@\\"" \(words.map(quoted).joined(separator: " "))

        """
    }

    /// The times of a rule, `lead` seconds early, as systemd.time(7) reads them.
    static func calendar(_ rule: ScheduleRule) -> String {
        let early = CalendarTime(count: rule.first.count - lead)
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        switch rule.every {
        case .once: return "\(early)"
        case .day: return "*-*-* \(early.clock)"
        case .weekday: return (early.days < rule.first.days ? "Mon..Thu,Sun" : "Mon..Fri") + " *-*-* \(early.clock)"
        case .week: return "\(names[early.weekday]) *-*-* \(early.clock)"
        }
    }

    /// A word of ExecStart: systemd reads backslashes, quotes, percent and dollar signs in it.
    private static func quoted(_ word: String) -> String {
        var text = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\\", "\"": text += "\\\(scalar)"
            case "%", "$": text += "\(scalar)\(scalar)"
            // A line end would be the end of the line in the unit.
            case _ where scalar.value < 32: text += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\""
    }

    /// A text for the description of a unit, in which systemd reads percent signs.
    private static func plain(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 }).replacing("%", with: "%%")
    }
}
