// The program `dicta`: parses by the command table, asks the engine, prints. One thread.
import Glibc

// A reader that went away becomes a failed write, which is reported, and not a silent end.
_ = signal(SIGPIPE, SIG_IGN)
// With a closed standard stream, the next descriptor would take its place and the answer go down a socket. A stream that
// cannot be written keeps the place, and the write fails as it should.
for stream in 0...2 where fcntl(Int32(stream), F_GETFD) < 0 { _ = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
exit(Program(arguments: Array(CommandLine.arguments.dropFirst())).run())
