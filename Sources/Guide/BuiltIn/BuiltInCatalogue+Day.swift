// Built-in prompts: the day. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about the day and the week.
    static let day = #"""
        {"id":"day.three-words","category":"day","slug":"three-words","depth":"light","dayParts":["evening","night"],"text":{"en":"Describe your day in three words. Then say why these."}}
        {"id":"day.best-moment","category":"day","slug":"best-moment","depth":"light","dayParts":["evening"],"weight":2,"text":{"en":"What was the best moment of your day?"}}
        {"id":"day.small-thing","category":"day","slug":"small-thing","depth":"light","dayParts":["afternoon","evening"],"text":{"en":"Which small thing did you notice today that others missed?"}}
        {"id":"day.plan","category":"day","slug":"plan","depth":"light","dayParts":["morning"],"weight":2,"text":{"en":"What would make this a good day?"}}
        {"id":"day.people","category":"day","slug":"people","depth":"light","dayParts":["evening"],"text":{"en":"Whom did you meet today, and what stayed with you?"}}
        {"id":"day.learned","category":"day","slug":"learned","depth":"deep","dayParts":["evening"],"text":{"en":"What did today teach you, that you did not know yesterday?"}}
        {"id":"day.again","category":"day","slug":"again","depth":"deep","dayParts":["evening","night"],"text":{"en":"Which hour of today would you like to live once more, and how?"}}
        {"id":"day.left-undone","category":"day","slug":"left-undone","depth":"deep","dayParts":["evening"],"text":{"en":"What did you leave undone today, and is that all right?"}}
        {"id":"day.week-so-far","category":"day","slug":"week-so-far","depth":"deep","weekParts":["middle","end"],"text":{"en":"It is the [WeekPart]: what has this week been about so far?"}}
        {"id":"day.week-ahead","category":"day","slug":"week-ahead","depth":"deep","weekParts":["start"],"text":{"en":"It is the [WeekPart]: which one thing matters most until its end?"}}
        """#
}
