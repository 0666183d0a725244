// Tests the probe on a real server. One test after another: a process can talk to one server at a time.
import Glibc
import JackTestSupport
import TestSupport
import Testing

@Suite(.serialized, .inTurn) struct ProbeTests {
    /// Every frame from source to ear arrives once over a real server. Faults planted into the frames are then found.
    @Test(arguments: [16, 256, 2048])
    func whatIsSentIsHeard(period: Int) throws {
        let server = try #require(JackServer(period: period), "no jackd")
        let source = try #require(Probe("source", sends: .frames(.fine)))
        let ear = try #require(Probe("ear", keeps: 3))
        #expect(source.connectOutputs(to: ear.name))
        Pause.until { ear.count >= 2 * 48_000 }
        withExtendedLifetime(server) {}

        let heard = Array(ear.heard.drop { $0 == .zero })
        #expect(heard.count > 48_000)
        let report = FrameReport(heard, .fine)
        #expect(report.isClean && report.silent == 0 && report.first != nil, "\(report)")

        var faulty = heard
        faulty.remove(at: 1000)
        #expect(FrameReport(faulty, .fine).lost == 1)
        faulty = heard
        faulty.insert(faulty[1000], at: 1000)
        #expect(FrameReport(faulty, .fine).repeated == 1)
        faulty = heard
        faulty.swapAt(1000, 1000 + period)
        #expect(!FrameReport(faulty, .fine).isClean)
    }

    /// Frames are lost while the ports are disconnected, and arrive again after they are connected.
    @Test func aPulledCableIsHeard() throws {
        let server = try #require(JackServer(), "no jackd")
        let source = try #require(Probe("source", sends: .frames(.fine)))
        let ear = try #require(Probe("ear", keeps: 5))
        #expect(source.connectOutputs(to: ear.name))
        for connected in [true, false, true] {
            let wanted = ear.count + 24_000
            Pause.until { ear.count >= wanted }
            let cables = [("\(source.name):out_l", "\(ear.name):in_l"), ("\(source.name):out_r", "\(ear.name):in_r")]
            for (from, to) in cables where connected { #expect(source.disconnect(from, to)) }
            for (from, to) in cables where !connected { #expect(source.connect(from, to)) }
        }
        withExtendedLifetime(server) {}
        let report = FrameReport(ear.heard.drop { $0 == .zero }, .fine)
        #expect(report.lost > 20_000 && report.silent > 20_000 && report.repeated == 0, "\(report)")
    }

    /// A sine arrives at its level, without a click; a planted click is found.
    @Test func aToneArrivesWhole() throws {
        let server = try #require(JackServer(period: 128), "no jackd")
        let source = try #require(Probe("source", sends: .sine(hertz: 997, amplitude: 0.5)))
        let ear = try #require(Probe("ear", keeps: 4))
        #expect(source.connectOutputs(to: ear.name))
        Pause.until { ear.count >= 3 * 48_000 }
        withExtendedLifetime(server) {}
        let heard = ear.heard.suffix(96_000).map(\.x)
        #expect(ClickDetector.level(heard, hertz: 997, rate: 48_000, amplitude: 0.5) < -110)
        var clicked = heard
        clicked[40_000] += 0.001
        #expect(ClickDetector.level(clicked, hertz: 997, rate: 48_000, amplitude: 0.5) > -60)
    }
}
