// swift-tools-version: 6.2
// The house on one page: rooms (targets) and doors (dependencies); arrows go down only.
import PackageDescription

/// Strict everywhere: an unsafe use is marked where it stands, a warning is an error.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

func room(_ name: String, _ doors: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: doors, swiftSettings: strict)
}

func program(_ name: String, _ doors: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: doors, path: path, swiftSettings: strict)
}

func suite(_ name: String, _ doors: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: doors, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "dicta",
    products: [
        .executable(name: "dicta", targets: ["dicta"]),
        .executable(name: "dictad", targets: ["dictad"]),
        .executable(name: "dicta-bench", targets: ["dicta-bench"]),
    ],
    targets: [
        // System libraries, one small shim.h each.
        .systemLibrary(name: "CJack", pkgConfig: "jack", providers: [.apt(["libjack-jackd2-dev"])]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CVorbis", pkgConfig: "vorbisenc", providers: [.apt(["libvorbis-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CPeaks"),
        .systemLibrary(name: "CSystemBus"),
        .systemLibrary(name: "CLiblo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
        .systemLibrary(name: "CRubberBand", pkgConfig: "rubberband", providers: [.apt(["librubberband-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),

        // What runs in the process callback, and the words of dictation. Neither knows the other.
        room("Rings"),
        room("Realtime", ["Rings", "CJack"]),
        room("Dictation"),

        // The edges: one C library each. They do not know each other.
        room("JackClient", ["Dictation", "Rings", "Realtime", "CJack", "CLinux"]),
        room("Database", ["CSQLite"]),
        room("Storage", ["Dictation", "Database", "CSndFile", "CVorbis", "CLinux", "CPeaks"]),
        room("Control", ["Dictation", "CLiblo"]),
        room("Session", ["Dictation", "Control"]),

        // What the library is asked and what it answers, with an engine and without.
        room("Catalogue", ["Dictation", "Storage", "Deck", "Stretch"]),

        // Media keys and applets.
        room("Desktop", ["CSystemBus"]),

        // From a file to what is heard.
        room("Deck", ["Dictation", "Storage", "Stretch"]),
        room("Stretch", ["CRubberBand", "CSampleRate"]),

        // Threads and lifetimes.
        room(
            "Engine",
            [
                "Dictation", "Rings", "Realtime", "JackClient", "Storage", "Catalogue", "Stretch", "Deck", "Control", "Desktop",
                "Session", "CLinux",
            ]),

        // All symbols are looked up at the start (-z now): the process callback never waits for the dynamic linker.
        .executableTarget(
            name: "dictad", dependencies: ["Engine", "Dictation"], swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),
        program("dicta", ["Control", "Dictation", "Catalogue", "Storage"]),
        program("dicta-bench", ["Control", "Dictation", "Storage", "CJack", "CSndFile"]),

        // Tests: the workbench starts programs and a stand-in for the engine; the studio has private JACK servers, probes
        // and real engines.
        .target(
            name: "Workbench", dependencies: ["Control", "Dictation", "CLinux"], path: "Tests/Workbench", swiftSettings: strict),
        .target(
            name: "Studio", dependencies: ["Workbench", "Control", "Dictation", "CJack", "CLinux"], path: "Tests/Studio",
            swiftSettings: strict),
        suite("RingsTests", ["Rings", "Realtime"]),
        suite("RealtimeTests", ["Realtime", "Rings", "CJack", "Studio", "Workbench"]),
        suite("DictationTests", ["Dictation", "Workbench"]),
        program("take-writer", ["Storage", "Dictation"], path: "Tests/TakeWriter"),
        program("library-child", ["Storage", "Dictation"], path: "Tests/LibraryChild"),
        // What anybody could have written: run with libFuzzer by session/test --fuzz, and with the kept seeds as a test.
        .target(
            name: "FuzzTargets", dependencies: ["Catalogue", "Storage", "Control", "Dictation"], path: "Tests/FuzzTargets",
            swiftSettings: strict),
        program("dicta-fuzz", ["FuzzTargets"], path: "Tests/Fuzz"),
        suite(
            "StorageTests",
            ["Storage", "Dictation", "Database", "Workbench", "FuzzTargets", "take-writer", "library-child", "dicta-fuzz"]),
        suite("StretchTests", ["Stretch"]),
        suite("DeckTests", ["Deck", "Stretch", "Storage", "Dictation", "Studio", "Workbench"]),
        suite(
            "EngineTests",
            [
                "Engine", "JackClient", "Deck", "Storage", "Catalogue", "Dictation", "Realtime", "Rings", "CLinux", "Control",
                "Workbench",
            ]),
        suite("ControlTests", ["Control", "Dictation", "Workbench"]),
        suite(
            "DictaTests", ["dicta", "dictad", "dicta-bench", "Storage", "Control", "Dictation", "Workbench"],
            exclude: ["Snapshots"]),
        suite("StudioTests", ["Studio", "Workbench"]),
        suite("SessionTests", ["Session", "Control"]),
        suite("IntegrationTests", ["Studio", "Workbench", "Control", "Dictation", "Storage", "dictad", "dicta"]),
    ],
    swiftLanguageModes: [.v6]
)

// Under ThreadSanitizer session/test builds only what two threads share.
if Context.environment["DICTA_ONLY"] == "rings" {
    package.targets.removeAll { !["CJack", "Rings", "Realtime", "RingsTests"].contains($0.name) }
    package.products = []
}
