// Messages to a thread that has other work too. Any thread may post to the mailbox; one thread works.
internal import System

/// Carries out the messages of a mailbox for a limited time at each turn. The rest waits for the next turn, in its order.
///
/// Answers to large questions cost milliseconds each, and one flood of them would keep everybody else waiting.
package final class Backlog<Message: Sendable> {
    private let mailbox: Mailbox<Message>
    private var waiting: ArraySlice<Message> = []

    /// Makes the backlog of a mailbox, which nobody else empties.
    package init(_ mailbox: Mailbox<Message>) { self.mailbox = mailbox }

    /// Milliseconds until the next turn: 0 while messages wait, -1 for none.
    package var timeout: Int32 { waiting.isEmpty ? -1 : 0 }

    /// Takes what has come, and carries out the oldest messages until `milliseconds` have passed, one at least.
    package func work(for milliseconds: Int, _ carryOut: (Message) -> Void) {
        waiting += mailbox.take()
        let end = Moment.now.later(milliseconds: milliseconds)
        while let message = waiting.popFirst() {
            carryOut(message)
            guard Moment.now < end else { break }
        }
        // The slice keeps what was taken out of it.
        if waiting.isEmpty { waiting = [] }
    }
}
