// Commands to the process callback. Control loop only: the single producer of the command ring.
internal import JackClient
internal import Messages
internal import Realtime
internal import Rings
internal import Threads

extension JackClient {
    /// Sends a command. Never blocks; throws `EngineError.system` if the ring is full.
    func send(_ command: RealtimeCommand) throws(EngineError) {
        guard unsafe link.pointee.commands.push(command) else {
            throw EngineError.system(call: tr("the JACK thread's command queue"), code: 105)
        }
    }

    /// Checks that `count` commands for `frame` can be sent now. A verb checks before it changes anything. Commands that wait
    /// for a frame have places of their own, so that immediate commands never wait behind them. Throws
    /// `EngineError.tooManyHeld`.
    func checkPlace(for count: Int, at frame: Int64) throws(EngineError) {
        guard frame != RealtimeCommand.atOnce else { return }
        guard unsafe link.pointee.unfinishedCommands + count <= RealtimeLink.mostHeld else {
            throw EngineError.tooManyHeld(most: RealtimeLink.mostHeld)
        }
    }
}
