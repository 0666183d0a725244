// A subscription to the state of an engine, for displays. One thread; never waits for messages.
import Control
import Dictation
import System

/// State messages of an engine, over a connection of its own. After an error it is silent.
final class Subscription {
    private var client: ControlClient?
    private let topics: String
    private let rate: Double
    private var renewed = Moment.now
    private static let lease = 30.0

    /// Nil while no engine answers.
    init?(_ remote: Remote, _ topics: String, rate: Double) {
        self.topics = topics
        self.rate = rate
        do throws(ControlError) {
            client = try ControlClient(engine: remote.engine, path: remote.path)
            try post()
        } catch { return nil }
    }

    /// The messages that have come since the last call.
    func messages() -> [StateMessage] {
        guard client != nil else { return [] }
        do throws(ControlError) {
            if Moment.now.seconds(since: renewed) > Self.lease / 3 { try post() }
            var all: [StateMessage] = []
            while let next = try client?.messages(within: 0), !next.isEmpty { all += next.compactMap(StateMessage.init) }
            return all
        } catch {
            client = nil
            return []
        }
    }

    private func post() throws(ControlError) {
        renewed = Moment.now
        let request: Request
        do throws(CommandError) {
            request = try CommandTable.request(
                .subscription(.subscribe),
                [.topics: .text(topics), .rate: .double(rate), .lease: .double(Self.lease)])
        } catch {
            throw .refused(error.failure)
        }
        try client?.post(request)
    }
}
