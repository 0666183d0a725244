// The columns of the library's list. Any thread; constants.
internal import Dictation
internal import Drawing
internal import Messages

/// One column of the list.
enum LibraryColumn: CaseIterable, Sendable {
    // In the order of the screen.
    case name, length, date, size, format, tags, markers, position, state

    /// All but the name, the most important one first.
    private static let importance: [LibraryColumn] = [.length, .date, .size, .tags, .state, .format, .markers, .position]

    /// Cells of the name, below which no other column is worth its place: for the three most important columns, and for the rest.
    private static let shortestName = (most: 20, rest: 26)

    /// The columns that fit into a width with a useful name, in the order of the screen.
    static func fitting(_ width: Int) -> [LibraryColumn] {
        var chosen: [LibraryColumn] = [.name]
        var room = width - 1
        for (place, column) in importance.enumerated() {
            room -= column.width + 2
            guard room >= (place < 3 ? shortestName.most : shortestName.rest) else { break }
            chosen.append(column)
        }
        return allCases.filter(chosen.contains)
    }

    /// The cells; 0 for the name, which gets the rest.
    var width: Int {
        switch self {
        case .name: 0
        case .length, .size, .position, .state: 9
        case .date: 10
        case .format: 16
        case .tags: 14
        case .markers: 5
        }
    }

    /// The header.
    var header: String {
        switch self {
        case .name: tr("NAME")
        case .length: tr("LENGTH")
        case .date: tr("DATE")
        case .size: tr("SIZE")
        case .format: tr("FORMAT")
        case .tags: tr("TAGS")
        case .markers: tr("MARKS")
        case .position: tr("PLACE")
        case .state: tr("STATE")
        }
    }

    /// True for numbers, which stand at the right of their column.
    var isRight: Bool {
        switch self {
        case .length, .size, .markers, .position: true
        case .name, .date, .format, .tags, .state: false
        }
    }

    /// The order that a click on the header takes; nil for none.
    var sort: String? {
        switch self {
        case .name: "name"
        case .length: "duration"
        case .date: "date"
        case .size: "size"
        case .format, .tags, .markers, .position, .state: nil
        }
    }

    /// The text of a recording.
    func text(_ recording: RecordingView) -> String {
        switch self {
        case .name: recording.name
        case .length: recording.length
        case .date: LocalTime.day(recording.created)
        case .size: ByteSize(recording.bytes).decimal
        case .format: recording.shortFormat
        case .tags: recording.tags.joined(separator: ", ")
        case .markers: recording.markers == 0 ? "" : "\(recording.markers)"
        case .position: recording.position.map { TimeSpan.counter(seconds: $0) } ?? ""
        case .state: recording.problem.isEmpty ? recording.stateWord : tr("problem")
        }
    }
}
