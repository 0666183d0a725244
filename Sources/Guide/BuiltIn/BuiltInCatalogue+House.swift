// Built-in question sheet: a house. Any thread; a constant.

extension BuiltInCatalogue {
    /// The question sheet about a house.
    static let house = #"""
        {"id":"house.name","sheet":"house","category":"house","slug":"name","displayOrder":1,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","hint":{"en":"A pet name counts, too."},"text":{"en":"What do you call your house or flat, and since when do you live there?"}}
        {"id":"house.first-sight","sheet":"house","category":"house","slug":"first-sight","displayOrder":2,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What did you think when you saw it for the first time?"}}
        {"id":"house.light","sheet":"house","category":"room","slug":"light","displayOrder":3,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","hint":{"en":"Morning and evening."},"text":{"en":"Which room has the best light, and at which hour?"}}
        {"id":"house.favourite","sheet":"house","category":"room","slug":"favourite","displayOrder":4,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"In which room are you most yourself, and why?"}}
        {"id":"house.noise","sheet":"house","category":"room","slug":"noise","displayOrder":5,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"Which sounds does the house make when it is quiet?"}}
        {"id":"house.repair","sheet":"house","category":"care","slug":"repair","displayOrder":6,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What needs repair soon, and what do you need for it?"}}
        {"id":"house.where-is","sheet":"house","category":"care","slug":"where-is","displayOrder":7,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","hint":{"en":"Water, gas, electricity."},"text":{"en":"Where are the main taps and switches, and how are they turned off?"}}
        {"id":"house.warmth","sheet":"house","category":"care","slug":"warmth","displayOrder":8,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"How do you keep it warm in winter and cool in summer?"}}
        {"id":"house.neighbours","sheet":"house","category":"people","slug":"neighbours","displayOrder":9,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"Who lives next door, and who has a key?"}}
        {"id":"house.guests","sheet":"house","category":"people","slug":"guests","displayOrder":10,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"What should a guest know before the first night?"}}
        {"id":"house.change","sheet":"house","category":"wish","slug":"change","displayOrder":11,"isRequired":true,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"If you could change one thing tomorrow, what would it be?"}}
        {"id":"house.feeling","sheet":"house","category":"wish","slug":"feeling","displayOrder":12,"isRequired":false,"createdAt":"2026-11-28T00:00:00Z","text":{"en":"How does the house feel today, and what would do it good?"}}
        """#
}
