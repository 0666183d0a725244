// The machine of a report in words. Main thread only; runs the package manager.
import Dictation
import System

/// All that tells how to read the figures of a run: machine, programs, command line, other work.
struct Machine {
    /// Names and values, in the order of the page.
    let facts: [(name: String, value: String)]
    let work: OtherWork

    /// Describes this machine after a run that used `folder`.
    init(_ plan: ReportPlan, _ parts: [any ReportPart], work: OtherWork, began: Timestamp, folder: String) {
        self.work = work
        let packages = InstalledPackages(folder: folder)
        let missing = parts.flatMap(\.missing)
        let programs = (["jackd"] + parts.flatMap(\.peers)).compactMap { name in
            Environment.program(name, isOurs: false).map { packages.text(name, $0) }
        }
        let minutes = max(1, Int((Double(Timestamp.now.seconds - began.seconds) / 60).rounded()))
        facts = [
            ("Run", "\(began.iso8601), \(minutes) min"),
            ("Command", "`dicta-bench report\(plan.words.map { " " + $0 }.joined())`"),
            ("Dicta", "\(Version.text), \(Self.build)"),
            ("Processor", Self.processor),
            ("Memory", "\(Text.decimal(Double(ThisProcess.memoryBytes) / 0x1p30, 1)) GiB"),
            ("System", Self.system),
            ("Disk of the files", Disk(of: folder).words),
            ("Libraries", packages.libraries(["jack", "sndfile", "rubberband"]).joined(separator: ", ")),
            ("Programs", programs.joined(separator: ", ")),
            ("Not installed, left out", missing.isEmpty ? "none" : missing.joined(separator: ", ")),
            ("Other work", work.words),
        ]
    }

    /// Figures of a debug build are of no use.
    private static var build: String {
        #if DEBUG
            "debug build: its figures say nothing"
        #else
            "release build"
        #endif
    }

    private static var processor: String {
        let lines = (Text.file("/proc/cpuinfo") ?? "").split(separator: "\n")
        func value(_ key: String) -> String? {
            let line = lines.first { $0.hasPrefix(key) }
            return line?.split(separator: ":", maxSplits: 1).last.map { Text.trimmed($0) }
        }
        let model = value("model name") ?? value("Model") ?? "unknown"
        let isVirtual = value("flags")?.split(separator: " ").contains("hypervisor") ?? false
        let count = ThisProcess.processors
        return "\(model), \(count) \(count == 1 ? "core" : "cores")" + (isVirtual ? " of a virtual machine" : "")
    }

    private static var system: String {
        let name = (Text.file("/etc/os-release") ?? "").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        let system = name?.split(separator: "\"").last.map(String.init) ?? "unknown system"
        return "\(system), Linux \(Text.trimmed(Text.file("/proc/sys/kernel/osrelease") ?? ""))"
    }
}
