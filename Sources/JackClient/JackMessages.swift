// libjack writes from any of its threads; the control loop reads.
internal import CJack
internal import Synchronization

/// What libjack would print on the terminal, kept for the log: the last sixteen lines.
public enum JackMessages {
    private static let lines = Mutex<[String]>([])

    /// Takes the lines out.
    public static func take() -> [String] {
        lines.withLock { kept in
            defer { kept = [] }
            return kept
        }
    }

    static func install() {
        unsafe jack_set_error_function(keepLine)
        unsafe jack_set_info_function { _ in }
    }

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
