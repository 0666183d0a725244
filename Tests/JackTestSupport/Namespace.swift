// A network namespace as a separate machine. One thread: the test's. Needs root, as the kernel demands for network
// namespaces.
import FoundationEssentials
import Glibc
public import TestSupport

/// A network of its own, removed with this object. The programs in it are on another machine, as far as the network tells.
public final class Namespace {
    /// Name of the namespace, as `ip netns` lists it.
    public let name: String
    static let ip = "/sbin/ip"

    /// Tells if namespaces, and cables and lossy links between them, can be made here.
    public static let isPossible: Bool = {
        removeOld()
        guard let one = Namespace("try"), let two = Namespace("try2") else { return false }
        return one.isJoined(to: two, network: 250) && one.run("/usr/sbin/nft", ["list", "ruleset"]).code == 0
    }()

    /// Makes a namespace with its loopback up; nil when the kernel refuses.
    public init?(_ label: String) {
        name = "dicta-\(getpid())-\(label)"
        guard Process.run(Namespace.ip, ["netns", "add", name]).code == 0, ip("link", "set", "lo", "up") else { return nil }
    }

    deinit { _ = Process.run(Namespace.ip, ["netns", "del", name]) }

    /// Lays a cable: the ends are 10.77.`network`.1 here and 10.77.`network`.2 there.
    func isJoined(to other: Namespace, network: Int) -> Bool {
        let far = "to\(network)"
        return ip("link", "add", "at\(network)", "type", "veth", "peer", "name", far, "netns", other.name)
            && ip("addr", "add", "10.77.\(network).1/24", "dev", "at\(network)") && ip("link", "set", "at\(network)", "up")
            && other.ip("addr", "add", "10.77.\(network).2/24", "dev", far) && other.ip("link", "set", far, "up")
    }

    func ip(_ words: String...) -> Bool { Process.run(Namespace.ip, ["-n", name] + words).code == 0 }

    /// Starts a program in the namespace. It replaces the `ip` process that leads it in, and so keeps the process id.
    public func start(_ program: String, _ words: [String], environment: [String: String] = [:]) -> Process? {
        Process(Namespace.ip, ["netns", "exec", name, program] + words, environment: environment)
    }

    /// Runs a program in the namespace to its end.
    public func run(_ program: String, _ words: [String], environment: [String: String] = [:]) -> Finished {
        Process.run(Namespace.ip, ["netns", "exec", name, program] + words, environment: environment)
    }

    /// Routes all other addresses through the central machine.
    public func routeAll(network: Int) -> Bool { ip("route", "add", "default", "via", "10.77.\(network).1") }

    /// Loads rules of nftables.
    func filter(_ rules: String) -> Bool {
        let folder = TempFolder()
        return folder.write(rules, to: "rules") && run("/usr/sbin/nft", ["-f", folder.file("rules")]).code == 0
    }

    /// Removes namespaces of tests that were killed.
    private static func removeOld() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/run/netns")) ?? []
        for name in names where name.hasPrefix("dicta-") {
            let parts = name.split(separator: "-")
            guard parts.count == 3, !Files.exists("/proc/\(parts[1])") else { continue }
            _ = Process.run(Namespace.ip, ["netns", "del", name])
        }
    }
}
