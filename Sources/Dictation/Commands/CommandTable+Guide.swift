// The commands of prompts and question sheets. Any thread; constants.
internal import Messages

extension CommandTable {
    static let guide: [Command] = [prompt, ask, answers, answer]

    /// Options of `rec` for a prompt.
    static let promptOptions: [CommandParameter] = [
        .option(
            .prompt, .flag,
            "Speak about a prompt: the one that stands, or a new one. It is printed, and spoken first by the setting prompt-speak."
        ),
        .option(.promptId, .text, "Keep the id of this prompt with the recording; --prompt does so by itself.", word: "ID"),
    ]

    /// The option of a take that answers a question.
    static let question = CommandParameter.option(
        .question, .text, "Keep the take as an answer to this question of a sheet; 'dicta ask' does so by itself.",
        word: "SHEET:ID")

    private static let depths = ["light", "deep"]

    private static let prompt = Command(
        .guide(.prompt), .guide, needs: .look, "Show a prompt to speak about, another one, or the list of prompts.",
        details:
            "Without an action the current prompt is shown. It stays for its part of the day, or until a take about it begins"
            + " ('dicta rec --prompt'). A new one is chosen by weight among those that were not shown for seven days, for the"
            + " part of the day and of the week. --inspire shows another one at once. Prompts of your own are lines of JSON in"
            + " prompts.ndjson beside the settings: see 'session/prompts.md'. The text is in no event and in no log.",
        parameters: [
            .positional(
                .do, .text, "Action.", required: false, standard: .text("show"),
                choices: ["show", "list", "favourite", "hide"]
            ).skippable().needing(.word(["favourite": .edit, "hide": .transport])),
            .positional(
                .id, .text, "Id of a prompt, for show and favourite; default: the one that stands.", required: false, word: "ID"),
            .option(.inspire, .flag, "Show another prompt than the one that stands."),
            .option(.category, .text, "With --inspire or list: prompts of this category.", word: "CATEGORY"),
            .option(.depth, .text, "With --inspire or list: prompts of this depth.", choices: depths),
            .option(.favourites, .flag, "With --inspire or list: favourites only."),
            .option(.off, .flag, "With favourite: the prompt is no favourite any more."),
        ],
        failures: [.notFound, .wrongState, .storage, .diskFull], startsEngine: true, lists: true, patience: 15,
        example: "dicta prompt --inspire --category dream")

    private static let askActions = ["show", "start", "skip", "repeat", "back", "stop", "status", "list"]

    private static let ask = Command(
        .guide(.ask), .guide, needs: .transport, "Go through the questions of a sheet by voice.",
        details: "Each question is spoken (setting ask-speak) and shown; the answer is recorded from its first sound and ends in"
            + " silence (setting ask-silence), then the next question comes. 'skip' leaves a question open, 'repeat' asks it again,"
            + " 'back' goes to the one before. 'stop', or any other end of the take, keeps what was said; the next 'dicta ask SHEET'"
            + " goes on with the first open question, on any day. Answers are segments of one recording, which is completed once all"
            + " are there. 'status' counts them and lists the open questions, 'list' lists the sheets, 'dicta answers' shows and exports"
            + " the answers.",
        parameters: [
            .positional(.do, .text, "Action; start for a sheet alone.", required: false, choices: askActions).skippable(),
            .positional(.sheet, .text, "Name of the sheet.", required: false, word: "SHEET"),
            .option(.in, .text, "The recording; default: the latest one of the sheet, or a new one named after it.", word: "NAME")
                .completing(.recording),
            .option(.new, .flag, "Begin a new recording."),
            .option(.wait, .flag, "Return at the end of the questions, and print each one as it is asked."),
        ],
        state: .always, failures: [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull], startsEngine: true,
        lists: true, patience: 80, example: "dicta ask house")

    private static let answerFailures: [FailureCode] = [.wrongState, .notFound, .storage, .diskFull]

    private static let answers = Command(
        .library(.answers), .guide, needs: .read, "Show or export the answers of a recording to its question sheet.",
        details:
            "Each answer has its text, by hand or from the transcript, and the places where it is said. --as json has questions,"
            + " notes, version and completionPercentage; --as markdown is a document. Answers to questions that the sheet no longer"
            + " has come last.",
        parameters: [
            .positional(.name, .text, "The recording.", required: true, word: "NAME").completing(.recording),
            .option(.as, .text, "Form of the output.", choices: ["markdown", "json"]),
            .option(.to, .text, "Write a new file, or into this folder.", word: "PATH").needing(.always(.files)),
            .option(.sheet, .text, "Name of the sheet; default: the one that the recording answers.", word: "SHEET"),
            folder,
        ],
        failures: answerFailures, lists: true, patience: 60, worksAlone: true, example: "dicta answers house --as markdown")

    private static let answer = Command(
        .library(.answer), .guide, needs: .edit, "Write the answer to a question by hand.",
        details: "The text stands in place of the spoken words; the audio stays. An empty text brings the spoken words back.",
        parameters: [
            .positional(.name, .text, "The recording.", required: true, word: "NAME").completing(.recording),
            .positional(.question, .text, "Id or number of the question.", required: true, word: "QUESTION"),
            .positional(.text, .text, "The answer.", required: true, word: "TEXT").allowingEmpty(),
            .option(.sheet, .text, "Name of the sheet; default: the one that the recording answers.", word: "SHEET"), folder,
        ],
        state: .closed, failures: answerFailures, patience: 60, worksAlone: true,
        example: "dicta answer house light Kitchen")
}
