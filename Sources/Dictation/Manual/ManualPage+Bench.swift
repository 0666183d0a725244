// The man page of the measurements. Any thread; no I/O.
internal import Messages

extension ManualPage {
    /// The chapters of dicta-bench(1).
    static var measurements: [String] {
        var lines = [Roff.chapter("Synopsis"), ".B dicta\\-bench", tr("[\\fIKIND\\fR] [\\fIOPTION\\fR...]")]
        lines += [Roff.chapter("Description")] + Roff.text(benchIntro)
        lines += [Roff.chapter("Kinds")] + benchKinds.flatMap { Roff.tagged(Roff.bold($0.key), $0.value.text) }
        return lines
    }

    private static let benchIntro: [Message] = [
        "dicta-bench measures dicta beside other programs, in one run on one machine: only the ratio of two figures of the same"
            + " run tells something. Programs that are not installed are left out. Each kind starts JACK servers of its own.",
        "'dicta-bench --help' lists the options of each kind and explains the figures. With --json they are one JSON object.",
    ]

    private static let benchKinds: KeyValuePairs<String, Message> = [
        "(none)": "Recording, beside other recorders: cost of the process callback, processor time, memory, lost frames.",
        "play": "The player: cost of stretching, time of a locate and of a change of rate, many engines at once.",
        "peaks": "Waveforms of long recordings.",
        "library": "Lists and searches in libraries of many recordings.",
        "control": "Commands and state messages over the control socket, UDP and TCP.",
        "tui": "The screen: processor time and bytes to the terminal.",
        "voice": "The voice detector on speech in noise.",
        "words": "Recognisers: word errors and time.",
        "report": "All measurements in rounds, as a page in Markdown: medians, spread, and the machine in words.",
    ]
}
