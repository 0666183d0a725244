// Tests of session/package: the Debian package and the tarball, made of the programs beside the tests, or of the release build
// where session/test has made one.
import Dictation
import Glibc
import TestSupport
import Testing

@Suite("session/package: what session/install puts, as a Debian package and as a tarball that start nothing")
struct PackageTests {
    let folder = TempFolder()

    private static let root = String(#filePath.dropLast("/Tests/DictaTests/PackageTests.swift".count))
    /// Folder of the release build, which runs without Swift.
    private static let release = unsafe getenv("DICTA_RELEASE").map { unsafe String(cString: $0) }
    /// Folder of the bare Debian system, which the first run keeps there.
    private static let cache = root + "/.build/debian"

    /// Pictures of the screen for software centres.
    private static let pictures = ["screen-recording", "screen-playing", "screen-words", "screen-prompt"]

    private static func isBareWanted() -> Bool {
        let isLong = unsafe getenv("DICTA_SOAK") != nil
        return (isLong || Files.exists(cache + "/bookworm.tar")) && release != nil && geteuid() == 0
    }

    private func programs() throws -> String { try Self.release ?? Terminal.products() }

    /// Runs a line of bash; `$1`, `$2` ... are the words.
    private func bash(_ line: String, _ words: [String] = [], environment: [String: String] = [:]) -> Finished {
        let variables = environment.merging(["HOME": folder.path]) { own, _ in own }
        return Process.run("/bin/bash", ["-c", line, "bash"] + words, environment: variables)
    }

    /// Lines of the output of a line of bash that must succeed.
    private func lines(_ line: String, _ words: String...) throws -> [String] {
        let run = bash(line, words)
        try #require(run.code == 0, "\(line): \(run)")
        return run.output.split(separator: "\n").map(String.init)
    }

    /// A package and a tarball.
    private struct Packed {
        let deb: String
        let tarball: String
    }

    /// Packs into the folder `name`, after `before` in the same shell.
    private func pack(
        _ name: String, of programs: String? = nil, from root: String = root, before: String = "true", web: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Packed {
        let to = folder.file(name)
        let run = bash(
            before + #"; root=$1; shift; exec "$root/session/package" --level 0 --programs "$@""#,
            [root, try programs ?? self.programs(), "--to", to] + (web.map { ["--web", $0] } ?? []), environment: environment)
        try #require(run.code == 0, "\(run)")
        // Programs that need Swift are told, and no other word is said.
        try #require(run.errors.isEmpty == (programs != nil || Self.release != nil), "\(run.errors)")
        let made = run.output.split(separator: "\n").map(String.init)
        let architecture = try lines("dpkg --print-architecture")[0]
        let pictures = web == nil ? [] : Self.pictures.map { "\(to)/\($0).png" }
        try #require(
            made == ["\(to)/dicta_\(Version.text)_\(architecture).deb", "\(to)/dicta-\(Version.text)-\(architecture).tar.xz"]
                + pictures)
        return Packed(deb: made[0], tarball: made[1])
    }

    /// Runs session/install of a folder for `prefix`, into the folder `stage`.
    private func install(_ session: String, prefix: String, stage: String, programs: String?) throws {
        let words = ["--prefix", prefix] + (programs.map { ["--programs", $0] } ?? [])
        let run = Process.run(
            "/bin/bash", [session + "/install"] + words, environment: ["DESTDIR": stage, "HOME": folder.path])
        try #require(run.code == 0 && run.errors.isEmpty, "\(run)")
    }

    /// Names of files and links in a folder.
    private func files(_ path: String) throws -> Set<String> {
        Set(try lines(#"cd "$1" && find . '(' -type f -o -type l ')' -printf '%P\n'"#, path))
    }

    @Test("lintian finds no fault, the files are those of session/install, and no script runs")
    func debian() throws {
        let packed = try pack("made")
        let run = bash(#"lintian --allow-root --fail-on none "$1""#, [packed.deb])
        let faults = run.output.split(separator: "\n").filter { line in
            // Programs of the test build name the folder of Swift.
            Self.release != nil || !line.contains("custom-library-search-path")
        }
        #expect(run.code == 0 && faults.isEmpty, "\(faults) \(run.errors)")

        let parts = folder.file("parts")
        let tree = folder.file("tree")
        _ = try lines(#"dpkg-deb -e "$1" "$2"; dpkg-deb -x "$1" "$3""#, packed.deb, parts, tree)
        #expect(try files(parts) == ["control", "md5sums", "conffiles"], "a script of the package would run")
        let owners = try lines(#"dpkg-deb -c "$1" | awk '{ print $1, $2 }' | sort -u"#, packed.deb)
        #expect(owners == ["-rw-r--r-- root/root", "-rwxr-xr-x root/root", "drwxr-xr-x root/root", "lrwxrwxrwx root/root"])

        let stage = folder.file("stage")
        try install(Self.root + "/session", prefix: "/usr", stage: stage, programs: try programs())
        var wanted = try files(stage)
        for name in wanted where name.hasPrefix("usr/share/man/") {
            wanted.remove(name)
            wanted.insert(name + ".gz")
        }
        wanted.remove("usr/share/dicta/installed")
        wanted.formUnion(["usr/share/doc/dicta/copyright", "usr/share/doc/dicta/changelog.gz"])
        #expect(try files(tree) == wanted)
        let places = [
            "usr/share/zsh/vendor-completions/_dicta", "usr/lib/systemd/user/dicta.service", "usr/share/man/man1/dicta.1.gz",
            "usr/lib/udev/rules.d/70-dicta-pedals.rules", "usr/share/icons/hicolor/scalable/apps/dicta.svg",
            "etc/xdg/raysession/client_templates/50_dicta/client_templates.xml",
        ]
        #expect(wanted.isSuperset(of: places) && !wanted.contains { $0.contains("limits.d") })
        // Every byte but the symbols of the programs is that of session/install.
        let other = try lines(
            #"""
            cd "$1"; find usr/share/man -name '*.gz' -exec gunzip {} +
            find . -type f ! -path './usr/bin/*' -printf '%P\n' | while read -r name; do
                cmp -s "$name" "$2/$name" || echo "$name"
            done
            """#, tree, stage)
        #expect(Set(other) == ["usr/share/doc/dicta/copyright", "usr/share/doc/dicta/changelog.gz"])
        #expect(try lines(#"cd "$1" && find etc -type f -printf '/%p\n'"#, tree) == lines(#"cat "$1/conffiles""#, parts))
        #expect(try lines(#""$1/usr/bin/dicta" --version"#, tree) == ["dicta \(Version.text)"])
        #expect(try lines(#"readlink -m "$1/usr/share/doc/dicta/LICENSE""#, tree) == [tree + "/usr/share/common-licenses/GPL-3"])
        // The unit and the desktop start nothing by themselves.
        #expect(!wanted.contains { $0.contains(".wants/") || $0.contains("autostart") || $0.contains("dbus-1") })
        try control(packed)
    }

    /// The control file names the libraries, and the servers as a choice.
    private func control(_ packed: Packed) throws {
        func field(_ name: String) throws -> String {
            try lines(#"dpkg-deb -f "$1" "$2""#, packed.deb, name).joined(separator: "\n")
        }
        let depends = try field("Depends")
        for name in ["libc6", "libjack-jackd2-0", "libsndfile1", "librubberband2", "libsqlite3-0"] {
            #expect(depends.contains(name + " ("), "\(depends)")
        }
        #expect(!depends.contains("swift"))
        #expect(try field("Recommends").contains("jackd2 | pipewire-jack"))
        let suggested = try field("Suggests")
        for name in ["ffmpeg", "espeak-ng", "pocketsphinx"] { #expect(suggested.contains(name)) }
        #expect(try [field("Version"), field("Section"), field("Priority")] == [Version.text, "sound", "optional"])
        // The first version of NEWS is that of the programs.
        let changes = try lines(
            #"dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/share/doc/dicta/changelog.gz | gunzip"#, packed.deb)
        #expect(changes.first == "dicta (\(Version.text)) unstable; urgency=medium")
    }

    @Test("the same source makes the same bytes: in another folder, at another time, for another user")
    func sameBytes() throws {
        let time = ["SOURCE_DATE_EPOCH": "1700000000"]
        let first = try pack("first", environment: time)
        let copy = folder.file("another place")
        _ = try lines(
            #"""
            mkdir "$2"; cd "$1"; cp -R session NEWS README.md LICENSE Package.swift "$2"
            find "$2" -exec touch -d 2001-01-01 {} +; chmod -R go-rwx "$2"
            """#, Self.root, copy)
        var others = time
        others["TZ"] = "Asia/Kathmandu"
        others["LC_ALL"] = "de_DE.UTF-8"
        others["XZ_OPT"] = "-9"
        others["GZIP"] = "-1"
        others["TAR_OPTIONS"] = "--owner=anna"
        others["DPKG_DEB_COMPRESSOR_TYPE"] = "gzip"
        let second = try pack("second", from: copy, before: "cd /; umask 077", environment: others)
        for (one, two) in [(first.deb, second.deb), (first.tarball, second.tarball)] {
            #expect(bash(#"cmp "$1" "$2""#, [one, two]).code == 0, "\(one) and \(two) differ")
        }
        let times = try lines(#"tar -tvf "$1" --full-time | awk '{ print $4, $5 }' | sort -u"#, first.tarball)
        #expect(times == ["2023-11-14 22:13:20"])
    }

    @Test("without SOURCE_DATE_EPOCH all times are that of the commit, or of NEWS") func times() throws {
        let copy = folder.file("copy")
        _ = try lines(
            #"mkdir "$2"; cd "$1"; cp -R session NEWS README.md LICENSE Package.swift "$2"; touch -d @1600000000 "$2/NEWS""#,
            Self.root, copy)
        let programs = folder.file("programs")
        _ = try lines(
            #"""
            mkdir "$1"; cd "$1"
            echo '#include <stdio.h>' >a.c; echo "int main(void) { puts(\"dicta $2\"); }" >>a.c
            for name in dicta dictad dicta-bench; do cc a.c -o "$name"; done
            """#, programs, Version.text)
        let show = #"tar -tvf "$1" --full-time | awk '{ print $4, $5 }' | sort -u"#
        #expect(try lines(show, pack("plain", of: programs, from: copy).tarball) == ["2020-09-13 12:26:40"])
        _ = try lines(
            #"""
            cd "$1"; git init -q .; git add NEWS
            GIT_COMMITTER_DATE='1650000000 +0000' git -c user.name=anna -c user.email=anna@example.org commit -q -m one
            """#, copy)
        #expect(try lines(show, pack("kept", of: programs, from: copy).tarball) == ["2022-04-15 05:20:00"])
    }

    @Test("the tarball installs what the source installs, without Swift and without a build") func tarball() throws {
        let packed = try pack("made")
        #expect(try lines(#"tar -tvf "$1" --numeric-owner | awk '{ print $2 }' | sort -u"#, packed.tarball) == ["0/0"])
        let name = try lines(#"cd "$2"; tar -xf "$1"; tar -tf "$1" | cut -d / -f 1 | sort -u"#, packed.tarball, folder.path)
        try #require(name == ["dicta-\(Version.text)"])
        let unpacked = folder.file(name[0])
        let tree = folder.file("tree")
        let stage = folder.file("stage")
        try install(unpacked + "/session", prefix: "/opt/dicta", stage: tree, programs: nil)
        try install(Self.root + "/session", prefix: "/opt/dicta", stage: stage, programs: try programs())
        let list = #"cd "$1" && find . -printf '%y %m %P\n' | sort"#
        #expect(try lines(list, tree) == lines(list, stage))
        // The time of a version that is not released is in its page for software centres.
        let different = bash(#"diff -rq --exclude=bin "$1" "$2""#, [tree, stage])
        #expect(different.code == 0, "\(different.output)")
        #expect(try lines(#""$1/opt/dicta/bin/dictad" --version"#, tree) == ["dictad \(Version.text)"])
    }

    @Test("says what is wrong") func refusals() throws {
        let script = Self.root + "/session/package"
        #expect(bash(#""$1" --nonsense"#, [script]).errors.contains("--help"))
        #expect(bash(#""$1" --to"#, [script]).code == 1)
        #expect(bash(#""$1" --level 12"#, [script]).errors.contains("from 0 to 9"))
        let run = bash(#""$1" --programs "$2" --to "$2""#, [script, folder.path])
        #expect(run.code == 1 && run.errors.contains("no program 'dicta' in"), "\(run)")
        #expect(try files(folder.path).isEmpty)
    }

    @Test("programs whose libraries are missing are not installed, and the libraries are named") func libraries() throws {
        let programs = folder.file("programs")
        _ = try lines(
            #"""
            mkdir "$1"; cd "$1"
            echo 'int gone(void) { return 0; }' | cc -shared -x c - -Wl,-soname,libgone.so.3 -o libgone.so
            for name in dicta dictad dicta-bench; do
                echo 'int gone(void); int main(void) { return gone(); }' | cc -x c - -x none libgone.so -o "$name"
            done
            rm libgone.so
            """#, programs)
        let prefix = folder.file("prefix")
        let run = bash(
            #""$1" --programs "$2" --prefix "$3""#, [Self.root + "/session/install", programs, prefix])
        #expect(run.code == 1 && run.errors.contains("lack these libraries: libgone.so.3."), "\(run)")
        #expect(!Files.exists(prefix))
    }

    @Test("with an address in the web the page for software centres has pictures, which are made beside the package")
    func pictures() throws {
        let packed = try pack("made", web: "https://example.org/dicta/")
        let tree = folder.file("tree")
        _ = try lines(#"dpkg-deb -x "$1" "$2""#, packed.deb, tree)
        let page = tree + "/usr/share/metainfo/alt.dicta.dicta.metainfo.xml"
        #expect(bash(#"appstreamcli validate --no-net --explain "$1""#, [page]).code == 0)
        let text = """
            import struct, sys, xml.etree.ElementTree as tree
            page, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
            shots = tree.parse(page).getroot().findall("screenshots/screenshot")
            assert [shot.find("image").text for shot in shots] == ["https://example.org/dicta/" + name + ".png" for name in names]
            language = "{http://www.w3.org/XML/1998/namespace}lang"
            for shot in shots: assert [item.get(language) for item in shot.findall("caption")] == [None, "de", "ru"]
            for name in names:
                head = open(folder + "/" + name + ".png", "rb").read(24)
                # Software centres ask for pictures at least 620 wide.
                assert head[1:4] == b"PNG" and struct.unpack(">II", head[16:])[0] >= 1240, (name, head)
            """
        let told = Process.python(text, [page, folder.file("made")] + Self.pictures)
        #expect(told.code == 0, "\(told.errors)")
        let run = bash(#"exec "$1/session/package" --web "$2""#, [Self.root, "example.org"])
        #expect(run.code == 1 && run.errors.contains("--web takes an address such as https://"), "\(run)")
    }

    @Test("validators of the desktop find no fault in what is installed") func validators() throws {
        let prefix = folder.file("prefix")
        try install(Self.root + "/session", prefix: prefix, stage: "", programs: try programs())
        let share = prefix + "/share"
        for name in ["dicta", "dicta-link"] {
            let run = bash(#"desktop-file-validate "$1""#, ["\(share)/applications/\(name).desktop"])
            #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
        }
        let page = share + "/metainfo/alt.dicta.dicta.metainfo.xml"
        // Its code is 0 only without errors and warnings.
        let run = bash(#"appstreamcli validate --no-net --explain "$1""#, [page])
        #expect(run.code == 0, "\(run)")
        let text = """
            import configparser, sys, xml.etree.ElementTree as tree
            share, version = sys.argv[1:]
            page = tree.parse(share + "/metainfo/alt.dicta.dicta.metainfo.xml").getroot()
            language = "{http://www.w3.org/XML/1998/namespace}lang"
            for path in ["summary", "description/p", "description/ul/li"]:
                found = [item.get(language) for item in page.findall(path)]
                assert len(found) and found == [None, "de", "ru"] * (len(found) // 3), (path, found)
            versions = [item.get("version") for item in page.find("releases")]
            news = [line.split()[1] for line in open(share + "/doc/dicta/NEWS") if line.startswith("Dicta ")]
            assert versions == news and versions[0] == version, (versions, news)
            assert page.find("launchable").text == "dicta.desktop" and page.find("content_rating") is not None
            assert [item.text for item in page.findall("provides/binary")] == ["dicta", "dictad", "dicta-bench"]
            entry = configparser.ConfigParser(interpolation=None); entry.optionxform = str
            entry.read(share + "/applications/dicta.desktop")
            assert entry["Desktop Entry"]["Actions"] == "record;stop;" and entry["Desktop Entry"]["Icon"] == "dicta"
            for action, words in [("record", "dicta --notify toggle rec"), ("stop", "dicta --notify stop")]:
                section = entry["Desktop Action " + action]
                assert section["Exec"] == words and section["Name[de]"] and section["Name[ru]"]
            """
        let told = Process.python(text, [share, Version.text])
        #expect(told.code == 0, "\(told.errors)")
        let pages = try lines(#"find "$1/man" -type f"#, share)
        for page in pages {
            let shown = bash(#"MANWIDTH=80 man --warnings -l "$1" >"$2""#, [page, folder.file("shown")])
            #expect(shown.code == 0 && shown.errors.isEmpty, "\(page): \(shown.errors)")
        }
        #expect(!pages.isEmpty)
    }

    @Test("the icons are drawn at every size") func icons() throws {
        for (name, size) in [("dicta", 16), ("dicta", 22), ("dicta", 48), ("dicta", 256), ("dicta-symbolic", 16)] {
            let image = folder.file("\(name)\(size).png")
            let picture = Self.root + "/session/share/\(name).svg"
            let run = bash(#"rsvg-convert -w "$2" -h "$2" "$1" -o "$3""#, [picture, "\(size)", image])
            #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
            #expect(try lines(#"od -An -tu4 -j16 -N8 --endian=big "$1" | xargs"#, image) == ["\(size) \(size)"])
        }
    }

    @Test(
        "systemd takes the units of the user",
        .enabled(if: Files.exists("/usr/bin/systemd-analyze"), "systemd-analyze is not installed"))
    func unit() throws {
        let prefix = folder.file("prefix")
        try install(Self.root + "/session", prefix: prefix, stage: "", programs: try programs())
        let run = bash(
            #"systemd-analyze --user --man=no verify "$1"/dicta.service "$1"/dicta@.service"#, [prefix + "/share/systemd/user"],
            environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
    }

    /// Version 254 of systemd and later can check rules.
    @Test("udev takes the rules", .enabled(if: Self.canCheckRules(), "udevadm verify is not there"))
    func rules() {
        let run = bash(#"udevadm verify "$1""#, [Self.root + "/session/share/70-dicta-pedals.rules"])
        #expect(run.code == 0, "\(run)")
    }

    private static func canCheckRules() -> Bool { Process.run("/usr/bin/udevadm", ["verify", "--help"]).code == 0 }

    /// Needs the network once: then `.build/debian` has the system and the packages.
    @Test(
        "a bare Debian 12 installs it, records, upgrades over an older one, and purges it; all that is the user's stays",
        .enabled(if: isBareWanted(), "--soak of session/test makes the bare system (root)"))
    func bare() throws {
        let packed = try pack("made")
        let run = bash(
            #""$1/Tests/Debian/bare.sh" "$2" "$3" "$4" 2>&1"#, [Self.root, packed.deb, packed.tarball, Self.cache])
        #expect(run.code == 0, "\(run.output)")
        #expect(run.output.split(separator: "\n").count { $0.hasPrefix("ok ") } == 9, "\(run.output)")
    }

    /// A build of many minutes, so only in long runs. The output has the seconds of each step.
    @Test(
        "a bare Debian 12 with Swift builds it from source as the README says, tries it, installs it, and has nothing left of it",
        .enabled(if: unsafe getenv("DICTA_SOAK") != nil && geteuid() == 0, "--soak of session/test goes this way (root)"))
    func source() throws {
        let path = try #require(unsafe getenv("PATH").map { unsafe String(cString: $0) })
        let run = bash(#""$1/Tests/Debian/source.sh" "$2" 2>&1"#, [Self.root, Self.cache], environment: ["PATH": path])
        expect(run, steps: 9, way: "source")
    }

    /// Downloads the packages that Dicta recommends, so only in long runs.
    @Test(
        "a bare Debian 12 installs it with what it recommends, as the README says, records, takes the tour, and purges it",
        .enabled(if: unsafe getenv("DICTA_SOAK") != nil && geteuid() == 0, "--soak of session/test goes this way (root)"))
    func recommended() throws {
        let run = bash(#""$1/Tests/Debian/package.sh" "$2" "$3" 2>&1"#, [Self.root, try pack("made").deb, Self.cache])
        expect(run, steps: 6, way: "package")
    }

    /// Expects a script to have taken all its steps, and prints their seconds.
    private func expect(_ run: Finished, steps: Int, way: String) {
        #expect(run.code == 0, "\(run.output)")
        let lines = run.output.split(separator: "\n").map(String.init)
        for line in lines { print("MEASURED \(way) way: \(line)") }
        #expect(lines.count { $0.hasPrefix("ok ") } == steps, "\(lines)")
    }
}
