// The attributes that a person gives a recording. Any thread; a value.
import Dictation
internal import Messages

/// A change of title, note, artist and own keys; nil leaves an attribute as it is.
struct Description: Hashable {
    /// The title.
    private let title: String?
    /// The note.
    private let note: String?
    /// The artist.
    private let artist: String?
    /// Own keys; an empty text removes one.
    private let fields: [OwnField]

    /// Most bytes of an artist, and of the title of an import.
    private static let longest = 4096

    /// Reads the options of the verb `note`. Throws `.usage` if there are none, and for texts that no recording can have.
    init(_ request: Request) throws(CatalogueError) {
        let isCleared = request.flag(.clear)
        title = request.text(.title)
        note = request.text(.text) ?? (isCleared ? "" : nil)
        artist = try request.text(.artist).map { (text) throws(CatalogueError) in try Self.line(text, "artist", request) }
        var fields: [OwnField] = []
        for pair in request.texts(.field) {
            guard let field = OwnField(pair) else {
                throw .usage(tr("note: --field takes KEY=TEXT, or KEY= to remove the key, not '\(pair)': \(OwnField.rule)"))
            }
            fields.append(field)
        }
        self.fields = fields
        guard note != nil || title != nil || artist != nil || !fields.isEmpty else {
            throw .usage(tr("note: give a --text, a --title, an --artist or a --field, or --clear the note"))
        }
    }

    /// A text of one line. Throws `.usage` for one that is too long or has a control character.
    static func line(_ text: String, _ option: String, _ request: Request) throws(CatalogueError) -> String {
        guard text.utf8.count <= longest, !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw .usage(
                tr(
                    longest,
                    "\(request.name): --\(option) has at most \(longest) byte and no control character;"
                        + " give a shorter text of one line",
                    "\(request.name): --\(option) has at most \(longest) bytes and no control character;"
                        + " give a shorter text of one line")
            )
        }
        return text
    }

    /// Gives a recording the attributes. Throws `.usage` for too many own keys.
    func apply(to recording: inout Recording) throws(CatalogueError) {
        if let title { recording.title = title }
        if let note { recording.note = note }
        if let artist { recording.artist = artist }
        for field in fields where !recording.set(field) {
            throw .usage(
                tr(
                    OwnField.most,
                    "note: \(recording.name) would have more than \(OwnField.most) own key; remove some first (--field KEY=)",
                    "note: \(recording.name) would have more than \(OwnField.most) own keys; remove some first (--field KEY=)"))
        }
    }
}
