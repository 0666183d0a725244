// Built-in prompts: dreams. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about dreams.
    static let dream = #"""
        {"id":"dream.first-image","category":"dream","slug":"first-image","depth":"light","dayParts":["morning","night"],"weight":2,"text":{"en":"Which image of the night is still there? Describe it before it fades."}}
        {"id":"dream.place","category":"dream","slug":"place","depth":"light","dayParts":["morning","night"],"text":{"en":"Where did your dream take place? Walk through it once more."}}
        {"id":"dream.people","category":"dream","slug":"people","depth":"light","dayParts":["morning","night"],"text":{"en":"Who was in your dream, and how did you know them?"}}
        {"id":"dream.colour","category":"dream","slug":"colour","depth":"light","dayParts":["morning"],"text":{"en":"Was there a colour, a sound or a smell in your dream?"}}
        {"id":"dream.no-dream","category":"dream","slug":"no-dream","depth":"light","dayParts":["morning"],"text":{"en":"Even without a dream: how did you wake up this morning?"}}
        {"id":"dream.feeling","category":"dream","slug":"feeling","depth":"deep","dayParts":["morning","night"],"text":{"en":"Which feeling did the dream leave behind, and where do you know it from?"}}
        {"id":"dream.other-end","category":"dream","slug":"other-end","depth":"deep","dayParts":["morning"],"text":{"en":"If the dream could go on, how would it end?"}}
        {"id":"dream.return","category":"dream","slug":"return","depth":"deep","text":{"en":"Is there a dream that comes back to you? Tell it, and what is different each time."}}
        {"id":"dream.message","category":"dream","slug":"message","depth":"deep","dayParts":["morning","night"],"text":{"en":"If the dream were a letter to you, [Name], what would it say?"}}
        {"id":"dream.turning","category":"dream","slug":"turning","depth":"deep","dayParts":["morning"],"text":{"en":"At which moment did the dream turn? Tell it once more, slowly."}}
        """#
}
