// A machine with USB pedals that are not there. One thread: the test's.
import TestSupport
import Testing

/// A machine whose input devices are pipes. The engine and libevdev run unchanged: a library that is loaded before theirs answers
/// for /dev/input and /sys/class/input from a folder, and each device file is a pipe that carries struct input_event.
final class StandInPedals {
    let folder = TempFolder()
    /// Variables of the engine's environment.
    let environment: [String: String]

    init() throws {
        let library = try #require(folder.preload(Self.source), "no C compiler")
        environment = ["LD_PRELOAD": library, "DICTA_TEST_ROOT": folder.path]
        for path in ["dev", "dev/input", "sys", "sys/class", "sys/class/input"] {
            #expect(Files.makeFolder(folder.file(path)))
        }
    }

    /// Plugs a pedal in.
    func plug(_ pedal: StandInPedal) throws { try pedal.plug(into: folder) }

    /// Calls of the C library for the files of the test folder: paths are moved there, and ioctl answers as evdev does.
    private static let source = """
        #define _GNU_SOURCE
        #include <dirent.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <linux/input.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/ioctl.h>
        #include <unistd.h>

        static char nodes[4096][32];

        static const char *moved(const char *path, char *room) {
            const char *root = getenv("DICTA_TEST_ROOT");
            if (!root || (strncmp(path, "/dev/input", 10) && strncmp(path, "/sys/class/input", 16))) return path;
            snprintf(room, 512, "%s%s", root, path);
            return room;
        }
        static int there(const char *node, const char *what) {
            char path[512];
            snprintf(path, sizeof path, "%s/sys/class/input/%s/%s", getenv("DICTA_TEST_ROOT"), node, what);
            return !access(path, F_OK);
        }
        static long numbers(const char *node, const char *what, unsigned char *bits, size_t size) {
            char path[512];
            snprintf(path, sizeof path, "%s/sys/class/input/%s/%s", getenv("DICTA_TEST_ROOT"), node, what);
            FILE *file = fopen(path, "r");
            unsigned number;
            memset(bits, 0, size);
            while (file && fscanf(file, "%u", &number) == 1)
                if (number / 8 < size) bits[number / 8] |= 1 << number % 8;
            if (file) fclose(file);
            return size;
        }
        static int open_moved(const char *name, const char *path, int flags, mode_t mode) {
            char room[512];
            int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
            const char *target = moved(path, room);
            const char *node = strstr(path, "/dev/input/event") == path ? path + 11 : NULL;
            if (node && there(node, "denied")) { errno = EACCES; return -1; }
            int descriptor = real(target, flags, mode);
            if (descriptor >= 0 && descriptor < 4096) {
                nodes[descriptor][0] = 0;
                if (node) strncpy(nodes[descriptor], node, 31);
            }
            return descriptor;
        }
        int open(const char *path, int flags, ...) {
            va_list list;
            va_start(list, flags);
            mode_t mode = va_arg(list, mode_t);
            va_end(list);
            return open_moved("open", path, flags, mode);
        }
        int open64(const char *path, int flags, ...) {
            va_list list;
            va_start(list, flags);
            mode_t mode = va_arg(list, mode_t);
            va_end(list);
            return open_moved("open64", path, flags, mode);
        }
        int close(int descriptor) {
            int (*real)(int) = dlsym(RTLD_NEXT, "close");
            if (descriptor >= 0 && descriptor < 4096 && nodes[descriptor][0]) {
                char path[512];
                snprintf(path, sizeof path, "%s/sys/class/input/%s/grabbed", getenv("DICTA_TEST_ROOT"), nodes[descriptor]);
                unlink(path);
                nodes[descriptor][0] = 0;
            }
            return real(descriptor);
        }
        DIR *opendir(const char *path) {
            char room[512];
            DIR *(*real)(const char *) = dlsym(RTLD_NEXT, "opendir");
            return real(moved(path, room));
        }
        int inotify_add_watch(int descriptor, const char *path, unsigned mask) {
            char room[512];
            int (*real)(int, const char *, unsigned) = dlsym(RTLD_NEXT, "inotify_add_watch");
            return real(descriptor, moved(path, room), mask);
        }
        ssize_t read(int descriptor, void *bytes, size_t size) {
            ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
            ssize_t count = real(descriptor, bytes, size);
            if (count == 0 && descriptor < 4096 && nodes[descriptor][0]) { errno = ENODEV; return -1; }
            return count;
        }
        int ioctl(int descriptor, unsigned long request, ...) {
            va_list list;
            va_start(list, request);
            void *data = va_arg(list, void *);
            va_end(list);
            int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
            if (descriptor < 0 || descriptor >= 4096 || !nodes[descriptor][0] || _IOC_TYPE(request) != 'E')
                return real(descriptor, request, data);
            const char *node = nodes[descriptor];
            unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
            char path[512];
            switch (number) {
            case 0x01: *(int *)data = 0x010001; return 0;
            case 0x07: case 0x08: errno = ENOENT; return -1;
            case 0x18: return numbers(node, "down", data, size);
            case 0x20: memset(data, 0, size); *(unsigned char *)data = 1 << EV_SYN | 1 << EV_KEY | 1 << EV_MSC; return size;
            case 0x21: return numbers(node, "keys", data, size);
            case 0x24: memset(data, 0, size); *(unsigned char *)data = 1 << MSC_SCAN; return size;
            case 0x90:
                if (data && there(node, "taken")) { errno = EBUSY; return -1; }
                snprintf(path, sizeof path, "%s/sys/class/input/%s/grabbed", getenv("DICTA_TEST_ROOT"), node);
                if (data) { FILE *file = fopen(path, "w"); if (file) fclose(file); } else unlink(path);
                return 0;
            case 0xa0: return 0;
            default: if (_IOC_DIR(request) & _IOC_READ) memset(data, 0, size); return size;
            }
        }
        """
}
