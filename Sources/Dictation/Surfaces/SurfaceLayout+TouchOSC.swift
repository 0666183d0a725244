// The layout for TouchOSC, made from the command table. Any thread; no I/O.

extension SurfaceLayout {
    /// A layout of TouchOSC 2 (`.tosc`): one page for each group, as XML in a zlib stream.
    public static var touchOSC: [UInt8] { wrapped(Array(touchXML.utf8)) }

    private static let page = (width: 1024.0, height: 768.0, bar: 56.0, columns: 4.0, gap: 8.0)

    static var touchXML: String {
        var number = 0
        func node(
            _ type: String, _ name: String, _ frame: (x: Double, y: Double, width: Double, height: Double),
            _ properties: String = "", _ inner: String = ""
        ) -> String {
            number += 1
            let digits = String(number)
            let id = "d1c7a000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
            return """
                <node ID='\(id)' type='\(type)'><properties>\(text("name", name))<property type='r'><key>frame</key><value>\
                <x>\(Int(frame.x))</x><y>\(Int(frame.y))</y><w>\(Int(frame.width))</w><h>\(Int(frame.height))</h></value>\
                </property>\(color(0.85, 0.35, 0.2))\(properties)</properties>\(inner)</node>
                """
        }
        func place(_ index: Int) -> (x: Double, y: Double, width: Double, height: Double) {
            let width = (page.width - page.gap) / page.columns
            let (row, column) = (Double(index / Int(page.columns)), Double(index % Int(page.columns)))
            return (page.gap + column * width, page.gap + row * 96, width - page.gap, 88)
        }
        let whole = (x: 0.0, y: 0.0, width: page.width, height: page.height)
        let inside = (x: 0.0, y: page.bar, width: page.width, height: page.height - page.bar)
        let pages = SurfaceControl.panels.map { panel in
            let controls = panel.controls.enumerated().map { index, control in
                let (x, y, width, height) = place(index)
                let isFader = if case .fader = control.kind { true } else { false }
                let box = (x: x, y: y, width: width, height: isFader ? height / 2 : height)
                let touched = node(
                    isFader ? "FADER" : "BUTTON", control.label, box, face(control), values(control) + message(control))
                let words = node(
                    "LABEL", control.label + " label", (x, isFader ? y + height / 2 : y, width, isFader ? height / 2 : height),
                    flag("interactive", false) + flag("background", false) + number14,
                    "<values>\(value("text", control.label))</values>")
                return touched + words
            }
            return node(
                "GROUP", panel.title, inside, text("tabLabel", panel.title), "<children>\(controls.joined())</children>")
        }
        let pager = node("PAGER", "pages", whole, integer("tabbarSize", Int(page.bar)), "<children>\(pages.joined())</children>")
        return "<?xml version='1.0' encoding='UTF-8'?><lexml version='3'>"
            + node("GROUP", "Dicta", whole, "", "<children>\(pager)</children>") + "</lexml>"
    }

    private static func face(_ control: SurfaceControl) -> String {
        // A horizontal fader that does not jump to the finger, or a push button.
        if case .fader = control.kind { integer("orientation", 1) + integer("response", 1) } else { integer("buttonType", 0) }
    }

    private static func values(_ control: SurfaceControl) -> String {
        guard case .fader(let range, let standard) = control.kind else { return "<values>\(value("x", "0"))</values>" }
        return "<values>\(value("x", "\((standard - range.lowerBound) / (range.upperBound - range.lowerBound))"))</values>"
    }

    private static func message(_ control: SurfaceControl) -> String {
        let trigger: String
        let argument: String
        switch control.kind {
        case .button(let number):
            trigger = "RISE"
            argument = number.map { partial("CONSTANT", "FLOAT", "\($0)", 0...1) } ?? ""
        case .hold:
            trigger = "ANY"
            argument = partial("VALUE", "INTEGER", "x", 0...1)
        case .fader(let range, _):
            trigger = "ANY"
            argument = partial("VALUE", "FLOAT", "x", range)
        }
        return """
            <messages><osc><enabled>1</enabled><send>1</send><receive>0</receive><feedback>0</feedback>\
            <noDuplicates>0</noDuplicates><connections>1111111111</connections><triggers><trigger><var><![CDATA[x]]></var>\
            <condition>\(trigger)</condition></trigger></triggers><path>\(partial("CONSTANT", "STRING", control.address, 0...1))\
            </path><arguments>\(argument)</arguments></osc></messages>
            """
    }

    // MARK: Parts

    private static func partial(_ type: String, _ conversion: String, _ value: String, _ range: ClosedRange<Double>) -> String {
        "<partial><type>\(type)</type><conversion>\(conversion)</conversion><value><![CDATA[\(value)]]></value>"
            + "<scaleMin>\(range.lowerBound)</scaleMin><scaleMax>\(range.upperBound)</scaleMax></partial>"
    }

    private static func value(_ key: String, _ standard: String) -> String {
        "<value><key><![CDATA[\(key)]]></key><locked>0</locked><lockedDefaultCurrent>0</lockedDefaultCurrent>"
            + "<default><![CDATA[\(standard)]]></default><defaultPull>0</defaultPull></value>"
    }

    private static func property(_ type: String, _ key: String, _ value: String) -> String {
        "<property type='\(type)'><key><![CDATA[\(key)]]></key><value>\(value)</value></property>"
    }

    private static func text(_ key: String, _ text: String) -> String { property("s", key, "<![CDATA[\(text)]]>") }
    private static func integer(_ key: String, _ number: Int) -> String { property("i", key, "\(number)") }
    private static func flag(_ key: String, _ isOn: Bool) -> String { property("b", key, isOn ? "1" : "0") }
    private static func color(_ red: Double, _ green: Double, _ blue: Double) -> String {
        property("c", "color", "<r>\(red)</r><g>\(green)</g><b>\(blue)</b><a>1</a>")
    }
    private static let number14 = integer("textSize", 16)

    /// A zlib stream (RFC 1950) of stored blocks: compression gains nothing for a file of this size.
    static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let length = UInt16(part.count)
            out.append(rest.isEmpty ? 1 : 0)
            for word in [length, ~length] { out += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)] }
            out += part
        } while !rest.isEmpty
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let sum = b << 16 | a
        return out + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
