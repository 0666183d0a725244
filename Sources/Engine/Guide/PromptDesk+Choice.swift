// The choice of prompts, and their fields. Control loop only.
internal import Catalogue
internal import Dictation
internal import Guide
internal import System
internal import Threads

extension PromptDesk {
    /// The languages of texts, the most wanted first: the setting's, then those of the locale.
    var languages: [String] { Catalogue.languages(settings.current.text(.promptLanguage)) }

    /// Words for the tokens of texts.
    func words(at moment: GuideMoment) -> GuideWords {
        GuideWords(name: settings.current.text(.promptName) ?? "", dayPart: moment.dayPart, weekPart: moment.weekPart)
    }

    /// A prompt with its text filled in.
    func make(_ item: GuideItem, _ source: Source, at moment: GuideMoment) -> Shown {
        let best = words(at: moment).best(item.text, for: languages) ?? (text: "", language: "en")
        return Shown(item: item, text: best.text, language: best.language, source: source)
    }

    /// The prompt that stands, or else a new one of the day, which stands from now on. Nil where the catalogue has none.
    @discardableResult
    func choose(_ known: KnownGuide, at moment: GuideMoment) -> Shown? {
        let choice = GuideChoice(known.catalogue.items(.prompt), known.usage, at: moment)
        if let item = choice.standing({ GuideMoment(seconds: $0) }) {
            // Kept as it is, unless another engine or an earlier one has shown it.
            if let shown, shown.item == item { return shown }
            shown = make(item, .dynamic, at: moment)
            return shown
        }
        guard let item = choice.daily() else {
            if shown != nil { shown = nil }
            return nil
        }
        return show(item, .dynamic, at: moment)
    }

    /// Shows a prompt: it stands from now on.
    @discardableResult
    func show(_ item: GuideItem, _ source: Source, at moment: GuideMoment) -> Shown {
        let made = make(item, source, at: moment)
        shown = made
        apply(.shown(id: item.id, at: moment.seconds))
        board.tell(
            .promptShown,
            eventFields(item.id, item.category) + [
                "source": .text(source.rawValue), "day_part": .text(moment.dayPart.rawValue),
                "week_part": .text(moment.weekPart.rawValue),
            ])
        return made
    }

    /// Shows and speaks an affirmation of the timer, by the settings.
    func affirm() {
        guard settings.current.text(.timerAffirmations) == "on" else { return }
        read { [unowned self] result in
            guard let known = readable(result) else { return }
            let moment = GuideMoment.now
            let choice = GuideChoice(known.catalogue.items(.affirmation), known.usage, at: moment)
            guard let item = choice.another(seed: .random(in: 0 ... .max)) else { return }
            let made = show(item, .timer, at: moment)
            guard settings.current.text(.promptSpeak) == "on" else { return }
            do throws(EngineError) {
                try cues.speak(made.text, language: made.language) { [unowned self] result in
                    if case .failure(let error) = result {
                        board.report("the affirmation was not spoken: \(error)", of: "prompt")
                    }
                }
            } catch {
                board.report("the affirmation was not spoken: \(error)", of: "prompt")
            }
        }
    }

    // MARK: Fields

    /// Fields of an event of a prompt, without its text.
    func eventFields(_ id: String, _ category: String) -> Fields { ["id": .text(id), "category": .text(category)] }

    /// Fields of a prompt in a reply.
    func fields(_ prompt: Shown) -> Fields {
        [
            "prompt_id": .text(prompt.item.id), "prompt_text": .text(prompt.text), "prompt_category": .text(prompt.item.category),
            "prompt_depth": .text(prompt.item.depth?.rawValue ?? ""), "prompt_source": .text(prompt.source.rawValue),
            "prompt_favourite": .int(known?.usage[prompt.item.id].isFavourite == true ? 1 : 0),
        ]
    }

    func fields(of topic: Topic) -> Fields {
        guard topic == .prompts else { return [:] }
        let isCard = settings.current.text(.promptCard) != "off"
        let own =
            (inTake ?? shown).map(fields) ?? [
                "prompt_id": .text(""), "prompt_text": .text(""), "prompt_category": .text(""), "prompt_depth": .text(""),
                "prompt_source": .text(""), "prompt_favourite": .int(0),
            ]
        return own + [
            "prompt_in_take": .int(inTake == nil ? 0 : 1), "prompt_card": .int(isCard ? 1 : 0), "prompt_revision": .int(revision),
        ]
    }

    func status(for authority: Authority) -> Fields {
        (inTake ?? shown).map { ["prompt_id": .text($0.item.id), "prompt_text": .text($0.text)] } ?? [:]
    }
}
