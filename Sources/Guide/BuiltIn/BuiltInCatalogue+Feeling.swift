// Built-in prompts: feelings. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about feelings.
    static let feeling = #"""
        {"id":"feeling.weather","category":"feeling","slug":"weather","depth":"light","weight":2,"text":{"en":"If your mood were weather, [Name], how would it look this [DayPart]?"}}
        {"id":"feeling.body-scan","category":"feeling","slug":"body-scan","depth":"light","text":{"en":"Go through your body from head to foot. Where is it tight, and where is it at ease?"}}
        {"id":"feeling.energy","category":"feeling","slug":"energy","depth":"light","dayParts":["afternoon"],"text":{"en":"How much energy do you have now, from one to ten? What would add one?"}}
        {"id":"feeling.laugh","category":"feeling","slug":"laugh","depth":"light","dayParts":["evening"],"text":{"en":"When did you last laugh so that it hurt?"}}
        {"id":"feeling.calm","category":"feeling","slug":"calm","depth":"light","dayParts":["night","evening"],"text":{"en":"What calms you, without fail?"}}
        {"id":"feeling.worry","category":"feeling","slug":"worry","depth":"deep","dayParts":["evening","night"],"text":{"en":"Speak a worry out, then say what a good friend would answer."}}
        {"id":"feeling.anger","category":"feeling","slug":"anger","depth":"deep","text":{"en":"What made you angry lately, and what did you need in that moment?"}}
        {"id":"feeling.courage","category":"feeling","slug":"courage","depth":"deep","dayParts":["morning"],"text":{"en":"For what would you need a little more courage?"}}
        {"id":"feeling.letting-go","category":"feeling","slug":"letting-go","depth":"deep","dayParts":["evening","night"],"weekParts":["end","weekend"],"text":{"en":"What would you like to let go of before the next week begins?"}}
        {"id":"feeling.unsaid","category":"feeling","slug":"unsaid","depth":"deep","text":{"en":"What do you feel that you have told nobody?"}}
        """#
}
