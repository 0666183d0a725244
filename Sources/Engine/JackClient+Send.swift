// Room: Engine. Control loop only: the one producer of the command ring.
internal import JackClient
internal import Realtime
internal import Rings

extension JackClient {
    func send(_ command: RealtimeCommand) throws(EngineError) {
        guard unsafe link.pointee.commands.push(command) else {
            throw EngineError.system(call: "the JACK thread's command queue", code: 105)
        }
    }
}
