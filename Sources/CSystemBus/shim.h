// D-Bus through libsystemd, loaded at run time: without the library everything else works as usual. One thread at a time. No
// header of libsystemd is needed, and none of these functions is variadic.
#pragma once
#include <dlfcn.h>
#include <stdint.h>

typedef int (*dicta_bus_filter)(void *message, void *data, void *error);
typedef struct {
    const char *name;
    const char *message;
    int is_owned;
} dicta_bus_error;

typedef struct {
    int (*open_user)(void **);
    int (*request_name_async)(void *, void **, const char *, uint64_t, void *, void *);
    int (*add_filter)(void *, void **, dicta_bus_filter, void *);
    int (*get_fd)(void *);
    int (*get_events)(void *);
    int (*process)(void *, void **);
    void *(*close_unref)(void *);
    int (*get_n_queued_write)(void *, uint64_t *);
    int (*send)(void *, void *, uint64_t *);
    const char *(*message_get_path)(void *);
    const char *(*message_get_interface)(void *);
    const char *(*message_get_member)(void *);
    const char *(*message_get_sender)(void *);
    const dicta_bus_error *(*message_get_error)(void *);
    int (*message_get_type)(void *, uint8_t *);
    int (*message_get_reply_cookie)(void *, uint64_t *);
    int (*message_new_method_call)(void *, void **, const char *, const char *, const char *, const char *);
    int (*message_new_method_return)(void *, void **);
    int (*message_new_method_error)(void *, void **, const dicta_bus_error *);
    int (*message_new_signal)(void *, void **, const char *, const char *, const char *);
    void *(*message_unref)(void *);
    int (*message_append_basic)(void *, char, const void *);
    int (*message_open_container)(void *, char, const char *);
    int (*message_close_container)(void *);
    int (*message_read_basic)(void *, char, void *);
    int (*message_enter_container)(void *, char, const char *);
} dicta_bus_library;

// Loads the library and looks up all functions; returns 0 when one is missing.
static inline int dicta_bus_load(dicta_bus_library *library) {
    void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    if (!(*(void **)&library->open_user = dlsym(handle, "sd_bus_open_user"))) return 0;
    if (!(*(void **)&library->request_name_async = dlsym(handle, "sd_bus_request_name_async"))) return 0;
    if (!(*(void **)&library->add_filter = dlsym(handle, "sd_bus_add_filter"))) return 0;
    if (!(*(void **)&library->get_fd = dlsym(handle, "sd_bus_get_fd"))) return 0;
    if (!(*(void **)&library->get_events = dlsym(handle, "sd_bus_get_events"))) return 0;
    if (!(*(void **)&library->process = dlsym(handle, "sd_bus_process"))) return 0;
    if (!(*(void **)&library->close_unref = dlsym(handle, "sd_bus_close_unref"))) return 0;
    if (!(*(void **)&library->get_n_queued_write = dlsym(handle, "sd_bus_get_n_queued_write"))) return 0;
    if (!(*(void **)&library->send = dlsym(handle, "sd_bus_send"))) return 0;
    if (!(*(void **)&library->message_get_path = dlsym(handle, "sd_bus_message_get_path"))) return 0;
    if (!(*(void **)&library->message_get_interface = dlsym(handle, "sd_bus_message_get_interface"))) return 0;
    if (!(*(void **)&library->message_get_member = dlsym(handle, "sd_bus_message_get_member"))) return 0;
    if (!(*(void **)&library->message_get_sender = dlsym(handle, "sd_bus_message_get_sender"))) return 0;
    if (!(*(void **)&library->message_get_error = dlsym(handle, "sd_bus_message_get_error"))) return 0;
    if (!(*(void **)&library->message_get_type = dlsym(handle, "sd_bus_message_get_type"))) return 0;
    if (!(*(void **)&library->message_get_reply_cookie = dlsym(handle, "sd_bus_message_get_reply_cookie"))) return 0;
    if (!(*(void **)&library->message_new_method_call = dlsym(handle, "sd_bus_message_new_method_call"))) return 0;
    if (!(*(void **)&library->message_new_method_return = dlsym(handle, "sd_bus_message_new_method_return"))) return 0;
    if (!(*(void **)&library->message_new_method_error = dlsym(handle, "sd_bus_message_new_method_error"))) return 0;
    if (!(*(void **)&library->message_new_signal = dlsym(handle, "sd_bus_message_new_signal"))) return 0;
    if (!(*(void **)&library->message_unref = dlsym(handle, "sd_bus_message_unref"))) return 0;
    if (!(*(void **)&library->message_append_basic = dlsym(handle, "sd_bus_message_append_basic"))) return 0;
    if (!(*(void **)&library->message_open_container = dlsym(handle, "sd_bus_message_open_container"))) return 0;
    if (!(*(void **)&library->message_close_container = dlsym(handle, "sd_bus_message_close_container"))) return 0;
    if (!(*(void **)&library->message_read_basic = dlsym(handle, "sd_bus_message_read_basic"))) return 0;
    if (!(*(void **)&library->message_enter_container = dlsym(handle, "sd_bus_message_enter_container"))) return 0;
    return 1;
}

static inline int dicta_bus_open_user(const dicta_bus_library *library, void **bus) {
    return library->open_user(bus);
}
static inline int dicta_bus_request_name_async(const dicta_bus_library *library, void *bus, void **slot, const char *name, uint64_t flags, void *callback, void *data) {
    return library->request_name_async(bus, slot, name, flags, callback, data);
}
static inline int dicta_bus_add_filter(const dicta_bus_library *library, void *bus, void **slot, dicta_bus_filter filter, void *data) {
    return library->add_filter(bus, slot, filter, data);
}
static inline int dicta_bus_get_fd(const dicta_bus_library *library, void *bus) {
    return library->get_fd(bus);
}
static inline int dicta_bus_get_events(const dicta_bus_library *library, void *bus) {
    return library->get_events(bus);
}
static inline int dicta_bus_process(const dicta_bus_library *library, void *bus, void **message) {
    return library->process(bus, message);
}
static inline void *dicta_bus_close_unref(const dicta_bus_library *library, void *bus) {
    return library->close_unref(bus);
}
static inline int dicta_bus_get_n_queued_write(const dicta_bus_library *library, void *bus, uint64_t *count) {
    return library->get_n_queued_write(bus, count);
}
static inline int dicta_bus_send(const dicta_bus_library *library, void *bus, void *message, uint64_t *cookie) {
    return library->send(bus, message, cookie);
}
static inline const char *dicta_bus_message_get_path(const dicta_bus_library *library, void *message) {
    return library->message_get_path(message);
}
static inline const char *dicta_bus_message_get_interface(const dicta_bus_library *library, void *message) {
    return library->message_get_interface(message);
}
static inline const char *dicta_bus_message_get_member(const dicta_bus_library *library, void *message) {
    return library->message_get_member(message);
}
static inline const char *dicta_bus_message_get_sender(const dicta_bus_library *library, void *message) {
    return library->message_get_sender(message);
}
static inline const dicta_bus_error *dicta_bus_message_get_error(const dicta_bus_library *library, void *message) {
    return library->message_get_error(message);
}
static inline int dicta_bus_message_get_type(const dicta_bus_library *library, void *message, uint8_t *type) {
    return library->message_get_type(message, type);
}
static inline int dicta_bus_message_get_reply_cookie(const dicta_bus_library *library, void *message, uint64_t *cookie) {
    return library->message_get_reply_cookie(message, cookie);
}
static inline int dicta_bus_message_new_method_call(const dicta_bus_library *library, void *bus, void **message, const char *destination, const char *path, const char *interface, const char *member) {
    return library->message_new_method_call(bus, message, destination, path, interface, member);
}
static inline int dicta_bus_message_new_method_return(const dicta_bus_library *library, void *call, void **message) {
    return library->message_new_method_return(call, message);
}
static inline int dicta_bus_message_new_method_error(const dicta_bus_library *library, void *call, void **message, const dicta_bus_error *error) {
    return library->message_new_method_error(call, message, error);
}
static inline int dicta_bus_message_new_signal(const dicta_bus_library *library, void *bus, void **message, const char *path, const char *interface, const char *member) {
    return library->message_new_signal(bus, message, path, interface, member);
}
static inline void *dicta_bus_message_unref(const dicta_bus_library *library, void *message) {
    return library->message_unref(message);
}
static inline int dicta_bus_message_append_basic(const dicta_bus_library *library, void *message, char type, const void *value) {
    return library->message_append_basic(message, type, value);
}
static inline int dicta_bus_message_open_container(const dicta_bus_library *library, void *message, char type, const char *contents) {
    return library->message_open_container(message, type, contents);
}
static inline int dicta_bus_message_close_container(const dicta_bus_library *library, void *message) {
    return library->message_close_container(message);
}
static inline int dicta_bus_message_read_basic(const dicta_bus_library *library, void *message, char type, void *value) {
    return library->message_read_basic(message, type, value);
}
static inline int dicta_bus_message_enter_container(const dicta_bus_library *library, void *message, char type, const char *contents) {
    return library->message_enter_container(message, type, contents);
}
