// Layouts for touch surfaces, made from the command table. Any thread; no I/O. Each program has a file.

/// The files that `dicta surface` prints.
public enum SurfaceLayout {
    /// The programs that a layout can be made for.
    public static let kinds = ["open-stage-control", "touchosc"]

    /// The layout as text, JSON or XML.
    public static func text(_ kind: String) -> String {
        kind == "touchosc" ? touchXML : String(decoding: openStageControl, as: UTF8.self)
    }

    /// The bytes of the layout's file.
    public static func file(_ kind: String) -> [UInt8] { kind == "touchosc" ? touchOSC : openStageControl }
}
