// swift-tools-version: 6.2
// All modules and their dependencies. Dependencies go one way only; the compiler refuses any other import.
import PackageDescription

/// Settings of every target: unsafe uses are marked in place, and a warning is an error.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// Optimised in debug builds too: the process callback, and the clients of the tests, look at every frame in the time of the
/// server. Checks of arithmetic and bounds stay. A build of one part alone has debug code for ThreadSanitizer, which finds
/// other races in it.
let optimised: [SwiftSetting] =
    Context.environment["DICTA_ONLY"] == nil ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

/// A library target with the strict settings.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], _ more: [SwiftSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict + more)
}

/// An executable target with the strict settings.
func program(
    _ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = [], path: String? = nil
) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict + more)
}

/// A test target with the strict settings.
func suite(
    _ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = [], exclude: [String] = []
) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + more)
}

let package = Package(
    name: "dicta",
    products: [
        .executable(name: "dicta", targets: ["dicta"]),
        .executable(name: "dictad", targets: ["dictad"]),
        .executable(name: "dicta-bench", targets: ["dicta-bench"]),
    ],
    targets: [
        // C libraries of the system, one small shim.h each.
        .systemLibrary(name: "CJack", pkgConfig: "jack", providers: [.apt(["libjack-jackd2-dev"])]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CVorbis", pkgConfig: "vorbisenc", providers: [.apt(["libvorbis-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CPeaks"),
        .systemLibrary(name: "CSystemBus"),
        // Without pkg-config, whose flags for ncurses are macros that the package manager warns of. The library is named in the map.
        .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CLiblo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
        .systemLibrary(name: "CRubberBand", pkgConfig: "rubberband", providers: [.apt(["librubberband-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CEbur128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),

        // The process callback, and the rules of dictation without I/O. Neither depends on the other.
        module("Rings", [], optimised),
        module("Realtime", ["Rings", "CJack"], optimised),
        module("Dictation", ["Messages", "JSON"]),

        // Texts for people, in the user's language.
        module("Messages", ["CLinux"]),

        // JSON text that keeps its form. Pure: no I/O and no clock.
        module("JSON", ["Messages"], optimised),

        // A thin layer over the C library: files, sockets, processes, signals, clocks, threads.
        module("System", ["Messages", "CLinux"]),

        // Cues: sounds made in code, and the frames at which they sound. Without I/O.
        module("Cues", ["Dictation", "JSON", "System"]),

        // The words of a recording: transcripts, their places, and the files that hold them. Pure: no I/O.
        module("Words", ["Messages", "Dictation", "JSON"]),

        // Prompts, affirmations and question sheets: what is offered when. Pure: no I/O and no clock.
        module("Guide", ["Messages", "Dictation", "JSON"]),

        // Finding voice in a signal. Pure: no I/O and no clock.
        module("Speech", ["System"], optimised),
        // Real speech in noise, for the tests and the measurement of the voice detector.
        module("SpeechTrial", ["Speech", "System"], optimised),

        // Loudness by EBU R128, and what else is measured of a recording. Pure: no I/O and no clock.
        module("Loudness", ["Messages", "Dictation", "System", "CEbur128"], optimised),
        module("Analysis", ["Messages", "Dictation", "JSON", "Words", "System", "Speech", "Loudness"], optimised),

        // Input and output: one C library or protocol each.
        module("JackClient", ["Messages", "System", "Dictation", "Rings", "Realtime", "CJack", "CLinux"]),
        module("Database", ["Messages", "CSQLite"]),
        module(
            "Storage",
            ["Messages", "System", "Dictation", "JSON", "Words", "Database", "CSndFile", "CVorbis", "CZlib", "CPeaks"],
            optimised),
        module("Control", ["Messages", "System", "Dictation", "CLiblo"]),
        module("Session", ["Messages", "System", "Dictation", "Control"]),

        // Recognisers: other programs that write speech down, run on pieces of recordings.
        module("Recognition", ["Messages", "System", "Dictation", "JSON", "Words", "Storage", "Speech", "Playback", "Stretch"]),

        // Questions to the library and operations on it, with an engine and without.
        module(
            "Catalogue",
            [
                "Messages", "System", "Dictation", "JSON", "Words", "Guide", "Storage", "Playback", "Speech", "Stretch",
                "Recognition",
                "Loudness",
                "Analysis",
            ]),

        // The settings in force and the files that store them, with an engine and without.
        module("Settings", ["Messages", "Dictation", "Storage", "Control"]),

        // Input devices of the machine: foot pedals at USB.
        module("Pedals", ["Messages", "System", "Dictation", "CEvdev"]),

        // Media keys and applets, over D-Bus.
        module("Desktop", ["CSystemBus"]),

        // The player: from files to the frames that are heard.
        module("Playback", ["Messages", "System", "Dictation", "Storage", "Stretch"], optimised),
        module("Stretch", ["Messages", "System", "CRubberBand", "CSampleRate"], optimised),

        // The terminal screen: a grid of cells, the screen's state and pictures without I/O, and the terminal that shows them.
        module("Drawing", ["System", "Dictation"], optimised),
        module("Face", ["Messages", "Drawing", "Dictation"]),
        module("Terminal", ["Messages", "Drawing", "System", "Dictation", "CCurses"]),

        // Threads with an inbox, their wake-ups, and the errors of the engine: what all threads of the engine share.
        module(
            "Threads",
            [
                "Messages", "System", "Dictation", "Realtime", "JackClient", "Storage", "Stretch", "Playback", "Catalogue",
                "Settings",
            ]),

        // The threads that write takes: from the capture ring to the files.
        module(
            "Recorder",
            [
                "Messages", "System", "Dictation", "Rings", "Realtime", "JackClient", "Storage", "Playback", "Speech", "Loudness",
                "Threads",
            ]),

        // The other threads that see frames: playback, the pitch of the monitor, the bed, and the samples of cues.
        module(
            "Player",
            [
                "Messages", "System", "Dictation", "Cues", "Rings", "Realtime", "JackClient", "Storage", "Stretch", "Playback",
                "Threads",
            ]),

        // The engine: desks, their threads without frames, and the control loop.
        module(
            "Engine",
            [
                "Messages", "Dictation", "JSON", "Words", "Guide", "Cues", "Rings", "Realtime", "JackClient", "Storage",
                "Catalogue",
                "Stretch",
                "Playback",
                "Settings", "Control", "Desktop", "Pedals", "Session", "Speech", "Loudness", "System", "Threads", "Recorder",
                "Player",
            ]),

        // -z now looks up all symbols at the start, so the process callback never waits for the dynamic linker.
        .executableTarget(
            name: "dictad", dependencies: ["Engine", "Threads", "Messages", "Settings", "Storage", "Dictation", "System"],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),
        program(
            "dicta",
            [
                "Messages", "System", "Control", "Dictation", "JSON", "Words", "Catalogue", "Settings", "Storage", "Face",
                "Terminal",
                "Drawing",
                "Recognition",
            ]),
        program(
            "dicta-bench",
            ["System", "Control", "Dictation", "Words", "Recognition", "Speech", "SpeechTrial", "Storage", "CJack", "CSndFile"]),

        // Support of the tests: TestSupport starts programs and a stand-in for the engine; JackTestSupport has private JACK
        // servers, probes and real engines.
        .target(
            name: "TestSupport", dependencies: ["System", "Control", "Dictation", "CLinux"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(
            name: "JackTestSupport", dependencies: ["TestSupport", "System", "Control", "Dictation", "CJack", "CLinux"],
            path: "Tests/JackTestSupport",
            swiftSettings: strict + optimised),
        suite("RingsTests", ["Rings", "Realtime"]),
        suite("RealtimeTests", ["Realtime", "Rings", "CJack", "JackTestSupport", "TestSupport"]),
        suite("SystemTests", ["System", "TestSupport"]),
        suite("DictationTests", ["Dictation", "JSON", "Messages", "TestSupport"]),
        program("take-writer", ["Storage", "Dictation"], optimised, path: "Tests/TakeWriter"),
        program("library-child", ["Storage", "Words", "Dictation", "System"], path: "Tests/LibraryChild"),
        // Readers of files and messages that anybody could have written: run with libFuzzer by session/test --fuzz, and with
        // the kept seeds as a test.
        .target(
            name: "FuzzTargets",
            dependencies: ["Catalogue", "Recognition", "Words", "Storage", "Control", "Dictation", "JSON"],
            path: "Tests/FuzzTargets", swiftSettings: strict),
        program("dicta-fuzz", ["FuzzTargets"], path: "Tests/Fuzz"),
        suite(
            "StorageTests",
            [
                "System", "Storage", "Dictation", "JSON", "Database", "Words", "TestSupport", "FuzzTargets", "take-writer",
                "library-child", "dicta-fuzz",
            ], optimised),
        // Runs of hours with real engines, by session/test --soak; a suite has short ones.
        .executableTarget(
            name: "dicta-soak",
            dependencies: ["JackTestSupport", "TestSupport", "Storage", "Control", "Dictation", "System", "CJack"],
            path: "Tests/Soak", swiftSettings: strict + optimised),
        suite("LongRunTests", ["dicta-soak", "dictad", "dicta", "JackTestSupport", "TestSupport"]),
        suite("StretchTests", ["Stretch"]),
        suite("CuesTests", ["Cues", "Dictation"]),
        suite("GuideTests", ["Guide", "Dictation", "JSON"]),
        suite("WordsTests", ["Words", "Dictation", "JSON", "TestSupport"]),
        suite("RecognitionTests", ["Recognition", "Words", "Storage", "Dictation", "System", "TestSupport"]),
        suite("SpeechTests", ["Speech", "SpeechTrial", "System"], optimised),
        suite("LoudnessTests", ["Loudness", "System", "TestSupport"]),
        suite("AnalysisTests", ["Analysis", "Dictation", "JSON", "Words", "System"]),
        suite("PlaybackTests", ["Playback", "Stretch", "Storage", "Dictation", "JackTestSupport", "TestSupport"], optimised),
        suite(
            "EngineTests",
            [
                "System", "Engine", "JackClient", "Playback", "Storage", "Catalogue", "Words", "Settings", "Dictation",
                "Realtime", "Rings", "Stretch", "CLinux", "Control", "Session", "Threads", "Recorder", "Player",
                "TestSupport",
            ]),
        suite("DrawingTests", ["Drawing", "Dictation", "System", "TestSupport"]),
        suite("TerminalTests", ["Terminal", "Drawing", "Dictation", "System"]),
        suite(
            "FaceTests", ["Messages", "Face", "Cues", "Drawing", "Dictation", "System", "TestSupport"], exclude: ["Snapshots"]),
        suite("ControlTests", ["System", "Control", "Dictation", "TestSupport"]),
        suite(
            "DictaTests",
            [
                "dicta", "dictad", "dicta-bench", "System", "Storage", "Words", "Guide", "Control", "Dictation", "JSON",
                "TestSupport",
            ],
            exclude: ["Snapshots"]),
        suite("JackTestSupportTests", ["JackTestSupport", "TestSupport"]),
        suite("SessionTests", ["System", "Session", "Control"]),
        suite(
            "IntegrationTests",
            [
                "System", "JackTestSupport", "TestSupport", "Control", "Dictation", "JSON", "Words", "Storage", "JackClient",
                "Realtime", "Threads", "dictad", "dicta",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// The targets of each part that can be built alone, by DICTA_ONLY=NAME: the screen, the state that two threads share
/// (for ThreadSanitizer), the voice detector, transcripts, prompts and question sheets.
let parts: [String: Set<String>] = [
    "face": [
        "CLinux", "Messages", "System", "Dictation", "JSON", "Cues", "Drawing", "Face", "DrawingTests", "FaceTests",
        "TestSupport", "Control",
        "CLiblo",
    ],
    "rings": ["CJack", "Rings", "Realtime", "RingsTests"],
    "speech": ["CLinux", "System", "Speech", "SpeechTrial", "SpeechTests"],
    "words": ["CLinux", "CLiblo", "Messages", "System", "Control", "Dictation", "JSON", "Words", "WordsTests", "TestSupport"],
    "guide": ["CLinux", "Messages", "Dictation", "JSON", "Guide", "GuideTests"],
]
if let name = Context.environment["DICTA_ONLY"], let kept = parts[name] {
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}

// DICTA_ONLY=programs leaves `dicta` and `dictad`, in one graph without tests and measurements.
if Context.environment["DICTA_ONLY"] == "programs" {
    let programs: Set = ["dicta", "dictad"]
    package.targets.removeAll { target in
        target.type == .test || target.path?.hasPrefix("Tests/") == true || target.name == "SpeechTrial"
            || (target.type == .executable && !programs.contains(target.name))
    }
    package.products.removeAll { !programs.contains($0.name) }
}
