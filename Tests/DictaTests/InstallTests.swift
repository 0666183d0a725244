// Tests of session/install, into folders of the test.
import Dictation
import Glibc
import TestSupport
import Testing

@Suite("session/install: everything in its place, found by those it is for, and gone again")
struct InstallTests {
    let terminal = Terminal()

    private static let session = String(#filePath.dropLast("Tests/DictaTests/InstallTests.swift".count)) + "session"

    private func install(_ words: [String], environment: [String: String] = [:]) throws -> Finished {
        var variables = ["HOME": terminal.folder.path]
        variables.merge(environment) { $1 }
        return Process.run(
            "/bin/bash", [Self.session + "/install", "--programs", try Terminal.products()] + words, environment: variables)
    }

    private func files(_ folder: String) -> Set<String> {
        let run = Process.run("/usr/bin/find", [folder, "-type", "f", "-printf", "%P\n"])
        return Set(run.output.split(separator: "\n").map(String.init))
    }

    /// Man pages and catalogues of messages.
    static let translated: Set<String> = {
        var files: Set<String> = []
        for language in ["", "de/", "ru/"] {
            for page in ManualPage.allCases {
                files.insert("share/man/\(language)man\(page.section)/\(page.rawValue).\(page.section)")
            }
            if !language.isEmpty { files.insert("share/locale/\(language)LC_MESSAGES/dicta.mo") }
        }
        return files
    }()

    static let wanted: Set<String> = translated.union([
        "bin/dicta", "bin/dictad", "bin/dicta-bench", "share/bash-completion/completions/dicta",
        "share/zsh/site-functions/_dicta", "share/fish/vendor_completions.d/dicta.fish", "share/applications/dicta.desktop",
        "share/applications/dicta-link.desktop", "share/icons/hicolor/scalable/apps/dicta.svg",
        "share/icons/hicolor/symbolic/apps/dicta-symbolic.svg", "share/metainfo/alt.dicta.dicta.metainfo.xml",
        "share/dicta/open-stage-control.json", "share/dicta/dicta.tosc", "share/dicta/dicta-limits.conf",
        "share/dicta/70-dicta-pedals.rules",
        "share/dicta/raysession/client_templates.xml", "share/dicta/installed", "share/doc/dicta/README.md",
        "share/doc/dicta/NEWS", "share/doc/dicta/LICENSE", "share/doc/dicta/session/share/pipewire.md",
        "share/doc/dicta/session/rooms.md", "share/doc/dicta/session/po/README.md", "share/doc/dicta/session/reference.md",
        "share/doc/dicta/session/osc.md",
        "share/doc/dicta/session/hooks.md", "share/doc/dicta/session/troubleshooting.md", "share/doc/dicta/session/numbers.md",
        "share/doc/dicta/session/recognisers.md", "share/doc/dicta/session/prompts.md", "share/dicta/recognisers/contract.py",
        "share/dicta/recognisers/faster-whisper",
        "share/dicta/recognisers/install", "share/dicta/recognisers/pocketsphinx", "share/dicta/recognisers/whisper-cli",
        "share/doc/dicta/session/share/screen-recording.svg", "share/doc/dicta/session/share/screen-playing.svg",
        "share/doc/dicta/session/share/screen-words.svg", "share/doc/dicta/session/share/screen-prompt.svg",
        "share/dicta/schemas/analysis.json", "share/dicta/schemas/answer.json", "share/dicta/schemas/diary.json",
        "share/dicta/schemas/event.json", "share/dicta/schemas/sidecar.json", "share/dicta/schemas/timer.json",
        "share/dicta/schemas/transcript.json", "share/dicta/schemas/words.json", "share/dicta/schemas/answers.json",
        "share/dicta/schemas/catalogue.json", "share/dicta/schemas/prompts.json",
    ])

    private static let units: Set = ["share/systemd/user/dicta.service", "share/systemd/user/dicta@.service"]

    /// Links between the installed pages lead to files that are there.
    private func links(_ pages: String) throws {
        let text = """
            import pathlib, re, sys
            root = pathlib.Path(sys.argv[1])
            pages = list(root.rglob("*.md"))
            assert len(pages) > 8
            for page in pages:
                for target in re.findall(r"\\]\\(([^)#]+)", page.read_text()):
                    assert "://" in target or (page.parent / target).exists(), f"{page}: {target}"
            """
        let run = Process.python(text, [pages])
        #expect(run.code == 0, "\(run.errors)")
    }

    /// A plain name proves nothing that one with all these signs does not: it is left to the whole run.
    @Test("installs, again too, and takes only its own away", arguments: ["plain", "with a space, %u and quote'd"].few)
    func installs(name: String) throws {
        let prefix = terminal.folder.file(name)
        for _ in 0..<2 {
            let run = try install(["--prefix", prefix + "/"])
            #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
            #expect(files(prefix) == Self.wanted.union(Self.units))
        }
        // The installed programs run in their new folder.
        let version = Process.run(prefix + "/bin/dicta", ["--version"])
        #expect(version.output == "dicta \(Version.text)\n")
        #expect(Files.read(prefix + "/share/man/man1/dicta.1") == Process.run(prefix + "/bin/dicta", ["help", "--man"]).output)
        let unit = try #require(Files.read(prefix + "/share/systemd/user/dicta.service"))
        let escaped = prefix.replacing("%", with: "%%")
        #expect(unit.contains("\nExecStart=\"\(escaped)/bin/dictad\"\n") && unit.contains("\nLimitRTPRIO=95\n"))
        #expect(!unit.contains("@"))
        let several = try #require(Files.read(prefix + "/share/systemd/user/dicta@.service"))
        #expect(several.contains("\nExecStart=\"\(escaped)/bin/dictad\" --name %i\n"))
        #expect(several.contains(" dicta@NAME\n") && several.contains(": engine %i\n"))
        try links(prefix + "/share/doc/dicta")
        // The service tells systemd that it lives (C15).
        #expect(unit.contains("\nType=notify\n") && unit.contains("\nWatchdogSec="))
        let entry = try #require(Files.read(prefix + "/share/applications/dicta.desktop"))
        #expect(entry.contains("\nX-NSM-Capable=true\n") && entry.contains("\nX-NSM-Exec=dictad\n"))
        // A file that another program put there stays, and so does its folder.
        #expect(Files.write("mine", to: prefix + "/share/dicta/mine"))
        let gone = try install(["--uninstall", "--prefix", prefix])
        #expect(gone.code == 0 && files(prefix) == ["share/dicta/mine"], "\(gone) \(files(prefix))")
        #expect(Files.mode(prefix + "/bin") == nil)
        #expect(try install(["--uninstall", "--prefix", prefix]).code == 1)
    }

    @Test(
        "without a prefix, under DESTDIR: root's place, with what other programs want elsewhere",
        .enabled(if: geteuid() == 0, "only root's"))
    func packages() throws {
        let stage = terminal.folder.file("stage")
        #expect(try install([], environment: ["DESTDIR": stage]).code == 0)
        let elsewhere = "etc/xdg/raysession/client_templates/50_dicta/client_templates.xml"
        let found = files(stage)
        #expect(found.contains(elsewhere) && found.contains("usr/local/lib/systemd/user/dicta.service"), "\(found)")
        #expect(found.count == Self.wanted.count + 4 && found.contains("etc/udev/rules.d/70-dicta-pedals.rules"))
        // No path of the stage is in what was installed.
        let unit = Files.read(stage + "/usr/local/lib/systemd/user/dicta.service") ?? ""
        #expect(unit.contains("ExecStart=\"/usr/local/bin/dictad\"") && !unit.contains(stage))
        #expect(try install(["--uninstall"], environment: ["DESTDIR": stage]).code == 0)
        #expect(files(stage).isEmpty && Files.mode(stage + "/usr/local") != nil)
    }

    @Test("an upgrade that fails in the middle leaves programs that run, and --uninstall removes the files of both versions")
    func interrupted() throws {
        let prefix = terminal.folder.file("half")
        #expect(try install(["--prefix", prefix]).code == 0)
        // A file of the version before; and a folder in the place of a file, which root cannot write over either.
        let (list, old) = (prefix + "/share/dicta/installed", prefix + "/share/dicta/old")
        let text = try #require(Files.read(list))
        #expect(Files.write("old", to: old) && Files.write(text + "share/dicta/old\n", to: list))
        let place = prefix + "/share/doc/dicta/session/po/README.md"
        for isLast in [false, true] {
            try #require(Process.run("/bin/sh", ["-c", "rm \(place) && mkdir \(place) && touch \(place)/x"]).code == 0)
            let failed = try install(["--prefix", prefix])
            #expect(failed.code == 1 && failed.errors.contains("could not write \(place)"), "\(failed)")
            #expect(Process.run(prefix + "/bin/dicta", ["--version"]).output == "dicta \(Version.text)\n")
            #expect(files(prefix).contains("share/dicta/old"))
            try #require(Process.run("/bin/rm", ["-r", place]).code == 0)
            if isLast { break }
            // The next one takes the file of the version before away.
            #expect(try install(["--prefix", prefix]).code == 0)
            #expect(files(prefix) == Self.wanted.union(Self.units))
            #expect(Files.write("old", to: old) && Files.write(text + "share/dicta/old\n", to: list))
        }
        #expect(try install(["--uninstall", "--prefix", prefix]).code == 0)
        #expect(files(prefix).isEmpty, "\(files(prefix))")
    }

    @Test("says what is wrong") func refusals() throws {
        #expect(try install(["--prefix"]).code == 1)
        #expect(try install(["--nonsense"]).errors.contains("--help"))
        #expect(terminal.folder.write("in the way", to: "file"))
        let run = try install(["--prefix", terminal.folder.file("file")])
        #expect(run.code == 1 && run.errors.contains("could not write"), "\(run)")
    }

    /// Others' programs read what was made for them.
    @Test("desktop entry, templates and layouts are what they say") func formats() throws {
        let text = """
            import configparser, json, sys, zlib, xml.dom.minidom as dom
            folder, layout, touch = sys.argv[1:]
            entry = configparser.ConfigParser(interpolation=None); entry.optionxform = str
            assert entry.read(folder + "/share/dicta.desktop")
            assert entry["Desktop Entry"]["X-NSM-Exec"] == "dictad"
            link = configparser.ConfigParser(interpolation=None); link.optionxform = str
            assert link.read(folder + "/share/dicta-link.desktop")
            assert link["Desktop Entry"]["MimeType"] == "x-scheme-handler/dicta;"
            assert link["Desktop Entry"]["Exec"] == "dicta open %u" and link["Desktop Entry"]["NoDisplay"] == "true"
            template = dom.parse(folder + "/share/client_templates.xml").getElementsByTagName("Client-Template")[0]
            assert template.getAttribute("executable") == "dictad"
            session = json.load(open(layout))
            assert session["type"] == "session" and len(session["content"]["tabs"]) > 4
            ids = []
            def walk(widget):
                ids.append(widget["id"])
                for inner in widget.get("tabs", []) + widget.get("widgets", []): walk(inner)
            walk(session["content"])
            assert len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1]
            nodes = dom.parseString(zlib.decompress(open(touch, "rb").read())).getElementsByTagName("node")
            names = [n.getAttribute("ID") for n in nodes]
            assert len(names) == len(set(names)) > 60
            """
        let layout = try terminal.run("surface", "open-stage-control")
        #expect(layout.code == 0 && layout.errors.isEmpty && terminal.folder.write(layout.output, to: "layout"))
        let words = [
            "-c", "\"$1\" surface touchosc >\"$2\"", "sh", try Terminal.products() + "/dicta", terminal.folder.file("touch"),
        ]
        #expect(Process.run("/bin/sh", words).code == 0)
        let run = Process.python(text, [Self.session, terminal.folder.file("layout"), terminal.folder.file("touch")])
        #expect(run.code == 0, "\(run.errors)")
        #expect(try terminal.run("surface", "nonsense").code == 2)
        let plain = try terminal.run("--json", "surface", "touchosc")
        #expect(plain.code == 0 && Terminal.json(plain.output, "o['surface'][:5]") == "<?xml")
    }
}
