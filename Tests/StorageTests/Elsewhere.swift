// A folder of somebody else, for tests of what must not be touched.
import Testing

/// A folder with the files of another program, and its state down to the time of each change.
struct Elsewhere {
    let scratch: Scratch
    var path: String { scratch.file("elsewhere") }

    init() throws {
        scratch = try Scratch()
        let made = shell(
            """
            mkdir '\(path)' && cd '\(path)' && echo '{"theme":"dark"}' > settings.json && echo keep > audio.wav && echo keep > lock
            echo keep > settings.wav.peaks && echo keep > .dicta-left && echo keep > talk.wav && mkdir sub && echo keep > sub/a
            """)
        try #require(made.code == 0, "\(made)")
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Names, sizes, modes, links, times of change, and contents.
    var state: String {
        shell("cd '\(path)' && ls -lAR --time-style=full-iso && find . -type f | sort | xargs md5sum").output
    }
}
