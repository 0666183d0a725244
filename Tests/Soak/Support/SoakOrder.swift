// The command line of dicta-soak. Any thread; a value.

/// The step that the command line asks for, with its options.
struct SoakOrder {
    /// A part of the soak that can be run alone.
    enum Step {
        case help
        case report
        /// Forget the figures of a step.
        case anew(StepName)
        /// Seconds of all runs together.
        case mixed(Double)
        case pauses(Double)
        case day(rate: Int)
        case library(count: Int)
    }

    /// The step.
    private(set) var step = Step.help
    /// Folder of the figures.
    private(set) var folder = ".build/soak"
    /// Text that tells the version of the programs in the report.
    private(set) var version = ""
    /// Folder of the programs `dictad` and `dicta`; nil for that of this program.
    private(set) var programs: String?
    /// Hours of the take of a day.
    private(set) var hours = 24.0
    /// A leak to plant into the engines, which the run has to find.
    private(set) var plant: PlantedLeak?

    static let helpText = """
        usage: dicta-soak mixed [--hours N | --seconds N] [--plant descriptors|memory]
               dicta-soak pauses [--hours N | --seconds N]
               dicta-soak day48 | day192 [--hours N]
               dicta-soak library [--count N]
               dicta-soak report
               dicta-soak anew mixed|pauses|day48|day192|library

        Long runs of real engines at a private server. Figures are kept in a folder: a run goes on where the last one ended.
        'session/test --soak' builds it all and runs this; Tests/README.md has the protocol.

          mixed     six engines used by people in real time, until the hours of all runs are N (2)
          pauses    a take that is paused and resumed, until the hours of all runs are N (1)
          day48, day192   one take of N hours (24) in freewheel at 48 or 192 kHz, past the wrap of JACK's frame counter
          library   an engine with N recordings (100000)
          report    the sums of all runs
          anew      forget the figures of a step

          --folder DIR     folder of the figures (.build/soak)
          --programs DIR   folder with dictad and dicta (that of this program)
          --version TEXT   version to note with the figures
          --plant KIND     load a library with a leak into the engines: the run has to find it

        """

    /// Reads the arguments, without the name of the program.
    init(words: [String]) throws(SoakError) {
        guard let verb = words.first, verb != "--help" else { return }
        var rest = words.dropFirst()
        var forgotten: StepName?
        if verb == "anew" {
            guard let name = rest.popFirst().flatMap(StepName.init) else { throw .usage("'anew' needs the name of a step") }
            forgotten = name
        }
        var seconds: Double?
        var count = 100_000
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw .usage("\(option) needs a value") }
            switch option {
            case "--folder": folder = value
            case "--programs": programs = value
            case "--version": version = value
            case "--hours": seconds = try Self.number(option, value, 0.001...1000) * 3600
            case "--seconds": seconds = try Self.number(option, value, 1...3_600_000)
            case "--count": count = Int(try Self.number(option, value, 1...1_000_000))
            case "--plant":
                guard let leak = PlantedLeak(rawValue: value) else { throw .usage("--plant takes descriptors or memory") }
                plant = leak
            default: throw .usage("unknown option '\(option)'")
            }
        }
        if let seconds { hours = seconds / 3600 }
        if let forgotten { step = .anew(forgotten) }
        if verb == "report" { step = .report }
        guard forgotten == nil, verb != "report" else { return }
        switch StepName(rawValue: verb) {
        case .mixed: step = .mixed(seconds ?? 2 * 3600)
        case .pauses: step = .pauses(seconds ?? 3600)
        case .day48: step = .day(rate: 48_000)
        case .day192: step = .day(rate: 192_000)
        case .library: step = .library(count: count)
        case nil: throw .usage("unknown step '\(verb)'")
        }
    }

    private static func number(_ option: String, _ text: String, _ range: ClosedRange<Double>) throws(SoakError) -> Double {
        guard let number = Double(text), range.contains(number) else {
            throw .usage("\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }
}
