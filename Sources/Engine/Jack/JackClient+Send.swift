// Control loop only: the one producer of the command ring.
internal import JackClient
internal import Realtime
internal import Rings

extension JackClient {
    func send(_ command: RealtimeCommand) throws(EngineError) {
        guard unsafe link.pointee.commands.push(command) else {
            throw EngineError.system(call: "the JACK thread's command queue", code: 105)
        }
    }

    /// Throws unless so many commands for `frame` can be sent now, all of them. A verb asks before it changes anything: those
    /// that wait for their frame have places of their own, so that what holds at once never waits behind them.
    func checkPlace(for count: Int, at frame: Int64) throws(EngineError) {
        guard frame != RealtimeCommand.atOnce else { return }
        guard unsafe link.pointee.unfinishedCommands + count <= RealtimeLink.mostHeld else {
            throw EngineError.tooManyHeld(most: RealtimeLink.mostHeld)
        }
    }
}
