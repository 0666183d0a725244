// Tests of the state machine of NSM, without socket and clock.
import Control
import Session
import Testing

@Suite struct NsmClientTests {
    private func client(hasGUI: Bool = false) -> NsmClient {
        NsmClient(NsmAnnouncement(name: "dicta", executable: "dictad", pid: 7, hasGUI: hasGUI))
    }

    private let welcome = OSCMessage(
        "/reply", [.string("/nsm/server/announce"), .string("hi"), .string("nsmd"), .string(":broadcast:")])

    private func open(_ path: String, _ id: String) -> OSCMessage {
        OSCMessage("/nsm/client/open", [.string(path), .string("name"), .string(id)])
    }

    private func joined(hasGUI: Bool = false) -> NsmClient {
        var client = client(hasGUI: hasGUI)
        _ = client.receive(welcome)
        return client
    }

    @Test func announcesItself() {
        let message = NsmClient(NsmAnnouncement(name: "a:b/c", executable: "x", pid: 7, hasGUI: true)).announce
        #expect(
            message
                == OSCMessage(
                    "/nsm/server/announce",
                    [
                        .string("a_b_c"), .string(":switch:dirty:progress:message:optional-gui:"), .string("x"), .int32(1),
                        .int32(1), .int32(7),
                    ]))
    }

    @Test func nothingIsSaidBeforeTheWelcome() {
        var client = client()
        #expect(client.tellDirty(true).isEmpty && client.tellLabel("x").isEmpty && client.tell("x", priority: 1).isEmpty)
        #expect(client.finish(.success("x")).isEmpty && client.tellProgress(0.5).isEmpty)
        #expect(client.receive(open("/p", "id")).allSatisfy { if case .note = $0 { true } else { false } })
        #expect(client.project == nil)
    }

    /// A program that answers an old NSM_URL late is nobody's manager (issue 39 no. 6).
    @Test func aLateWelcomeIsNone() {
        var client = client()
        #expect(client.giveUpWaiting().count == 1 && client.phase == .alone)
        #expect(client.giveUpWaiting().isEmpty)
        #expect(client.receive(welcome).allSatisfy { if case .note = $0 { true } else { false } })
        #expect(client.receive(open("/p", "id")).allSatisfy { if case .note = $0 { true } else { false } })
        #expect(client.phase == .alone && client.project == nil)
    }

    @Test func aRefusalAfterTheWelcomeIsNone() {
        var client = joined()
        let refusal = OSCMessage("/error", [.string("/nsm/server/announce"), .int32(-6), .string("no")])
        #expect(client.receive(refusal).isEmpty && client.phase == .joined)
    }

    @Test func eachOrderIsAnsweredOnceAndInOrder() {
        var client = joined()
        let project = NsmProject(path: "/p", displayName: "name", clientID: "id")
        #expect(client.receive(open("/p", "id")) == [.open(project)])
        #expect(client.receive(OSCMessage("/nsm/client/save")).isEmpty)
        #expect(
            client.finish(.success("ok")) == [
                .send(OSCMessage("/reply", [.string("/nsm/client/open"), .string("ok")])), .save,
            ])
        #expect(
            client.finish(.failure(NsmFailure(.general, "disk"))) == [
                .send(OSCMessage("/error", [.string("/nsm/client/save"), .int32(-1), .string("disk")]))
            ])
        #expect(client.finish(.success("again")).isEmpty)
    }

    /// A save that waited for a project that could not be opened is refused, not forgotten.
    @Test func aSaveOfNothingIsRefused() {
        var client = joined()
        _ = client.receive(open("/p", "id"))
        _ = client.receive(OSCMessage("/nsm/client/save"))
        let effects = client.finish(.failure(NsmFailure(.createFailed, "no")))
        #expect(effects.count == 2 && client.project == nil)
        #expect(
            effects.last.map {
                if case .send(let message) = $0 { message.arguments[1] == .int32(-6) } else { false }
            } == true)
    }

    /// A failed switch leaves the project before open, whose save is carried out; without one, nothing is left of its label.
    @Test func aFailedSwitchKeepsOrClearsTheLabel() {
        let one = NsmProject(path: "/one", displayName: "name", clientID: "id")
        let refusal = NsmClient.Effect.send(OSCMessage("/error", [.string("/nsm/client/open"), .int32(-10), .string("no")]))
        for kept in [one, nil] {
            var client = joined()
            _ = client.receive(open("/one", "id"))
            _ = client.finish(.success(""))
            #expect(client.tellLabel("recording b").count == 1 && client.tellDirty(true).count == 1)
            _ = client.receive(open("/two", "id"))
            let effects = client.finish(.failure(NsmFailure(.createFailed, "no")), kept: kept)
            let label = NsmClient.Effect.send(OSCMessage("/nsm/client/label", [.string("")]))
            let wanted = kept == nil ? [label, .send(OSCMessage("/nsm/client/is_clean")), refusal] : [refusal]
            #expect(client.project == kept && effects == wanted, "\(effects)")
            if kept != nil { #expect(client.receive(OSCMessage("/nsm/client/save")) == [.save]) }
        }
    }

    @Test func progressNeverGoesBack() {
        var client = joined()
        _ = client.receive(open("/p", "id"))
        #expect(client.tellProgress(0.5).count == 1)
        #expect(client.tellProgress(0.5).isEmpty && client.tellProgress(0.2).isEmpty)
        #expect(client.tellProgress(7) == [.send(OSCMessage("/nsm/client/progress", [.float(1)]))])
        _ = client.finish(.success(""))
        #expect(client.tellProgress(0.9).isEmpty)
    }

    @Test func windowsOnlyWhereTheyWereAnnounced() {
        var without = joined()
        #expect(without.receive(OSCMessage("/nsm/client/show_optional_gui")).isEmpty && without.tellShown(true).isEmpty)
        var with = joined(hasGUI: true)
        #expect(with.receive(OSCMessage("/nsm/client/show_optional_gui")) == [.show(true)])
        #expect(with.tellShown(true) == [.send(OSCMessage("/nsm/client/gui_is_shown"))])
        #expect(with.tellShown(true).isEmpty)
    }

    @Test func tooManyOrdersAreRefused() {
        var client = joined()
        _ = client.receive(open("/p", "id"))
        var refused = 0
        for _ in 0..<100 where !client.receive(OSCMessage("/nsm/client/save")).isEmpty { refused += 1 }
        #expect(refused > 0 && refused < 100)
    }

    /// Any messages come over the wire: there is no crash, no order against the NSM document, and one answer for each request.
    @Test func anythingMayCome() {
        let texts = [
            "", "/", "/tmp/p", "/tmp/../x", "id", "a:b", "/nsm/server/announce", "\u{1}", "ä", String(repeating: "x", count: 300),
        ]
        let paths = [
            "/reply", "/error", "/nsm/client/open", "/nsm/client/save", "/nsm/client/session_is_loaded", "/minor_error",
            "/nsm/client/show_optional_gui", "/nsm/client/hide_optional_gui", "/nsm/client/monitor/client_state",
        ]
        var seed: UInt64 = 88_172_645_463_325_252
        func next(_ bound: Int) -> Int {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return Int(seed % UInt64(bound))
        }
        for _ in 0..<300 {
            var client = client(hasGUI: next(2) == 0)
            var (orders, answers) = (0, 0)
            func count(_ effects: [NsmClient.Effect]) {
                for effect in effects {
                    switch effect {
                    case .open(let project):
                        orders += 1
                        #expect(project.path.hasPrefix("/") && !project.path.contains("..") && !project.clientID.contains(":"))
                    case .save: orders += 1
                    default: break
                    }
                }
            }
            for _ in 0..<200 {
                let arguments = (0..<next(5)).map { _ -> OSCArgument in
                    switch next(5) {
                    case 0: .int32(Int32(next(20)) - 10)
                    case 1: .float(.nan)
                    case 2: .blob([1, 2, 3])
                    default: .string(texts[next(texts.count)])
                    }
                }
                count(client.receive(next(4) == 0 ? welcome : OSCMessage(paths[next(paths.count)], arguments)))
                if next(4) == 0, orders > answers {
                    answers += 1
                    count(client.finish(next(2) == 0 ? .success("x") : .failure(NsmFailure(.general, "x"))))
                }
            }
            #expect(orders >= answers && orders <= answers + 1 + 200)
        }
    }

    @Test func terminalsAreFound() {
        func choose(_ environment: [String: String], _ there: Set<String>) -> TerminalChoice? {
            TerminalChoice(environment: { environment[$0] }, isExecutable: there.contains)
        }
        #expect(choose(["PATH": "/bin"], ["/bin/xterm"]) == nil)
        let xterm = choose(["PATH": "/a:/bin", "DISPLAY": ":0"], ["/bin/xterm"])
        #expect(xterm?.program == "/bin/xterm" && xterm?.arguments(running: ["x", "y"]) == ["-e", "x", "y"])
        let kitty = choose(
            ["PATH": "/bin", "WAYLAND_DISPLAY": "w", "TERMINAL": "kitty"], ["/bin/xterm", "/bin/kitty"])
        #expect(kitty?.program == "/bin/kitty" && kitty?.arguments(running: ["x"]) == ["x"])
        #expect(choose(["PATH": "/bin", "DISPLAY": ":0"], []) == nil)
    }
}
