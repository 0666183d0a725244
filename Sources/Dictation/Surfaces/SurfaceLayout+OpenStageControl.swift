// The layout for Open Stage Control, made from the command table. Any thread; no I/O.
internal import JSON
internal import Messages

extension SurfaceLayout {
    /// A session of Open Stage Control (1.x): one tab for each group, and one with the engine's state.
    public static var openStageControl: [UInt8] {
        func object(_ members: (String, JSONTree)...) -> JSONTree {
            .object(members.map { JSONTree.Member($0.0, $0.1) })
        }
        func widget(_ index: Int, _ control: SurfaceControl) -> JSONTree {
            var members: [(String, JSONTree)] = [
                ("id", .text(identifier(control))), ("label", .text(control.label)), ("address", .text(control.address)),
                ("expand", .text("true")), ("height", .integer(64)),
            ]
            switch control.kind {
            case .button(let argument):
                let on: JSONTree = argument.map { .number("\($0)") } ?? .none
                members += [("type", .text("button")), ("mode", .text("tap")), ("on", on), ("typeTags", .text("f"))]
            case .hold:
                members += [
                    ("type", .text("button")), ("mode", .text("push")), ("on", .integer(1)), ("off", .integer(0)),
                    ("typeTags", .text("i")),
                ]
            case .fader(let range, let standard):
                members += [
                    ("type", .text("fader")), ("horizontal", .flag(true)), ("design", .text("compact")),
                    ("range", object(("min", .number("\(range.lowerBound)")), ("max", .number("\(range.upperBound)")))),
                    ("default", .number("\(standard)")), ("doubleTap", .flag(true)), ("typeTags", .text("f")),
                ]
            }
            return .object(members.map { JSONTree.Member($0.0, $0.1) })
        }
        func tab(_ title: String, _ widgets: [JSONTree]) -> JSONTree {
            object(
                ("type", .text("tab")), ("id", .text(title)), ("label", .text(title)), ("layout", .text("vertical")),
                ("scroll", .flag(true)), ("widgets", .list(widgets)))
        }
        var tabs = SurfaceControl.panels.map { panel in
            tab(panel.title, panel.controls.enumerated().map(widget))
        }
        // Subscribes the asking surface for an hour: the longest lease.
        let subscribe = object(
            ("type", .text("button")), ("id", .text("subscribe")), ("label", .text(tr("show the state for an hour"))),
            ("address", .text("/dicta/subscribe")), ("mode", .text("tap")), ("height", .integer(64)), ("on", .none),
            ("preArgs", .list([.text("*"), .number("10"), .number("3600.0")])))
        let topics = Topic.states.map { topic in
            object(
                ("type", .text("text")), ("id", .text("state/\(topic.rawValue)")), ("label", .text(topic.rawValue)),
                ("address", .text("/dicta/state/\(topic.rawValue)")), ("expand", .text("true")), ("wrap", .flag(true)))
        }
        tabs.append(tab(tr("State"), [subscribe] + topics))
        return object(
            ("createdWith", .text("dicta")), ("version", .text("1.26.0")), ("type", .text("session")),
            (
                "content",
                object(
                    ("type", .text("root")), ("id", .text("root")), ("label", .text("Dicta")), ("widgets", .list([])),
                    ("tabs", .list(tabs)))
            )
        ).printed
    }

    private static func identifier(_ control: SurfaceControl) -> String {
        control.label.replacing(" ", with: "_")
    }
}
