// Catalogue and usage as they were read last. Any thread; a value.
internal import Guide

/// The catalogue of prompts and questions, and the usage of prompts.
struct KnownGuide: Sendable {
    /// The catalogue.
    var catalogue: GuideCatalogue
    /// The usage, with changes that are on their way to the disk.
    var usage: GuideUsage
}
