// The program `dicta`: parses by the command table, asks the engine, prints. One thread.
import Messages
import Storage
import System

// A write over the limit of file sizes fails, as on a full disk, and does not end the process and its take.
SignalNumber.ignore(SignalNumber.fileLimit)

// Started by another program of Dicta, to look at foreign files.
SoundHelper.serveIfAsked()

// A reader that went away becomes a failed write: a command that was carried out ends as it would with its reader.
SignalNumber.ignore(SignalNumber.brokenPipe)
// With a closed standard stream, the next descriptor would take its place and the answer go down a socket. A stream that
// cannot be written keeps the place, and the write fails as it should.
ThisProcess.occupyStandardStreams(.read)
MessageCatalogue.open(program: ThisProcess.program ?? "")
ThisProcess.end(Program(arguments: Array(CommandLine.arguments.dropFirst())).run())
