// Built-in prompts: ideas. Any thread; a constant.

extension BuiltInCatalogue {
    /// Prompts for ideas and stories.
    static let idea = #"""
        {"id":"idea.five-uses","category":"idea","slug":"five-uses","depth":"light","text":{"en":"Take the nearest thing on your table and find five new uses for it."}}
        {"id":"idea.title","category":"idea","slug":"title","depth":"light","text":{"en":"Your life this month is a book. What is its title, and its first sentence?"}}
        {"id":"idea.better","category":"idea","slug":"better","depth":"light","dayParts":["afternoon"],"weekParts":["start","middle"],"text":{"en":"Which everyday thing annoys you, and how would you build it?"}}
        {"id":"idea.overheard","category":"idea","slug":"overheard","depth":"light","text":{"en":"Tell a story that begins with a sentence you overheard."}}
        {"id":"idea.one-hour","category":"idea","slug":"one-hour","depth":"light","weekParts":["weekend"],"text":{"en":"You have one free hour and no telephone. What do you do?"}}
        {"id":"idea.impossible","category":"idea","slug":"impossible","depth":"deep","text":{"en":"Which idea have you dropped because it seemed impossible? Give it five minutes."}}
        {"id":"idea.ten-years","category":"idea","slug":"ten-years","depth":"deep","text":{"en":"Describe an ordinary [DayPart] of yours ten years from now."}}
        {"id":"idea.question","category":"idea","slug":"question","depth":"deep","text":{"en":"Which question would you like to work on for a year?"}}
        {"id":"idea.opposite","category":"idea","slug":"opposite","depth":"deep","text":{"en":"Take something you are sure of, and argue for the opposite."}}
        {"id":"idea.smallest-step","category":"idea","slug":"smallest-step","depth":"deep","dayParts":["morning"],"weekParts":["start","middle"],"text":{"en":"What is the smallest step towards something large, and when will you take it?"}}
        """#
}
