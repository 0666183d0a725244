// Requests and moves that follow from one event. Any thread; a value.
internal import Dictation
internal import Drawing

/// All that one event asks for, in order.
struct Outbox: Sendable {
    /// A change of the screen.
    enum Move: Sendable {
        /// Carry out an action of the screen.
        case perform(ScreenAction)
        /// Carry out an action as its key would in the panel that has the focus then, or say that it means nothing there.
        case choose(ScreenAction)
        /// Open a dialog.
        case open(any Panel, from: Owner)
        /// Close the dialog of that number.
        case close(Int)
        /// Show a page.
        case show(Tab)
        /// Show a line for a while.
        case say(String, Role)
        /// Ask the engine again.
        case refresh(Owner.Purpose)
        /// Take a new value of the setting of palette or characters.
        case look(ParameterKey, String)
        /// Give a panel the answer to its question of that number.
        case tell(Owner, question: Int, String)
        /// Set the rate.
        case rate(Double)
        /// Set the pitch in cents.
        case pitch(Double)
        /// Store values for the next screen.
        case remember([String: String])
    }

    /// The commands to the program.
    var commands: [FaceCommand] = []
    /// The changes of the screen.
    var moves: [Move] = []
    /// The requests that wait for their answer, by ticket.
    private(set) var owners: [Int: Owner] = [:]
    private var next = 1

    /// Sends a request for an owner; gives the ticket.
    @discardableResult
    mutating func ask(_ request: Request, for owner: Owner) -> Int {
        let ticket = next
        next += 1
        owners[ticket] = owner
        commands.append(.ask(ticket: ticket, request))
        return ticket
    }

    /// Sends a command as typed after `dicta`. Nil, with a word to the user, if the line is no command.
    @discardableResult
    mutating func ask(_ line: String, for owner: Owner) -> Int? {
        do throws(CommandError) {
            return ask(try Request(line: line), for: owner)
        } catch {
            moves.append(.say(error.description, .error))
            return nil
        }
    }

    /// The owner of an answer that has come; nil for an unknown ticket.
    mutating func owner(of ticket: Int) -> Owner? { owners.removeValue(forKey: ticket) }

    /// True while a request of that owner waits for its answer.
    func isWaiting(_ owner: Owner) -> Bool { owners.values.contains(owner) }

    /// Forgets all requests: their engine is gone.
    mutating func forget() { owners = [:] }
}
