// The library: a list with search, details and verbs. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of the library.
struct LibraryPanel: Panel {
    var title: String { tr("Library") }
    var list = RowList()
    var window = LibraryWindow()
    var filter = LibraryFilter()
    var search = TextField()
    var isTyping = false
    var marks = LibraryMarks()
    /// The waveform of the selected recording.
    var wave = LibraryWave()
    /// Name of the selected recording, by which the list keeps its place when other rows come and go.
    var selectedName: String?
    /// The place before the filter, to which the list goes back without it.
    var placeBefore: (row: Int, name: String?)?
    /// The question that is open, with what it is about.
    var question: LibraryQuestion?
    /// The verbs under way, by ticket.
    var works: [Int: LibraryWork] = [:]
    /// True once the place of an earlier screen was looked up.
    private var hasRemembered = false
    private var lastMove = 0.0
    private var rememberedRow: Int?

    /// While a search is typed, keys of its own hold, so that letters and editing keys reach the text.
    var contexts: [KeyContext] { isTyping ? [.search, .list] : [.library, .list] }
    var takesText: Bool { isTyping }

    /// Cells of the signs before a name: the mark, the state, a blank.
    static let signs = 3

    /// The spots of the mouse.
    enum Spot: Int { case list, search, header, tag }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        defer { note(context.now) }
        switch input {
        case .action(let action): return isTyping ? takeWhileTyping(action) : take(action, &context)
        case .key(let key):
            guard isTyping, search.take(key) else { return false }
            setWords(search.text)
        case .paste(let text):
            guard isTyping else { return false }
            search.insert(text)
            setWords(search.text)
        case .mouse(let event, let spot, let area): take(event, spot, area, &context)
        case .told(_, let text): answerQuestion(text, &context)
        }
        return true
    }

    private mutating func takeWhileTyping(_ action: ScreenAction) -> Bool {
        switch action {
        case .accept: isTyping = false
        case .close:
            isTyping = false
            search = TextField()
            setWords("")
        // In the search these keys belong to its text.
        case .first: _ = search.take(.named(.home))
        case .last: _ = search.take(.named(.end))
        default: return move(action)
        }
        return true
    }

    private mutating func take(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        switch action {
        case .find: isTyping = true
        case .close:
            if !marks.isEmpty {
                marks = LibraryMarks()
            } else if filter.hidesSome {
                if filter.isFavourites { setFavourites(false, &context) }
                filter.tag = ""
                search = TextField()
                setWords("")
            } else {
                return false
            }
        case .select:
            if let recording = window.row(list.selected) { marks.toggle(recording) }
            list.select(list.selected + 1)
        case .selectAll:
            if window.rows.allSatisfy({ marks.contains($0.name) }) {
                marks = LibraryMarks()
            } else {
                window.rows.forEach { marks.add($0) }
            }
        case .sort:
            let next = (LibraryFilter.sorts.firstIndex(of: filter.sort) ?? -1) + 1
            setSort(LibraryFilter.sorts[next % LibraryFilter.sorts.count], &context)
        case .reverse: setSort(filter.sort, &context)
        case .group:
            let next = (LibraryFilter.groups.firstIndex(of: filter.group) ?? -1) + 1
            filter.group = LibraryFilter.groups[next % LibraryFilter.groups.count]
            list.select(0)
            selectedName = nil
            context.remember(["library.group": filter.group])
        case .favourites: setFavourites(!filter.isFavourites, &context)
        default: return move(action) || perform(action, &context)
        }
        return true
    }

    private mutating func move(_ action: ScreenAction) -> Bool {
        guard let key = RowList.key(of: action) else { return false }
        return list.take(key)
    }

    private mutating func take(_ event: MouseEvent, _ spot: Int, _ area: Rectangle, _ context: inout FaceContext) {
        switch (Spot(rawValue: spot), event.kind) {
        case (_, .wheelUp): list.scroll(down: false)
        case (_, .wheelDown): list.scroll(down: true)
        case (.list?, .press), (.list?, .menu):
            guard let row = row(atLine: event.row - area.row, of: area.rows) else { return }
            if event.column < area.column + Self.signs || event.kind == .menu {
                if let recording = window.row(row) { marks.toggle(recording) }
            } else if row == list.selected, context.isFocused {
                _ = perform(.load, &context)
            }
            list.select(row)
        case (.search?, .press):
            isTyping = true
            search.click(column: event.column - area.column, columns: area.columns)
        case (.header?, .press):
            let places = Self.places(of: LibraryColumn.fitting(area.columns - Self.signs), in: area)
            let column = places.first { $0.place.contains(column: event.column, row: event.row) }?.column
            if let sort = column?.sort { setSort(sort, &context) }
        default: break
        }
    }

    // MARK: Filter and order

    /// Changes the words that are searched for.
    private mutating func setWords(_ words: String) {
        var next = filter
        next.words = words
        setFilter(next)
    }

    mutating func setFilter(_ next: LibraryFilter) {
        guard next != filter else { return }
        if !filter.hidesSome { placeBefore = (list.selected, selectedName) }
        filter = next
        // Without a filter the list goes back to its place; with another one, to the best match.
        let place = filter.hidesSome ? nil : placeBefore
        if let place { selectedName = place.name }
        list.resize(count: max(list.count, (place?.row ?? 0) + 1))
        list.select(place?.row ?? 0)
    }

    /// Shows favourites only, or all recordings again.
    private mutating func setFavourites(_ isFavourites: Bool, _ context: inout FaceContext) {
        var next = filter
        next.isFavourites = isFavourites
        setFilter(next)
        context.remember(["library.favourites": isFavourites ? "yes" : "no"])
    }

    /// Sorts by another order, or the same one the other way round.
    private mutating func setSort(_ sort: String, _ context: inout FaceContext) {
        filter.isReversed = sort == filter.sort ? !filter.isReversed : false
        filter.sort = sort
        list.select(0)
        selectedName = nil
        context.remember(["library.sort": sort, "library.reverse": filter.isReversed ? "yes" : "no"])
    }

    // MARK: The engine

    mutating func look(_ context: inout FaceContext) {
        recall(context)
        fit(Self.listArea(context.area).rows)
        guard context.view.isConnected else {
            window = LibraryWindow()
            works = [:]
            wave.forget()
            return
        }
        let visible = list.top..<max(list.top + 1, list.top + list.height)
        if let part = window.missing(visible, filter: filter, revision: context.view.libraryRevision) {
            let (verb, values) = part.filter.request(offset: part.offset, limit: part.limit)
            if let ticket = context.ask(verb, values) { window.ask(part, ticket) }
        }
        if let recording = window.row(list.selected), context.now - lastMove >= LibraryWave.rest {
            wave.look(recording, &context)
        }
        keepPlace(&context)
    }

    func nextTime(_ context: FaceContext) -> Double? {
        guard context.view.isConnected, let recording = window.row(list.selected) else { return nil }
        // A little later, since the difference of two times may be rounded down.
        if wave.isMissing(recording) { return lastMove + LibraryWave.rest + 0.001 }
        return isPlaceNew ? lastMove + Self.rest + 0.001 : nil
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        if wave.take(ticket, answer) { return }
        if let work = works.removeValue(forKey: ticket) { return finish(work, answer, &context) }
        guard window.take(ticket, answer) else { return }
        list.resize(count: window.total)
        marks.update(window.rows)
        // In groups a recording can stand twice: the selection stays at the one that it is on.
        if let name = selectedName, window.row(list.selected)?.name != name,
            let place = window.rows.firstIndex(where: { $0.name == name })
        {
            list.select(window.first + place)
        }
        selectedName = window.row(list.selected)?.name
    }

    // MARK: The place

    /// Seconds for which the selection rests before its place is stored.
    private static let rest = 1.0

    /// True if the place is another one than the stored one.
    private var isPlaceNew: Bool { !filter.hidesSome && rememberedRow != list.selected && selectedName != nil }

    /// Takes the place and the order of an earlier screen.
    private mutating func recall(_ context: FaceContext) {
        guard !hasRemembered, context.view.isConnected else { return }
        hasRemembered = true
        if let sort = context.memory["library.sort"], LibraryFilter.sorts.contains(sort) { filter.sort = sort }
        filter.isReversed = context.memory["library.reverse"] == "yes"
        if let group = context.memory["library.group"], LibraryFilter.groups.contains(group) { filter.group = group }
        filter.isFavourites = context.memory["library.favourites"] == "yes"
        let row = max(0, min(10_000_000, context.memory["library.row"].flatMap(Int.init) ?? 0))
        selectedName = context.memory["library.name"]
        list.resize(count: row + 1)
        list.select(row)
        rememberedRow = row
    }

    /// Notes the selected recording and the time of the last move.
    private mutating func note(_ now: Double) {
        // Rows of an order or a filter before tell nothing of the new place.
        if window.shown?.filter == filter, let name = window.row(list.selected)?.name { selectedName = name }
        lastMove = now
    }

    /// Stores the place once the selection has rested for a second: not at each key that is held.
    private mutating func keepPlace(_ context: inout FaceContext) {
        guard isPlaceNew, context.now - lastMove >= Self.rest, let name = selectedName else { return }
        rememberedRow = list.selected
        context.remember(["library.row": "\(list.selected)", "library.name": name])
    }
}
