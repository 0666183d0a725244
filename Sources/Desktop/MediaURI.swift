// Decoding of `file:` URIs. Any thread; no I/O.

/// Turns URIs of the desktop into paths.
enum MediaURI {
    /// The path of a `file:` URI; nil for any other URI and for bad escapes.
    static func path(_ uri: String) -> String? {
        guard uri.hasPrefix("file:///") else { return nil }
        var bytes: [UInt8] = []
        var rest = uri.utf8.dropFirst(7)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), code != 0, rest.count >= 2 else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
