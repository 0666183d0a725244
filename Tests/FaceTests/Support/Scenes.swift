// Pictures of all that the screen can show, for tests that look at each of them. One test; no I/O.
import Dictation
import Drawing

@testable import Face

/// Scenes of the deck, of its troubles and dialogs, and of all pages: in several windows, unlocked and locked.
enum Scenes {
    /// Each cell that stands in one of the pictures, once.
    static func cells() -> Set<Cell> {
        let windows: [(columns: Int, rows: Int, glyphs: FaceOptions.Glyphs)] = [
            (80, 24, .ascii), (120, 36, .braille), (60, 12, .blocks), (20, 3, .braille),
        ]
        var cells: Set<Cell> = []
        for window in windows {
            let options = FaceOptions(glyphs: window.glyphs)
            let pictures =
                deck(window.columns, window.rows, options) + pages(window.columns, window.rows, options)
                + timer(window.columns, window.rows, options)
            for picture in pictures { cells.formUnion(picture.cells) }
        }
        return cells
    }

    // MARK: The deck

    private static func deck(_ columns: Int, _ rows: Int, _ options: FaceOptions) -> [Canvas] {
        states.flatMap { state -> [Canvas] in
            var rig = ScreenRig(columns, rows, options)
            state(&rig)
            var all = [rig.canvas]
            for change in changes {
                var other = rig
                change(&other)
                all.append(other.canvas)
                other.tell("lock", ["locked": .flag(true), "lock_seconds": .double(1)])
                all.append(other.canvas)
            }
            return all
        }
    }

    /// All that take, playback and connection can be.
    private static let states: [@Sendable (inout ScreenRig) -> Void] = [
        { $0.take(.link(.connecting)) },
        { $0.take(.link(.gone("the engine is gone"))) },
        { rig in
            rig.connect()
            rig.tell("wave", ScreenRig.wave(.inputs, "", until: 40 * 48_000, seconds: 30))
        },
        { rig in
            rig.connect()
            rig.tell("transport", ScreenRig.transport("counting", "stopped"))
            rig.tell("cues", ScreenRig.cues(countIn: 3, bed: "pink", spoken: 42))
        },
        { $0.record(4046) },
        { rig in
            rig.record(90)
            rig.tell("transport", ScreenRig.transport("paused", "stopped", take: "interview"))
            rig.wait(12.5)
        },
        { rig in
            rig.record(90)
            rig.tell("transport", ScreenRig.transport("waiting", "stopped", take: "interview"))
        },
        { rig in
            rig.record(90)
            rig.tell("transport", ScreenRig.transport("closing", "stopped", take: "interview"))
        },
        { rig in
            rig.record(90)
            rig.tell("transport", ScreenRig.transport("recording", "playing", take: "interview", loaded: "memo"))
        },
        { $0.play(37, of: 300) },
        { $0.play(37, of: 300, state: "paused") },
        { rig in
            rig.play(37, of: 300)
            rig.tell("loop", ScreenRig.loop(24 * 48_000, 44 * 48_000, scan: "cue"))
            rig.tell("rate", ScreenRig.sound(0.8, -150))
        },
    ]

    /// All that can happen in each of these states.
    private static let changes: [@Sendable (inout ScreenRig) -> Void] = [
        { _ in },
        { $0.tell("disk", ["disk_free_bytes": .int(70_000_000), "disk_seconds_left": .double(120)]) },
        { $0.tell("sources", ["source_state": .text("lost"), "source_ports": .list([]), "source_count": .int(0)]) },
        { $0.tell("meters", ScreenRig.meters(-1, 0, -2, 0)) },
        { $0.tell("xruns", ["xruns": .int(1), "missed_frames": .int(480), "lost_frames": .int(0)]) },
        { rig in
            rig.failure = Failure(.refused, "no")
            rig.press("s")
        },
        { $0.tell("prompts", PromptCardTests.prompt(isFavourite: true)) },
        { $0.tell("prompts", PromptCardTests.prompt(isInTake: true)) },
        { rig in
            rig.tell("questions", AskPanelTests.question("listening", 3))
            rig.press("0")
        },
        { rig in
            rig.tell("questions", AskPanelTests.question("answering", 3))
            rig.press("0")
        },
        { $0.press("w") }, { $0.press("d") }, { $0.press("?") }, { $0.press("i") },
        { rig in
            rig.press("d")
            rig.press("enter")
        },
    ]

    // MARK: The timer

    private static func timer(_ columns: Int, _ rows: Int, _ options: FaceOptions) -> [Canvas] {
        ["idle", "countdown", "running", "paused", "completed"].flatMap { state in
            [[], ["down"], ["end"], ["end", "enter"], ["enter"], ["n"], ["end", "D"], ["1"]].flatMap { (keys: [String]) in
                var rig = PageRig(columns, rows, options)
                TimerPanelTests.fill(&rig)
                rig.connect(page: "6")
                let left = state == "countdown" ? 1210.0 : state == "completed" ? 0 : 730
                rig.take(.state(topic: "timer", state == "idle" ? [:] : ScreenRig.timer(state, left: left)))
                for key in keys { rig.press(key) }
                let canvas = rig.canvas
                rig.take(.state(topic: "lock", ["locked": .flag(true), "lock_seconds": .double(0)]))
                return [canvas, rig.canvas]
            }
        }
    }

    // MARK: Pages

    private static func pages(_ columns: Int, _ rows: Int, _ options: FaceOptions) -> [Canvas] {
        ["2", "3", "4", "5", "7", "8", "9", "0"].flatMap { page in
            [
                [], ["down"], ["x", "down", "x"], ["D"], ["/", "m"], ["m"], ["o"], ["enter"], ["s"], ["t"], ["n"], ["delete"],
                ["e"], ["b"], ["b", "b", "down"],
            ]
            .flatMap {
                keys in
                var rig = PageRig(columns, rows, recordings: PageRig.three + PageRig.many(40), options)
                rig.markers = (1...40).map {
                    ["marker": .int($0), "name": .text("chorus"), "frames": .int($0), "note": .text("louder")]
                }
                rig.operations = ["done", "failed", "running", "cancelled"].map {
                    [
                        "operation": .int(1), "verb": .text("copy"), "state": .text($0), "done": .int(1), "total": .int(3),
                        "percent": .int(42), "name": .text("memo"), "error": .text($0 == "failed" ? "no room" : ""),
                    ]
                }
                rig.queue = QueuePanelTests.names
                rig.schedule = SchedulePanelTests.takes
                rig.transcript = TranscriptPanelTests.lines
                AskPanelTests.fill(&rig)
                rig.connect(page: page, loaded: "take-10001")
                rig.take(.state(topic: "queue", QueuePanelTests.state(4, current: 2, shuffle: true)))
                for key in keys { rig.press(key) }
                rig.wait(0.5)
                let canvas = rig.canvas
                rig.take(.state(topic: "lock", ["locked": .flag(true), "lock_seconds": .double(0)]))
                return [canvas, rig.canvas]
            }
        }
    }
}
