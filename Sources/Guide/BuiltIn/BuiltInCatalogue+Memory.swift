// Built-in prompts: memories. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about memories.
    static let memory = #"""
        {"id":"memory.kitchen","category":"memory","slug":"kitchen","depth":"light","text":{"en":"Describe the kitchen of your childhood: its light, its smells, its sounds.","de":"Beschreibe die Küche deiner Kindheit: das Licht, die Gerüche, die Geräusche.","ru":"Опиши кухню своего детства: её свет, запахи, звуки."}}
        {"id":"memory.way-to-school","category":"memory","slug":"way-to-school","depth":"light","dayParts":["morning"],"text":{"en":"Walk your way to school once more, and tell what you see.","de":"Geh noch einmal deinen Schulweg und erzähl, was du siehst.","ru":"Пройди ещё раз по дороге в школу и расскажи, что видишь вокруг."}}
        {"id":"memory.toy","category":"memory","slug":"toy","depth":"light","weekParts":["weekend"],"text":{"en":"Which toy or tool did you own for longest?","de":"Welches Spielzeug oder Werkzeug hattest du am längsten?","ru":"Какая игрушка или какой инструмент прожили у тебя дольше всего?"}}
        {"id":"memory.journey","category":"memory","slug":"journey","depth":"light","text":{"en":"Tell of a journey that went differently from its plan.","de":"Erzähl von einer Reise, die anders verlief als geplant.","ru":"Расскажи о поездке, в которой всё пошло не по плану."}}
        {"id":"memory.song","category":"memory","slug":"song","depth":"light","text":{"en":"Which song takes you back at once, and where to?","de":"Welches Lied versetzt dich sofort zurück, und wohin?","ru":"Какая песня сразу переносит тебя в прошлое — и куда именно?"}}
        {"id":"memory.turning-point","category":"memory","slug":"turning-point","depth":"deep","text":{"en":"Which day divided your life into before and after?","de":"Welcher Tag hat dein Leben in ein Davor und ein Danach geteilt?","ru":"Какой день разделил твою жизнь на «до» и «после»?"}}
        {"id":"memory.grandparent","category":"memory","slug":"grandparent","depth":"deep","dayParts":["evening","night"],"text":{"en":"What would you ask a grandparent, if one hour were possible?","de":"Was würdest du Oma oder Opa fragen, wenn euch eine Stunde geschenkt würde?","ru":"О чём тебе хотелось бы спросить бабушку или дедушку, если бы у вас был один час?"}}
        {"id":"memory.advice","category":"memory","slug":"advice","depth":"deep","text":{"en":"Which advice do you remember, and did you follow it?","de":"Welcher Rat ist dir in Erinnerung geblieben, und bist du ihm gefolgt?","ru":"Какой совет тебе запомнился и удалось ли ему последовать?"}}
        {"id":"memory.goodbye","category":"memory","slug":"goodbye","depth":"deep","dayParts":["evening","night"],"text":{"en":"Tell of a goodbye that was important to you.","de":"Erzähl von einem Abschied, der dir wichtig war.","ru":"Расскажи о прощании, которое было для тебя важным."}}
        {"id":"memory.younger","category":"memory","slug":"younger","depth":"deep","text":{"en":"What would you tell the person that you were ten years ago?","de":"Was würdest du dem Menschen sagen, der du vor zehn Jahren warst?","ru":"Что тебе хотелось бы сказать себе десятилетней давности?"}}
        """#
}
