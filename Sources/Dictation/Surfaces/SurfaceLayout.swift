// Any thread; bytes made from the table, no I/O. Programs of their own formats, one file each.

/// The files that `dicta surface` prints.
public enum SurfaceLayout {
    public static let kinds = ["open-stage-control", "touchosc"]

    /// What stands in the file, unwrapped: JSON or XML.
    public static func text(_ kind: String) -> String {
        kind == "touchosc" ? touchXML : String(decoding: openStageControl, as: UTF8.self)
    }

    public static func file(_ kind: String) -> [UInt8] { kind == "touchosc" ? touchOSC : openStageControl }
}
