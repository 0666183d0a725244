// The pages of the screen. Any thread; no state.

/// Makes the pages.
enum Pages {
    /// A new page.
    static func make(_ tab: Tab) -> (any Panel)? {
        switch tab {
        case .deck: DeckPanel()
        case .library: LibraryPanel()
        case .markers: MarkersPanel()
        case .operations: OperationsPanel()
        case .options: OptionsPanel()
        case .timer: TimerPanel()
        case .queue: QueuePanel()
        case .schedule: SchedulePanel()
        case .transcript: TranscriptPanel()
        case .ask: AskPanel()
        }
    }
}
