// Built-in affirmations. Any thread; a constant.

extension BuiltInCatalogue {
    /// Affirmations, for the timer.
    static let affirmation = #"""
        {"id":"affirmation.enough","category":"affirmation","slug":"enough","text":{"en":"I have enough time for this breath."}}
        {"id":"affirmation.ground","category":"affirmation","slug":"ground","text":{"en":"The ground carries me."}}
        {"id":"affirmation.slow","category":"affirmation","slug":"slow","text":{"en":"I may go slowly."}}
        {"id":"affirmation.begin","category":"affirmation","slug":"begin","text":{"en":"I can begin again at any moment."}}
        {"id":"affirmation.kind","category":"affirmation","slug":"kind","text":{"en":"I am kind to myself today."}}
        {"id":"affirmation.open","category":"affirmation","slug":"open","text":{"en":"I meet this [DayPart] with open hands."}}
        {"id":"affirmation.listen","category":"affirmation","slug":"listen","text":{"en":"I listen before I answer."}}
        {"id":"affirmation.calm","category":"affirmation","slug":"calm","text":{"en":"Calm is there, below the noise."}}
        {"id":"affirmation.strong","category":"affirmation","slug":"strong","text":{"en":"I have come through hard days before."}}
        {"id":"affirmation.learn","category":"affirmation","slug":"learn","text":{"en":"I am allowed to learn."}}
        {"id":"affirmation.thanks","category":"affirmation","slug":"thanks","text":{"en":"There is something to be thankful for right now."}}
        {"id":"affirmation.space","category":"affirmation","slug":"space","text":{"en":"There is space around my thoughts."}}
        {"id":"affirmation.choose","category":"affirmation","slug":"choose","text":{"en":"I choose what I give my attention to."}}
        {"id":"affirmation.body","category":"affirmation","slug":"body","text":{"en":"My body knows how to rest."}}
        {"id":"affirmation.light","category":"affirmation","slug":"light","text":{"en":"I carry only what is mine."}}
        {"id":"affirmation.voice","category":"affirmation","slug":"voice","text":{"en":"My voice has a place."}}
        {"id":"affirmation.patience","category":"affirmation","slug":"patience","text":{"en":"Things may ripen."}}
        {"id":"affirmation.friends","category":"affirmation","slug":"friends","text":{"en":"I am not alone."}}
        {"id":"affirmation.honest","category":"affirmation","slug":"honest","text":{"en":"I can be honest and gentle at once."}}
        {"id":"affirmation.now","category":"affirmation","slug":"now","text":{"en":"This moment is the only one I need to meet."}}
        """#
}
