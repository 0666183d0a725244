// Requests of panels by verb and values. Any thread; a value.
internal import Dictation
internal import Drawing

extension FaceContext {
    /// Sends a request whose values come from lists and fields, so that no quotes are needed. Nil, with a word to the user, if
    /// the engine's table refuses it.
    @discardableResult
    mutating func ask(_ verb: Verb, _ values: [ParameterKey: Value] = [:]) -> Int? {
        do throws(CommandError) {
            return ask(try CommandTable.request(verb, values))
        } catch {
            say(error.description, .error)
            return nil
        }
    }

    /// Asks for a text; the answer comes back to this panel as `PanelInput.told`.
    mutating func question(_ number: Int, _ title: String, _ words: [String] = [], text: String) {
        open(Prompt.text(title, words, text) { text, context in context.tell(question: number, text) })
    }

    /// Asks for yes or no; yes comes back to this panel as `PanelInput.told`.
    mutating func question(_ number: Int, _ title: String, _ words: [String], isWarning: Bool = false) {
        open(Prompt.confirm(title, words, isWarning: isWarning) { context in context.tell(question: number, "") })
    }
}

extension Value {
    /// Several values of one parameter.
    static func several(_ texts: [String]) -> Value { .text(texts.joined(separator: String(CommandParameter.separator))) }
}
