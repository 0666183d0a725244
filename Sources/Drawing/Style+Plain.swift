// Looks without colours. Any thread; values.

extension Style {
    /// The look on a terminal without colours: attributes carry what the colours would say. A reversed cell is a selection or a
    /// badge, an underlined one lies in the loop or is a marker, a bold one is a lamp, a trouble or the sounding part of a wave.
    public var withoutColours: Style {
        var style = self
        switch background {
        case .selection, .brand, .record, .error, .warning, .fill, .success, .info: style.isReversed.toggle()
        case .loop: style.isUnderlined = true
        default: break
        }
        switch foreground {
        case .record, .playhead, .error, .warning, .meterClip, .meterHigh, .wave, .brand: style.isBold = true
        case .marker: style.isUnderlined = true
        default: break
        }
        return style
    }
}
