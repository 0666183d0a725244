// The languages of a user by the variables of the locale.
import System
import Testing

@Suite("System/UserLanguagesTests")
struct UserLanguagesTests {
    @Test(
        "the first variable that is set decides, and LANGUAGE has several beside a locale",
        arguments: [
            (["LANG": "de_DE.UTF-8"], ["de"]), (["LANG": "de_DE", "LC_ALL": "ru_RU.UTF-8"], ["ru"]),
            (["LANG": "de_DE", "LC_MESSAGES": "sv"], ["sv"]), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []), ([:], []),
            (["LANG": "de_DE", "LC_ALL": ""], ["de"]), (["LANG": "en_GB", "LANGUAGE": "de:en"], ["de", "en"]),
            (["LANG": "C", "LANGUAGE": "de"], []), (["LANG": "C.UTF-8", "LANGUAGE": "de_AT:en"], ["de", "en"]),
            (["LANG": "sr_RS@latin"], ["sr"]), (["LANG": "nb-NO"], ["nb"]),
        ] as [([String: String], [String])])
    func languages(variables: [String: String], wanted: [String]) {
        #expect(UserLanguages.preferred { variables[$0] } == wanted)
    }
}
