// Tests of the options for the network, without sockets.
import Dictation
import System
import Testing

@testable import Control

@Suite("Who may be heard: ports, addresses, networks, return addresses (C1)")
struct NetworkOptionsTests {
    private func host(_ text: String) -> [UInt8] { InternetAddress.host(text) ?? [] }

    @Test("a port alone is for this machine; another address wants a list; nonsense is refused")
    func endpoints() throws {
        let plain = try NetworkOptions(udp: "9000", tcp: "0", allow: nil)
        #expect(plain.udp == .init(host: nil, port: 9000) && plain.tcp == .init(host: nil, port: 0))
        #expect(plain.allows(InternetAddress(host: host("127.0.0.1"), port: 1)))
        #expect(plain.allows(InternetAddress(host: host("::1"), port: 1)))
        #expect(!plain.allows(InternetAddress(host: host("192.168.1.5"), port: 1)))
        #expect(plain.allows(InternetAddress(host: host("::ffff:127.0.0.1"), port: 1)))
        #expect(try NetworkOptions(udp: "127.0.0.1:9000", tcp: "[::1]:9001", allow: nil).tcp?.host == host("::1"))
        for open in ["0.0.0.0:9000", "192.168.1.5:9000", "[::]:9000", "[fe80::1]:9000", "[::ffff:192.168.1.5]:9000"] {
            let error = try #require(throws: ControlError.self) { _ = try NetworkOptions(udp: open, tcp: nil, allow: nil) }
            guard case .needsAllowList = error else { throw error }
            #expect(try NetworkOptions(udp: nil, tcp: open, allow: "192.168.1.0/24,fd00::/8").tcp?.port == 9000)
        }
        for wrong in [
            "", "x", "70000", "-1", ":9000", "localhost:9000", "::1:9000", "1.2.3.4", "1.2.3.4:", "[::1]", "+1", "1.2.3:9",
        ] {
            #expect(throws: ControlError.self, "\(wrong)") { _ = try NetworkOptions(udp: wrong, tcp: nil, allow: "10.0.0.0/8") }
        }
    }

    @Test("IPv4 in IPv6's form is IPv4: in peers, in lists, in places to listen at (issue 12 no. 26)")
    func mapped() throws {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff, 192, 168, 1, 7]
        let plain = try NetworkOptions(udp: "[::]:9000", tcp: nil, allow: "192.168.1.0/24")
        #expect(plain.allows(InternetAddress(host: mapped, port: 1)))
        let list = try NetworkOptions(udp: "[::]:9000", tcp: nil, allow: "::ffff:192.168.1.0/120")
        #expect(list.allows(InternetAddress(host: host("192.168.1.9"), port: 1)))
        #expect(!list.allows(InternetAddress(host: host("192.168.2.9"), port: 1)))
        for wrong in ["::ffff:1.2.3.4/95", "::ffff:1.2.3.4/-9223372036854775808", "::ffff:1.2.3.4/129"] {
            #expect(throws: ControlError.self, "\(wrong)") { try AddressRange.list(wrong) }
        }
    }

    @Test("a list of nobody who could reach the place is refused, and says so (issue 12 no. 26)")
    func nobody() throws {
        for (place, list) in [
            ("[fd00::5]:9000", "192.168.1.0/24"), ("192.168.1.5:9000", "fd00::/8"), ("9000", "192.168.1.0/24"),
            ("127.0.0.1:9000", "10.0.0.0/8,::1"), ("[::ffff:127.0.0.1]:9000", "10.0.0.0/8"),
        ] {
            let error = #expect(throws: ControlError.self, "\(place)") {
                _ = try NetworkOptions(udp: place, tcp: nil, allow: list)
            }
            guard case .nobodyCanSend? = error else {
                Issue.record("\(place) \(list): \(String(describing: error))")
                continue
            }
        }
        for (place, list) in [
            ("[::]:9000", "192.168.1.0/24"), ("[::]:9000", "fd00::/8"), ("9000", "192.168.1.0/24,127.0.0.1"), ("9000", "::1"),
            ("0.0.0.0:9000", "0.0.0.0/0"), ("127.0.0.1:9000", "0.0.0.0/0"),
        ] {
            _ = try NetworkOptions(udp: place, tcp: place, allow: list)
        }
    }

    @Test("networks hold what is in them, to the bit")
    func ranges() throws {
        for (range, inside, outside) in [
            ("192.168.1.0/24", "192.168.1.255", "192.168.2.0"), ("10.0.0.0/9", "10.127.255.255", "10.128.0.0"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"), ("fd00::/7", "fdff::1", "fe00::1"), ("::1/128", "::1", "::2"),
            ("172.16.5.7/12", "172.31.0.1", "172.32.0.1"), ("10.0.0.8/31", "10.0.0.9", "10.0.0.10"),
        ] {
            let found = try #require(AddressRange(range))
            #expect(found.contains(host(inside)) && !found.contains(host(outside)), "\(range)")
        }
        #expect(try #require(AddressRange("0.0.0.0/0")).contains(host("8.8.8.8")))
        #expect(try !#require(AddressRange("0.0.0.0/0")).contains(host("::1")))
        for wrong in ["", "x", "1.2.3.4/33", "::/129", "1.2.3.4/", "/8", "1.2.3.4/8/8", "1.2.3.4/-1", "1.2.3.4,", "home.lan/24"] {
            #expect(throws: ControlError.self, "\(wrong)") { try AddressRange.list(wrong) }
        }
    }

    @Test("addresses come back from the form the kernel has")
    func addresses() throws {
        for text in ["127.0.0.1", "255.1.2.3", "::1", "fe80::1:2"] {
            let address = InternetAddress(host: host(text), port: 54_321, scope: text.hasPrefix("fe80") ? 7 : 0)
            #expect(InternetAddress(address.socketAddress) == address)
        }
        #expect(InternetAddress(host: host("::1"), port: 9).description == "[::1]:9")
        #expect(InternetAddress(try SocketAddress(path: "/tmp/x")) == nil)
    }

    @Test("return addresses: digits and a port, nothing to look up")
    func urls() throws {
        guard case .internet(let address) = try ReturnURL("osc.udp://localhost:9000/x") else { return }
        #expect(address == InternetAddress(host: host("127.0.0.1"), port: 9000))
        guard case .internet(let six) = try ReturnURL("osc.udp://[::1]:9000") else { return }
        #expect(six.isLoopback && !six.isFour)
        for wrong in [
            "", "x", "osc.udp://", "osc.udp://127.0.0.1", "osc.udp://127.0.0.1:0/", "osc.udp://evil.example:9000/",
            "osc.tcp://127.0.0.1:9000/", "http://127.0.0.1:9000/", "osc.unix://", "osc.udp://127.0.0.1:99999/",
            "osc.udp://" + String(repeating: "1", count: 300),
        ] {
            #expect(throws: ControlError.self, "\(wrong)") { _ = try ReturnURL(wrong) }
        }
    }

    @Test("topics by name, by pattern, by address; what matches nothing is refused")
    func topics() throws {
        #expect(try Topics.named("*") == Topic.allCases)
        #expect(try Topics.named("meters") == [.meters])
        #expect(try Topics.named("loop,rate position") == [.position, .rate, .loop])
        #expect(try Topics.named("/dicta/state/{loop,rate},m*") == [.meters, .rate, .loop, .markers])
        #expect(try Topics.named("[!a-r]*") == [.transport, .wave, .xruns, .sources, .timer, .schedule, .words])
        for wrong in ["", ",", "metres", "z*", "[", "{", "*" + String(repeating: "a", count: 100)] {
            #expect(throws: ControlError.self, "\(wrong)") { try Topics.named(wrong) }
        }
    }
}
