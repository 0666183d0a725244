// Built-in affirmations. Any thread; a constant.

extension BuiltInCatalogue {
    /// Affirmations, for the timer.
    static let affirmation = #"""
        {"id":"affirmation.enough","category":"affirmation","slug":"enough","text":{"en":"I have enough time for this breath.","de":"Für diesen Atemzug habe ich Zeit genug.","ru":"На этот вдох у меня достаточно времени."}}
        {"id":"affirmation.ground","category":"affirmation","slug":"ground","text":{"en":"The ground carries me.","de":"Der Boden trägt mich.","ru":"Земля меня держит."}}
        {"id":"affirmation.slow","category":"affirmation","slug":"slow","text":{"en":"I may go slowly.","de":"Ich darf langsam gehen.","ru":"Мне можно не спешить."}}
        {"id":"affirmation.begin","category":"affirmation","slug":"begin","text":{"en":"I can begin again at any moment.","de":"Ich kann jederzeit neu anfangen.","ru":"Я могу начать заново в любую минуту."}}
        {"id":"affirmation.kind","category":"affirmation","slug":"kind","text":{"en":"I am kind to myself today.","de":"Heute bin ich gut zu mir.","ru":"Сегодня я отношусь к себе бережно."}}
        {"id":"affirmation.open","category":"affirmation","slug":"open","text":{"en":"I meet this [DayPart] with open hands.","de":"Was heute [DayPart] auch kommt: Ich empfange es mit offenen Händen.","ru":"Что бы ни пришло сегодня [DayPart], я встречаю это с открытыми ладонями."}}
        {"id":"affirmation.listen","category":"affirmation","slug":"listen","text":{"en":"I listen before I answer.","de":"Ich höre zu, bevor ich antworte.","ru":"Сначала я слушаю, потом отвечаю."}}
        {"id":"affirmation.calm","category":"affirmation","slug":"calm","text":{"en":"Calm is there, below the noise.","de":"Die Ruhe ist da, unter all dem Lärm.","ru":"Покой есть — он глубже, чем шум."}}
        {"id":"affirmation.strong","category":"affirmation","slug":"strong","text":{"en":"I have come through hard days before.","de":"Ich habe schon manchen schweren Tag überstanden.","ru":"Мне и раньше удавалось пережить трудные дни."}}
        {"id":"affirmation.learn","category":"affirmation","slug":"learn","text":{"en":"I am allowed to learn.","de":"Ich darf noch lernen.","ru":"Я ещё учусь, и это нормально."}}
        {"id":"affirmation.thanks","category":"affirmation","slug":"thanks","text":{"en":"There is something to be thankful for right now.","de":"Genau jetzt gibt es etwas, wofür ich dankbar sein kann.","ru":"Прямо сейчас есть за что сказать спасибо."}}
        {"id":"affirmation.space","category":"affirmation","slug":"space","text":{"en":"There is space around my thoughts.","de":"Um meine Gedanken herum ist Raum.","ru":"Вокруг моих мыслей — простор."}}
        {"id":"affirmation.choose","category":"affirmation","slug":"choose","text":{"en":"I choose what I give my attention to.","de":"Ich entscheide, wohin meine Aufmerksamkeit geht.","ru":"Я выбираю, чему отдать своё внимание."}}
        {"id":"affirmation.body","category":"affirmation","slug":"body","text":{"en":"My body knows how to rest.","de":"Mein Körper weiß, wie Ausruhen geht.","ru":"Моё тело умеет отдыхать."}}
        {"id":"affirmation.light","category":"affirmation","slug":"light","text":{"en":"I carry only what is mine.","de":"Ich trage nur, was zu mir gehört.","ru":"Я несу только своё."}}
        {"id":"affirmation.voice","category":"affirmation","slug":"voice","text":{"en":"My voice has a place.","de":"Meine Stimme hat ihren Platz.","ru":"Для моего голоса есть место."}}
        {"id":"affirmation.patience","category":"affirmation","slug":"patience","text":{"en":"Things may ripen.","de":"Die Dinge dürfen reifen.","ru":"Всему можно дать созреть."}}
        {"id":"affirmation.friends","category":"affirmation","slug":"friends","text":{"en":"I am not alone.","de":"Ich bin nicht allein.","ru":"Есть те, кто рядом со мной."}}
        {"id":"affirmation.honest","category":"affirmation","slug":"honest","text":{"en":"I can be honest and gentle at once.","de":"Ich kann ehrlich sein und zugleich sanft.","ru":"Во мне уживаются честность и мягкость."}}
        {"id":"affirmation.now","category":"affirmation","slug":"now","text":{"en":"This moment is the only one I need to meet.","de":"Ich muss nur für diesen einen Augenblick da sein.","ru":"Мне нужно прожить только один миг — вот этот."}}
        """#
}
