// Cleans up behind the tour. One thread; waits for the engine.
import Control
import Dictation
import Messages
import System

/// Ends what the tour has begun, and deletes its own take and nothing else.
struct TourCleaner {
    let engine: TourEngine
    let before: TourBefore
    /// Folder of the library.
    let library: String
    let take: TourTake?

    /// Seconds for which an operation on the take, or an engine that ends, is waited for.
    private static let patience = 10.0

    /// The result of the cleaning.
    struct Result {
        /// True if the test take is gone.
        var isDeleted = false
        /// Everything that could not be done.
        var errors: [TourEnd] = []
    }

    /// Cleans up, whatever the state is: each part is tried, also after an error of another one.
    func run(isKept: Bool) -> Result {
        var result = Result()
        func attempt(_ body: () throws(TourEnd) -> Void) {
            do throws(TourEnd) { try body() } catch { result.errors.append(error) }
        }
        attempt { () throws(TourEnd) in try end() }
        if !isKept, let take {
            attempt { () throws(TourEnd) in
                try delete(take)
                result.isDeleted = true
            }
        }
        if !result.errors.contains(where: TourEngine.isGone) { result.errors += before.bringBack(engine, take) }
        // An engine or a server that is gone has ended the tour, which says so.
        result.errors.removeAll { TourEngine.isGone($0) || $0.code == .noServer }
        return result
    }

    /// Ends the test take and its playback. What somebody else records or plays meanwhile goes on.
    private func end() throws(TourEnd) {
        guard let take else { return }
        let status = try engine.status()
        if take.isRunning(status) { _ = try engine.ask(TourEngine.request("stop", [.what: .text("rec")])) }
        if take.isLoaded(status), status.text("play_state") != "stopped" {
            _ = try engine.ask(TourEngine.request("stop", [.what: .text("play")]))
        }
    }

    // MARK: The take

    /// Deletes the test take by its id. Waits for operations on it, and for an engine that ends.
    private func delete(_ take: TourTake) throws(TourEnd) {
        let end = Moment.now.later(seconds: Self.patience)
        while true {
            do throws(TourEnd) {
                guard try isOwn(take) else { break }
                _ = try engine.ask(TourEngine.request("delete x", [.name: .text(take.id), .yes: .flag(true)]))
                return
            } catch {
                if TourEngine.isGone(error) { return try deleteAlone(take) }
                guard case .failed(let failure) = error else { throw error }
                // Somebody else has deleted it.
                if failure.code == .notFound { return }
                guard [.wrongState, .refused].contains(failure.code), Moment.now < end else { throw error }
                ThisProcess.sleep(milliseconds: 100)
                engine.attend()
            }
        }
        let words = tr("\(take.name) stays: another take was added to it during the tour")
        throw .failed(.tour(Failure(.refused, words)))
    }

    /// False if somebody has added a take of their own.
    private func isOwn(_ take: TourTake) throws(TourEnd) -> Bool {
        let found = try engine.ask(TourEngine.request("info x", [.name: .text(take.id)])).fields
        return take.segments == 0 || found.count("segments") <= take.segments
    }

    /// Deletes the test take without an engine. A take that a killed engine has left open is made a recording first, as the next
    /// engine would.
    private func deleteAlone(_ take: TourTake) throws(TourEnd) {
        let end = Moment.now.later(seconds: Self.patience)
        while ControlPath.isHeld(engine.remote.path), Moment.now < end {
            ThisProcess.sleep(milliseconds: 50)
            engine.attend()
        }
        let folder = [ParameterKey.library: Value.text(library)]
        let deletion = try TourEngine.request("delete x", folder.merging([.name: .text(take.id), .yes: .flag(true)]) { $1 })
        do throws(DictaError) {
            do throws(DictaError) {
                _ = try Alone(deletion, of: engine.remote).ask(deletion)
            } catch {
                // It was left open, or its folder changed meanwhile.
                let recovery: Request
                do throws(CommandError) { recovery = try CommandTable.request(.library(.recover), folder) } catch {
                    throw .usage(error)
                }
                _ = try Alone(recovery, of: engine.remote).ask(recovery)
                _ = try Alone(deletion, of: engine.remote).ask(deletion)
            }
        } catch {
            // It was deleted, or never had a frame.
            if error.code != .notFound { throw .failed(error) }
        }
    }
}
