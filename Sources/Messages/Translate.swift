// The short way to a translated text. Any thread but a realtime one.

/// The message in the user's language: `tr("closed \(name)")`. The name is that of the field; the function is called at each text
/// that people read. In English where no catalogue has the message.
public func tr(_ message: Message) -> String { message.text }

/// The message in the user's language for an English word that has several meanings: `tr("Stop", "a key")`.
public func tr(_ message: Message, _ context: String) -> String { message.meaning(context).text }

/// The message for a number of things: `tr(count, "\(count) word", "\(count) words")`. Languages have other forms than English, so
/// each form names the number.
public func tr(_ count: some BinaryInteger, _ one: Message, _ many: Message) -> String {
    one.text(count: UInt(clamping: count.magnitude), many: many)
}
