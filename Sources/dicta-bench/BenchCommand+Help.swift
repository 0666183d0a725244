// The help text of the command line. Any thread.

extension BenchCommand {
    /// Text of `--help`.
    static let helpText = """
        usage: dicta-bench [options]
               dicta-bench play [options]
               dicta-bench peaks [options]
               dicta-bench library [options]
               dicta-bench control [options]
               dicta-bench tui [options]
               dicta-bench voice [options]
               dicta-bench words [options]
               dicta-bench report [options]

        Compares JACK recorders on one private dummy server: each records the same coded signal in turn.
        Recorders that are not installed are left out.

          --periods LIST   periods in frames (64,256,1024)
          --seconds N      measured seconds of a run (20)
          --rounds N       rounds; medians are shown (1)
          --rate HZ        sample rate (48000)
          --only LIST      of idle (a client with dictad's ports that does nothing), dictad, rotter,
                           jack_capture, jack_rec, jack-record
          --folder DIR     folder for the recordings meanwhile (/tmp)
          --json           one JSON object instead of the table
          --help           show this
          --version        show the version

        callback     run time of the process callback in percent of the period; only dictad reports it
        CPU s/h      processor seconds of the whole process for an hour of recording
        private MB   Private_Clean + Private_Dirty of smaps_rollup: the server's shared memory is not counted
        switches/s   context switches of all threads of the process, voluntary or not
        frames       frames of the signal that were put out meanwhile
        lost         frames that are not in the file
        silent       frames of silence in the file: dictad fills periods that the server skipped, the others go on
        torn         frames that are in the file again, late, or were never put out
        xruns        xruns that the server reported meanwhile, whatever the cause
        'idle' is a client that does nothing: the floor of all costs.

        'dicta-bench play' measures the player:

          --only LIST      of stretch, locate, change, engines, cues (all)
          --period N       period in frames (256)
          --rate HZ        sample rate (48000)
          --rounds N       number of locates, and of changes (20)
          --seconds N      seconds that all engines have to play without an xrun (5)
          --folder DIR     folder for the sound files meanwhile (/tmp); on a disk, for cold figures
          --beside FILE    another dictad, as of an earlier version: its cost without a cue, in turn with that of this one
          --json           one JSON object instead of the tables

        stretch      CPU seconds for an hour of output: dictad as a whole, playing in freewheel, beside 'rubberband -R'
                     (Rubber Band's realtime mode, with -3 for finer and -2 for faster), which also writes its file;
                     'with map': rubberband with a pitch map, which makes it raise the pitch by dictad's method
        locate       from the command on the socket to the first sound at the output port, in a sparse file of 24 hours;
                     'cold' means that nothing of the file is in memory
        change       from the command to the middle of the crossfade, where the new pitch or tempo becomes stronger
                     than the old
        engines      the largest number of engines that play at rate 0.8 with no xrun and no underrun
        cues         run time of the process callback and CPU time without a cue, with a bed, and with sounds over it, for
                     --seconds each; with --beside medians of --rounds rounds, with the lowest and the highest figure

        'dicta-bench peaks' measures the time to draw waveforms, beside only reading the same file:

          --seconds N      length of the files (600)
          --rounds N       times that each file is read and drawn in turn; medians are shown (5)
          --folder DIR     folder for the files meanwhile (/tmp)
          --json           one JSON object instead of the table

        'dicta-bench library' makes libraries and asks them, beside ls and grep on the same folder:

          --counts LIST    numbers of recordings (5000)
          --rounds N       times that each question is asked; a tenth of it for whole processes (50)
          --folder DIR     folder for the libraries (/tmp)
          --json           one JSON object instead of the table

        'dicta-bench control' measures how soon commands are answered, beside sooperlooper's OSC ping through the same client,
        and the cost of meters at 30 Hz with none, one and ten subscribers:

          --count N        pings of each way in a round (1000)
          --seconds N      seconds that the meters are watched (5)
          --rounds N       rounds; medians are shown (5)
          --period N, --rate HZ, --folder DIR, --json   as above

        'dicta-bench tui' measures the screen (dicta tui) in a terminal of its own:

          --sizes LIST     windows, as COLUMNSxROWS (80x24,200x60)
          --seconds N      seconds of each state (10)
          --count N        recordings in the library (5000)
          --folder DIR, --json   as above

        bytes/frame      bytes that the terminal gets for a picture; a picture without a change sends nothing
        CPU %            share of a core that the screen takes, without the engine
        key to screen    from a key to the last byte that it causes, in a library of --count recordings

        'dicta-bench voice' tries the voice detector on real speech (Debian package pocketsphinx-testdata) in pink noise,
        30, 15 and 5 dB below the active level of the speech (ITU-T P.56), beside fixed thresholds, and beside timemachine
        (if it is installed) with its automatic start at a private server:

          --folder DIR, --json   as above

        'dicta-bench words' has each installed recogniser write down read speech (Debian package pocketsphinx-testdata), through
        'dicta transcribe' and by its adapter alone, and records while it does:

          --only LIST      of errors, take (all)
          --period N       period of the takes in frames (256)
          --seconds N      measured seconds of a take (20)
          --rounds N       rounds of takes (3)
          --folder DIR, --json   as above

        word error rate  wrong, missing and additional words for a hundred words that were read
        real-time factor time of the work, divided by the time of the speech
        take             a take of a coded signal, alone and while a recogniser listens to another recording; frames, lost, silent,
                         torn and xruns as above, 'lost as told' is what dictad says of it
        JACK load        the server's own figure, the highest that was seen
        processors busy  processor seconds of the whole machine for a second of the take

        Figures of 'dicta-bench voice':

        missed       share of the speech that no stretch covers
        wrong        share of the silence that is taken for speech
        CPU s/h      processor seconds for an hour of stereo at 48 kHz
        timemachine  all that is in its files; they have a second before each sound and one after it, the least that it takes
        inner        the same without these two seconds of each file

        'dicta-bench report' runs all of these in rounds, each in turn with the other programs, and writes a page in Markdown:
        medians, lowest and highest figures, and the machine in words. It takes about twenty minutes.

          --to FILE        file for the page (standard output)
          --quote FILE     file that quotes the page: the lines between <!-- numbers --> and <!-- /numbers --> become those
                           of the page
          --rounds N       rounds (4)
          --quick          short measurements and two rounds: two minutes
          --only LIST      of recorders, play, peaks, library, control, tui, voice, words (all)
          --folder DIR     folder for all files meanwhile, on the disk that is measured (/var/tmp)

        """
}
