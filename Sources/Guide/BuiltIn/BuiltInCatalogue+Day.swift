// Built-in prompts: the day. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about the day and the week.
    static let day = #"""
        {"id":"day.three-words","category":"day","slug":"three-words","depth":"light","dayParts":["evening","night"],"text":{"en":"Describe your day in three words. Then say why these.","de":"Beschreibe deinen Tag in drei Wörtern. Und dann erzähl, warum gerade diese.","ru":"Опиши свой день тремя словами. А потом расскажи, почему именно эти."}}
        {"id":"day.best-moment","category":"day","slug":"best-moment","depth":"light","dayParts":["evening"],"weight":2,"text":{"en":"What was the best moment of your day?","de":"Was war heute dein schönster Moment?","ru":"Какой момент этого дня был самым лучшим?"}}
        {"id":"day.small-thing","category":"day","slug":"small-thing","depth":"light","dayParts":["afternoon","evening"],"text":{"en":"Which small thing did you notice today that others missed?","de":"Welche Kleinigkeit ist dir heute aufgefallen, die sonst niemand bemerkt hat?","ru":"Какую мелочь сегодня никто не заметил, кроме тебя?"}}
        {"id":"day.plan","category":"day","slug":"plan","depth":"light","dayParts":["morning"],"weight":2,"text":{"en":"What would make this a good day?","de":"Was würde diesen Tag zu einem guten Tag machen?","ru":"Что сделает этот день хорошим?"}}
        {"id":"day.people","category":"day","slug":"people","depth":"light","dayParts":["evening"],"text":{"en":"Whom did you meet today, and what stayed with you?","de":"Wem bist du heute begegnet, und was ist davon bei dir geblieben?","ru":"Кто встретился тебе сегодня и что от этой встречи осталось с тобой?"}}
        {"id":"day.learned","category":"day","slug":"learned","depth":"deep","dayParts":["evening"],"text":{"en":"What did today teach you, that you did not know yesterday?","de":"Was hat dir der heutige Tag beigebracht, was du gestern noch nicht wusstest?","ru":"Чему тебя научил сегодняшний день? Что ещё вчера было тебе неизвестно?"}}
        {"id":"day.again","category":"day","slug":"again","depth":"deep","dayParts":["evening","night"],"text":{"en":"Which hour of today would you like to live once more, and how?","de":"Welche Stunde von heute würdest du gern noch einmal erleben, und wie?","ru":"Какой час этого дня хочется прожить ещё раз — и как именно?"}}
        {"id":"day.left-undone","category":"day","slug":"left-undone","depth":"deep","dayParts":["evening"],"text":{"en":"What did you leave undone today, and is that all right?","de":"Was ist heute liegen geblieben, und ist das in Ordnung so?","ru":"Что сегодня осталось несделанным и спокойно ли тебе с этим?"}}
        {"id":"day.week-so-far","category":"day","slug":"week-so-far","depth":"deep","weekParts":["middle","end"],"text":{"en":"It is the [WeekPart]: what has this week been about so far?","de":"Es ist [WeekPart]: Worum ging es in dieser Woche bisher?","ru":"Сейчас [WeekPart]. О чём была эта неделя до сих пор?"}}
        {"id":"day.week-ahead","category":"day","slug":"week-ahead","depth":"deep","weekParts":["start"],"text":{"en":"It is the [WeekPart]: which one thing matters most until its end?","de":"Es ist [WeekPart]: Was ist dir bis zum Ende der Woche am wichtigsten, wenn du nur eines nennen darfst?","ru":"Сейчас [WeekPart]. Если выбрать что-то одно, что для тебя важнее всего до конца этой недели?"}}
        """#
}
