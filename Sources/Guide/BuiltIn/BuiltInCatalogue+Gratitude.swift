// Built-in prompts: gratitude. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about what a speaker is thankful for.
    static let gratitude = #"""
        {"id":"gratitude.person","category":"gratitude","slug":"person","depth":"light","text":{"en":"Name one person you are thankful for, and say what they did.","de":"Nenn einen Menschen, für den du dankbar bist, und erzähl, was er getan hat.","ru":"Назови одного человека, которому хочется сказать спасибо, и расскажи, за что."}}
        {"id":"gratitude.body","category":"gratitude","slug":"body","depth":"light","dayParts":["morning","evening"],"text":{"en":"What did your body make possible today?","de":"Was hat dein Körper dir heute möglich gemacht?","ru":"Что сегодня стало возможным благодаря твоему телу?"}}
        {"id":"gratitude.home","category":"gratitude","slug":"home","depth":"light","weekParts":["weekend"],"text":{"en":"Which corner of your home do you like best, and why?","de":"Welche Ecke in deinem Zuhause magst du am liebsten, und warum?","ru":"Какой уголок дома ты любишь больше всего и почему?"}}
        {"id":"gratitude.meal","category":"gratitude","slug":"meal","depth":"light","dayParts":["afternoon","evening"],"text":{"en":"Tell of a meal that you enjoyed lately.","de":"Erzähl von einem Essen, das dir neulich richtig gut geschmeckt hat.","ru":"Расскажи, какая еда тебя недавно по-настоящему порадовала."}}
        {"id":"gratitude.sound","category":"gratitude","slug":"sound","depth":"light","text":{"en":"Which sound are you glad to hear again and again?","de":"Welches Geräusch hörst du immer wieder gern?","ru":"Какой звук радует тебя снова и снова?"}}
        {"id":"gratitude.hard-thing","category":"gratitude","slug":"hard-thing","depth":"deep","dayParts":["evening"],"text":{"en":"Which hard time gave you something that you would not want to miss?","de":"Welche schwere Zeit hat dir etwas gegeben, das du nicht missen möchtest?","ru":"Какое трудное время подарило тебе то, от чего теперь не хочется отказываться?"}}
        {"id":"gratitude.unsaid","category":"gratitude","slug":"unsaid","depth":"deep","text":{"en":"To whom have you never said thank you? Say it here.","de":"Bei wem hast du dich nie bedankt? Hol es hier nach.","ru":"Кто так и не услышал от тебя «спасибо»? Скажи его здесь."}}
        {"id":"gratitude.taken-for-granted","category":"gratitude","slug":"taken-for-granted","depth":"deep","text":{"en":"What do you take for granted that others have to wish for?","de":"Was ist für dich selbstverständlich, wovon andere nur träumen können?","ru":"Что для тебя само собой разумеется, а для кого-то остаётся мечтой?"}}
        {"id":"gratitude.stranger","category":"gratitude","slug":"stranger","depth":"deep","text":{"en":"Tell of the kindness of a stranger.","de":"Erzähl davon, wie ein fremder Mensch einmal gut zu dir war.","ru":"Расскажи о доброте незнакомого человека."}}
        {"id":"gratitude.self","category":"gratitude","slug":"self","depth":"deep","dayParts":["evening"],"text":{"en":"For what can you thank yourself, [Name]?","de":"Wofür kannst du dir selbst danken, [Name]?","ru":"За что ты можешь сказать себе спасибо, [Name]?"}}
        """#
}
