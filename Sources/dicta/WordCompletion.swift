// The hidden verb `complete-words`, which shells ask at each Tab. One thread; asks an engine or reads the library.
import Catalogue
import Control
import Dictation
import FoundationEssentials
import Messages
import Storage
import System

/// The words that may come next in a command line, for the completion scripts. Starts no engine and prints no error: a shell
/// would show it in the middle of the line being typed.
struct WordCompletion {
    private let answer: CompletionAnswer
    private var engine: String { question.given(.engine) ?? CommandTable.standardEngine }
    private var question: CompletionQuestion { answer.question }
    private let environment = ProcessInfo.processInfo.environment

    /// Most recordings and tags that are offered.
    private static let most = 500
    /// Seconds that an engine has to answer; the person at the keyboard waits.
    private static let patience = 0.5

    /// The verb. It is not in the table of commands: help and man page are for people.
    static let verb = "complete-words"

    /// Reads the arguments after the verb; nil when no script of Dicta wrote them.
    init?(_ arguments: [String]) {
        guard let answer = CompletionAnswer(Array(arguments.dropFirst())) else { return nil }
        self.answer = answer
    }

    /// Prints the answer. A shell that has gone away needs none.
    func run() {
        try? Output.standard(Array(answer.lines(words).map { $0 + "\n" }.joined().utf8))
    }

    private var words: [CompletionQuestion.Word] {
        switch question.kind {
        case .choice, .verb, .settingKey: known
        case .settingValue: question.words
        case .recording, .recordingOrFile: recordings
        case .tag, .tags: tags
        case .marker: markers
        case .place: markers.map { .init("@" + $0.text, $0.note) }
        case .operation: operations
        case .preset: presets
        case .source: sources
        case .engine: RunningEngines.names(runtimeFolder: environment["XDG_RUNTIME_DIR"]).map { .init($0) }
        case .file, .folder, .free: []
        }
    }

    /// Words of the table. Where a recording begins with a hyphen, `--` is offered too, which ends the options.
    private var known: [CompletionQuestion.Word] {
        let positional = question.command?.positional?.kind
        guard question.parameter == nil, question.typed.hasPrefix("-"), [.recording, .recordingOrFile].contains(positional),
            find("-*").contains(where: { $0["name"]?.description.hasPrefix("-") == true })
        else { return question.words }
        return question.words + [.init("--", tr("Recordings that begin with a hyphen follow."))]
    }

    private var recordings: [CompletionQuestion.Word] {
        // A star or question mark in a name would be a pattern; such a name is found by the part before it.
        let start = question.typed.prefix { $0 != "*" && $0 != "?" }
        let isOwnName = question.isBare || question.parameter?.isPositional == false
        return find(start + "*").compactMap { item in
            guard let name = item["name"]?.description, isOwnName || !name.hasPrefix("-") else { return nil }
            guard case .double(let seconds)? = item["seconds"] else { return .init(name) }
            return .init(name, TimeSpan.counter(seconds: seconds))
        }
    }

    private func find(_ pattern: String) -> [Fields] {
        ask(.library(.ls), [.pattern: .text(pattern), .limit: .int(Int64(Self.most))])?.items ?? []
    }

    /// The tags in use. Only the library's index has all of them; an engine on another machine tells those of its newest
    /// recordings.
    private var tags: [CompletionQuestion.Word] {
        let found: [String]
        if question.given(.remote) == nil, case .text(let folder)? = ask(.library(.ls), [.limit: .int(1)])?.fields["library"] {
            found = (try? tags(in: folder)) ?? []
        } else {
            found = find("*").flatMap { $0["tags"]?.texts ?? [] }
        }
        return Set(found).sorted().prefix(Self.most).map { .init($0) }
    }

    private func tags(in folder: String) throws -> [String] {
        try Catalogue(Library(folder: folder, mayWrite: false)).tags()
    }

    /// The markers of the recording that the line names, or of the current one.
    private var markers: [CompletionQuestion.Word] {
        let name = question.given(.in) ?? question.given(.name).map { question.command?.verb == .marker(.mark) ? "" : $0 }
        let values: [ParameterKey: Value] = name.flatMap { $0.isEmpty ? nil : [.in: .text(Self.whole($0))] } ?? [:]
        return (ask(.marker(.marks), values)?.items ?? []).compactMap { item in
            guard let name = item["name"]?.description, !name.isEmpty else { return nil }
            return .init(name, item["position_seconds"].map { Wording.text(Field("position_seconds", $0)) } ?? "")
        }
    }

    /// A path is relative to the folder of the shell.
    private static func whole(_ name: String) -> String { name.hasSlash ? Paths.absolute(name) : name }

    /// The presets of the engine, or of the settings where none answers.
    private var presets: [CompletionQuestion.Word] {
        guard let request = try? CommandTable.request(.settings(.preset)) else { return [] }
        var alone = try? SettingsAlone(engine: engine, environment: environment)
        let found = (try? askEngine(request)) ?? (try? alone?.ask(request))
        let words = (found?.items ?? []).compactMap { item in
            item["preset"].map { CompletionQuestion.Word($0.description, item["sets"]?.description ?? "") }
        }
        return question.command?.verb == .settings(.preset) ? words : words + [.init(Preset.none, tr("no preset"))]
    }

    private var operations: [CompletionQuestion.Word] {
        (ask(.library(.operations), [:])?.items ?? []).compactMap { item in
            guard let id = item["operation"]?.description, [.text("queued"), .text("running")].contains(item["state"])
            else { return nil }
            return .init(id, [item["verb"], item["name"]].compactMap { $0?.description }.joined(separator: " "))
        }
    }

    private var sources: [CompletionQuestion.Word] {
        let ports = (ask(.monitoring(.source), [:])?.items ?? []).compactMap { item in
            item["port"].map { CompletionQuestion.Word($0.description, item["source"]?.description ?? "") }
        }
        return ports + ["physical", "default", "none"].map { .init($0) }
    }

    /// The answer of the engine that the line names, or of the library where none answers; nil where both fail.
    private func ask(_ verb: Verb, _ values: [ParameterKey: Value]) -> Reply? {
        var all = values
        if let folder = question.given(.library) { all[.library] = .text(expanded(folder)) }
        guard let request = try? CommandTable.request(verb, all) else { return nil }
        if all[.library] == nil, let reply = try? askEngine(request) { return reply }
        guard question.given(.remote) == nil, request.command.worksAlone else { return nil }
        return try? Alone(request, engine: engine, environment: environment).ask(request)
    }

    /// A folder as the shell will pass it: the line still has its `~` and `$HOME`.
    private func expanded(_ folder: String) -> String {
        for mark in ["~/", "$HOME/", "${HOME}/"] where folder.hasPrefix(mark) {
            return "\(environment["HOME"] ?? "")/\(folder.dropFirst(mark.count))"
        }
        return Paths.absolute(folder)
    }

    private func askEngine(_ request: Request) throws(ControlError) -> Reply {
        if let url = question.given(.remote) {
            var client = try StreamClient(url: url, patience: Self.patience)
            return try client.ask(request, timeout: Self.patience)
        }
        let standard = try ControlPath.standard(engine: engine, runtimeFolder: environment["XDG_RUNTIME_DIR"])
        var client = try ControlClient(engine: engine, path: question.given(.socket).map(Paths.absolute) ?? standard)
        return try client.ask(request, timeout: Self.patience)
    }
}
