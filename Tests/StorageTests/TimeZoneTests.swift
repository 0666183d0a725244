// Tests of the time zone of a program that runs on (R18).
import Glibc
import TestSupport
import Testing

@Suite struct TimeZoneTests {
    /// An engine runs for weeks, and its user travels: the zone of the machine is that of now (R18).
    @Test(
        "a time zone that is set while a program runs holds at once",
        .enabled(
            if: geteuid() == 0 && Files.exists("/usr/share/zoneinfo/Asia/Tokyo") && Files.exists("/etc/localtime"),
            "mounts over /etc/localtime: run it as root"))
    func theZoneIsFollowed() throws {
        let folder = TempFolder()
        let program = try #require(LibraryChangeTests.child)
        // Copies, since a mount over one file of the zones is a mount over all links to it.
        let script = """
            cd '\(folder.path)' && cp -L /usr/share/zoneinfo/Asia/Tokyo tokyo && cp -L /usr/share/zoneinfo/America/Bogota bogota || exit
            mount --bind tokyo /etc/localtime || exit
            { echo; sleep 0.2; mount --bind bogota /etc/localtime; sleep 1.5; echo; } | env -u TZ '\(program)' '\(folder.path)' zone
            """
        let run = Process.run("/usr/bin/unshare", ["--mount", "--propagation", "private", "/bin/sh", "-c", script])
        #expect(run.output == "32400\n-18000\n", "\(run)")
    }
}
