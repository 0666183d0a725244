// Messages of libjack. Written by any of its threads; any thread but JACK's may read them.
internal import CJack
internal import Synchronization

/// The last sixteen error lines of libjack, kept for the log; libjack would print them on the terminal.
public enum JackMessages {
    private static let lines = Mutex<[String]>([])

    /// Removes and returns the lines. Any thread but JACK's.
    public static func take() -> [String] {
        lines.withLock { kept in
            defer { kept = [] }
            return kept
        }
    }

    /// Redirects libjack's messages; information lines are discarded. Call before opening a client.
    static func install() {
        unsafe jack_set_error_function(keepLine)
        unsafe jack_set_info_function { _ in }
    }

    /// Keeps one line.
    fileprivate static func keep(_ line: String) {
        lines.withLock { kept in
            if kept.count == 16 { kept.removeFirst() }
            kept.append(line)
        }
    }
}

private func keepLine(_ line: UnsafePointer<CChar>?) {
    guard let line = unsafe line else { return }
    LibjackThread.whole { JackMessages.keep(unsafe String(cString: line)) }
}
