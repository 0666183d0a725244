// Checks JSON against the written schemas of Dicta, by a foreign reader. Any thread; runs Python.

/// The schemas in `session/schemas`.
public enum Schema {
    /// Folder of the schemas.
    public static let folder = String(#filePath.dropLast("Tests/TestSupport/Schema.swift".count)) + "session/schemas"

    private static let program = """
        import json, jsonschema, sys
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        def constant(word): raise ValueError(word + ' is no JSON')
        value = json.loads(sys.argv[2], parse_constant=constant)
        for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
            print('/'.join(map(str, error.absolute_path)) + ': ' + error.message[:200])
        """

    /// Errors of a text, one line each; empty if it has the form of that schema.
    public static func problems(_ text: String, against name: String) -> String {
        let run = Process.python(program, ["\(folder)/\(name).json", text])
        return run.code == 0 ? run.output : run.output + run.errors
    }
}
