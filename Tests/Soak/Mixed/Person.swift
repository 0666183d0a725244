// A person of the mixed run. Main thread only.

/// The work of a person at an engine: things that they do, each a row of steps.
struct Person {
    let name: String
    /// The signal at the inputs of the engine.
    let feed: MixedServer.Feed
    /// Arguments of the engine.
    let options: [String]
    /// Lines of the engine's settings.
    let settings: String
    /// Things that they do: first each once in this order, then by chance.
    let acts: [(Seat) -> [PlannedStep]]

    /// All people, one engine each.
    static var all: [Person] { [podcaster, doctor, transcriber, reporter, editor, archivist] }
}
