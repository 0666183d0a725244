// The findings of `dictad --check-jack`. Main thread; blocks on a frozen server, so the caller limits its time.
internal import Dictation
internal import JSON
internal import JackClient
internal import Messages
internal import System

/// The JACK of this machine, as JSON for `dicta doctor`: the kind of server that an engine would take, and a server that
/// runs.
public enum JackReport {
    /// The findings. Nothing is started.
    public static func text(environment: @escaping (String) -> String?) -> String {
        var members: [JSONTree.Member] = [
            .init("kind", .text(JackInstallation.isPipeWire ? "PipeWire" : "jackd")),
            .init("server", .text(JackInstallation.serverName)),
        ]
        do throws(JackError) {
            let look = try JackLook()
            members += [
                .init("rate", .integer(Int64(look.rate))), .init("period", .integer(Int64(look.period))),
                .init("realtime", .flag(look.isRealtime)), .init("sources", .integer(Int64(look.sources.count))),
                .init("sinks", .integer(Int64(look.sinks.count))), .init("midi", .integer(Int64(look.midiPorts))),
                .init("dummy", .flag(JackInstallation.jackd(JackInstallation.serverName)?.isDummy == true)),
            ]
        } catch {
            members.append(.init("trouble", .text(error.description)))
            if case .noServer = error { members.append(.init("hint", .text(JackChoice.hint(environment).text))) }
        }
        return String(decoding: JSONTree.object(members).printed, as: UTF8.self)
    }
}
