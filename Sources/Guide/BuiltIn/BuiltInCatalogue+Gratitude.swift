// Built-in prompts: gratitude. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about what a speaker is thankful for.
    static let gratitude = #"""
        {"id":"gratitude.person","category":"gratitude","slug":"person","depth":"light","text":{"en":"Name one person you are thankful for, and say what they did."}}
        {"id":"gratitude.body","category":"gratitude","slug":"body","depth":"light","dayParts":["morning","evening"],"text":{"en":"What did your body make possible today?"}}
        {"id":"gratitude.home","category":"gratitude","slug":"home","depth":"light","weekParts":["weekend"],"text":{"en":"Which corner of your home do you like best, and why?"}}
        {"id":"gratitude.meal","category":"gratitude","slug":"meal","depth":"light","dayParts":["afternoon","evening"],"text":{"en":"Tell of a meal that you enjoyed lately."}}
        {"id":"gratitude.sound","category":"gratitude","slug":"sound","depth":"light","text":{"en":"Which sound are you glad to hear again and again?"}}
        {"id":"gratitude.hard-thing","category":"gratitude","slug":"hard-thing","depth":"deep","dayParts":["evening"],"text":{"en":"Which hard time gave you something that you would not want to miss?"}}
        {"id":"gratitude.unsaid","category":"gratitude","slug":"unsaid","depth":"deep","text":{"en":"To whom have you never said thank you? Say it here."}}
        {"id":"gratitude.taken-for-granted","category":"gratitude","slug":"taken-for-granted","depth":"deep","text":{"en":"What do you take for granted that others have to wish for?"}}
        {"id":"gratitude.stranger","category":"gratitude","slug":"stranger","depth":"deep","text":{"en":"Tell of the kindness of a stranger."}}
        {"id":"gratitude.self","category":"gratitude","slug":"self","depth":"deep","dayParts":["evening"],"text":{"en":"For what can you thank yourself, [Name]?"}}
        """#
}
