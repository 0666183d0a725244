// Built-in prompts: memories. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts about memories.
    static let memory = #"""
        {"id":"memory.kitchen","category":"memory","slug":"kitchen","depth":"light","text":{"en":"Describe the kitchen of your childhood: its light, its smells, its sounds."}}
        {"id":"memory.way-to-school","category":"memory","slug":"way-to-school","depth":"light","dayParts":["morning"],"text":{"en":"Walk your way to school once more, and tell what you see."}}
        {"id":"memory.toy","category":"memory","slug":"toy","depth":"light","weekParts":["weekend"],"text":{"en":"Which toy or tool did you own for longest?"}}
        {"id":"memory.journey","category":"memory","slug":"journey","depth":"light","text":{"en":"Tell of a journey that went differently from its plan."}}
        {"id":"memory.song","category":"memory","slug":"song","depth":"light","text":{"en":"Which song takes you back at once, and where to?"}}
        {"id":"memory.turning-point","category":"memory","slug":"turning-point","depth":"deep","text":{"en":"Which day divided your life into before and after?"}}
        {"id":"memory.grandparent","category":"memory","slug":"grandparent","depth":"deep","dayParts":["evening","night"],"text":{"en":"What would you ask a grandparent, if one hour were possible?"}}
        {"id":"memory.advice","category":"memory","slug":"advice","depth":"deep","text":{"en":"Which advice do you remember, and did you follow it?"}}
        {"id":"memory.goodbye","category":"memory","slug":"goodbye","depth":"deep","dayParts":["evening","night"],"text":{"en":"Tell of a goodbye that was important to you."}}
        {"id":"memory.younger","category":"memory","slug":"younger","depth":"deep","text":{"en":"What would you tell the person that you were ten years ago?"}}
        """#
}
