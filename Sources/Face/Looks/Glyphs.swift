// The characters of the screen at each level of what a terminal can show. Any thread; constants.

extension FaceOptions.Glyphs {
    /// True if only ASCII can be shown.
    var isPlain: Bool { self == .ascii }

    /// A lamp that is lit.
    public var lamp: Character { isPlain ? "*" : "●" }
    /// A lamp that is dark.
    public var darkLamp: Character { isPlain ? "o" : "○" }
    /// The sign of playback.
    public var play: Character { isPlain ? ">" : "▶" }
    /// The sign of a pause.
    public var pause: String { isPlain ? "||" : "▮▮" }
    /// The sign of a stop.
    public var stop: Character { isPlain ? "#" : "■" }
    /// The signs of the pad: back, on, up and down.
    public var back: String { isPlain ? "<<" : "◀◀" }
    /// Forward.
    public var forward: String { isPlain ? ">>" : "▶▶" }
    /// Up.
    public var up: Character { isPlain ? "^" : "▲" }
    /// Down.
    public var down: Character { isPlain ? "v" : "▼" }
    /// The part of a text that was left out.
    public var gap: String { isPlain ? ".." : "…" }
    /// A line across.
    public var horizontal: Character { isPlain ? "-" : "─" }
    /// A line down.
    public var vertical: Character { isPlain ? "|" : "│" }
    /// The upper left corner of a frame.
    public var upperLeft: Character { isPlain ? "+" : "┌" }
    /// The upper right corner.
    public var upperRight: Character { isPlain ? "+" : "┐" }
    /// The lower left corner.
    public var lowerLeft: Character { isPlain ? "+" : "└" }
    /// The lower right corner.
    public var lowerRight: Character { isPlain ? "+" : "┘" }
    /// A mark on a ruler, from which its label begins.
    public var tick: Character { isPlain ? "|" : "╷" }
    /// A marker on the line under a waveform.
    public var flag: Character { isPlain ? "v" : "┬" }
    /// The playhead.
    public var head: Character { isPlain ? "|" : "┃" }
    /// The sign of a button that takes away.
    public var clear: Character { isPlain ? "x" : "×" }
    /// A thing that is marked in a list.
    public var marked: Character { isPlain ? "x" : "✓" }
    /// A star.
    public var star: Character { "*" }
    /// The knob of a fader.
    public var knob: Character { isPlain ? "O" : "█" }
    /// The neutral place of a fader.
    public var notch: Character { isPlain ? "+" : "┼" }
    /// The filled part of a bar.
    public var full: Character { isPlain ? "#" : "█" }
    /// The part of a bar that is empty.
    public var empty: Character { isPlain ? "." : "░" }
    /// The separator of short facts in a line.
    public var dot: Character { isPlain ? "-" : "·" }

    /// A cell that is filled from below by so many eighths, for the levels with blocks.
    static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    /// A cell that is filled from the left by so many eighths.
    static let leftEighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    /// Ever denser ASCII characters, for a line of loudness.
    static let density: [Character] = [" ", ".", ":", "-", "=", "+", "*", "#", "@"]
}
