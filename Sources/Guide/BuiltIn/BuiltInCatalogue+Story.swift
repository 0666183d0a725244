// Built-in question sheet: the story of a life. Any thread; a constant.

extension BuiltInCatalogue {
    /// The question sheet about the story of a life.
    static let story = #"""
        {"id":"story.name","sheet":"story","category":"person","slug":"name","displayOrder":1,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What is your full name, and who chose it?"}}
        {"id":"story.born","sheet":"story","category":"person","slug":"born","displayOrder":2,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"When and where were you born, and what were you told about that day?"}}
        {"id":"story.parents","sheet":"story","category":"family","slug":"parents","displayOrder":3,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"Tell of your parents: their work, their voices, their habits."}}
        {"id":"story.siblings","sheet":"story","category":"family","slug":"siblings","displayOrder":4,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"With whom did you grow up, and who were you among them?"}}
        {"id":"story.home","sheet":"story","category":"childhood","slug":"home","displayOrder":5,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"Describe the home of your childhood, room by room."}}
        {"id":"story.school","sheet":"story","category":"childhood","slug":"school","displayOrder":6,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"Which teacher do you remember, and for what?"}}
        {"id":"story.work","sheet":"story","category":"life","slug":"work","displayOrder":7,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What was your first paid work, and what came after it?"}}
        {"id":"story.love","sheet":"story","category":"life","slug":"love","displayOrder":8,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","hint":{"en":"Only as much as you like."},"text":{"en":"Whom have you loved, and how did you meet?"}}
        {"id":"story.hard-time","sheet":"story","category":"life","slug":"hard-time","displayOrder":9,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"Tell of a hard time, and of what helped."}}
        {"id":"story.proud","sheet":"story","category":"life","slug":"proud","displayOrder":10,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What are you proud of?"}}
        {"id":"story.changed","sheet":"story","category":"world","slug":"changed","displayOrder":11,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What has changed most in the world since you were ten?"}}
        {"id":"story.wish","sheet":"story","category":"world","slug":"wish","displayOrder":12,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What would you like those to know who hear this in fifty years?"}}
        """#
}
