// The verb `engines`. One thread; asks each engine of the runtime folder.
import Control
import Dictation
import Messages

/// The verb `engines`: the engines that run, by their control sockets.
enum EngineList {
    /// Seconds that each engine has to answer.
    private static let patience = 1.0

    static func outcome(_ environment: [String: String], of request: Request) throws(DictaError) -> Outcome {
        let folder = environment["XDG_RUNTIME_DIR"]
        let items = RunningEngines.names(runtimeFolder: folder).map { item($0, folder) }
        let reply = Reply(["count": .int(Int64(items.count))], items: items)
        guard !items.isEmpty else { return Outcome(reply, text: tr("No engine runs.") + "\n", isList: true) }
        return try Outcome(reply, to: request)
    }

    private static func item(_ engine: String, _ folder: String?) -> Fields {
        do throws(ControlError) {
            let path = try ControlPath.standard(engine: engine, runtimeFolder: folder)
            let (process, state) = (try ask(.ping, engine, path), try ask(.status, engine, path))
            var fields: Fields = ["name": .text(engine)]
            for key in ["pid", "version"] { fields.append(key, process[key] ?? .text("")) }
            for key in ["jack", "jack_server", "client", "library", "record_state", "name", "play_state", "play_name"] {
                // The name of a recording is that of the take.
                fields.append(key == "name" ? "record_name" : key, state[key] ?? .text(""))
            }
            fields.append("socket", .text(path))
            return fields
        } catch {
            return ["name": .text(engine), "error": .text(error.description)]
        }
    }

    private static func ask(_ verb: EngineVerb, _ engine: String, _ path: String) throws(ControlError) -> Fields {
        let request: Request
        do throws(CommandError) { request = try CommandTable.request(.engine(verb)) } catch { throw .refused(error.failure) }
        var client = try ControlClient(engine: engine, path: path)
        return try client.ask(request, timeout: patience).fields
    }
}
