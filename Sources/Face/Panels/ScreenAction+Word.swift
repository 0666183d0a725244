// The words of buttons. Any thread; no I/O.
internal import Dictation
internal import Messages

extension ScreenAction {
    /// The word on a button of a page; in English it is the name in the setting `keys`.
    var word: String {
        switch self {
        // The library.
        case .load: tr("load")
        case .listen: tr("listen")
        case .select: tr("select")
        case .selectAll: tr("select-all")
        case .enqueue: tr("enqueue")
        case .rename: tr("rename")
        case .copy: tr("copy")
        case .delete: tr("delete")
        case .tag: tr("tag")
        case .note: tr("note")
        case .export: tr("export")
        case .deliver: tr("deliver")
        case .bring: tr("import")
        case .complete: tr("complete")
        case .sort: tr("sort")
        case .reverse: tr("reverse")
        case .byTag: tr("by-tag")
        case .find: tr("find")
        case .favourite: tr("favourite")
        case .favourites: tr("favourites")
        case .group: tr("by-group")
        // Markers, operations, queue and schedule.
        case .goTo: tr("go-to")
        case .loopA: tr("loop-a")
        case .loopB: tr("loop-b")
        case .cancel: tr("cancel")
        case .moveUp: tr("move-up")
        case .moveDown: tr("move-down")
        case .clear: tr("clear")
        case .add: tr("add")
        // The transcript.
        case .shuttleBack: tr("shuttle-back")
        case .shuttleStop: tr("shuttle-stop")
        case .shuttleForward: tr("shuttle-forward")
        case .editLine: tr("edit-line")
        case .newLine: tr("new-line")
        case .nextDoubtful: tr("next-doubtful")
        case .previousDoubtful: tr("previous-doubtful")
        case .transcribe: tr("transcribe")
        // No page has a button for the others.
        default: rawValue
        }
    }
}
