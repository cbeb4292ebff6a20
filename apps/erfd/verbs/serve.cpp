// erfd serve: studio and live view in the browser.
#include "erfd/program/find_program.hpp"

#include "output/output.hpp"
#include "server/studio.hpp"
#include "server/studio_text.hpp"
#include "server/viewer_token.hpp"
#include "verbs/serve_workbench.hpp"
#include "verbs/verbs.hpp"

#include <charconv>
#include <csignal>
#include <filesystem>

#include <fmt/format.h>
#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace erfd {
namespace {

constexpr rlim_t memory_budget = rlim_t{4} << 30;

/// A program that asks for more gets an error, and the server goes on.
void limit_memory() {
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);  // old documents go back to the system
#ifdef ERFD_SANITIZED
  return;  // sanitizers reserve far more than they use
#endif
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur <= memory_budget) return;
  limit.rlim_cur = memory_budget;
  setrlimit(RLIMIT_AS, &limit);
}

/// A terminal that is stopped, or a pipe that nobody empties, must not stop the server.
void talk_if_heard(const std::string& text) {
  pollfd terminal{STDERR_FILENO, POLLOUT, 0};
  if (poll(&terminal, 1, 0) == 1 && (terminal.revents & POLLOUT) != 0) talk(text);
}

/// ADDRESS:PORT with all that belongs to it. @throws Error naming what is missing
std::optional<server::RemoteSettings> remote_settings(const ServeOptions& options) {
  if (!options.remote) {
    if (options.certificate || options.key || options.viewer_token)
      throw Error(
          "--certificate, --key, --viewer-token: belong to --remote, expected --remote "
          "ADDRESS:PORT");
    return std::nullopt;
  }
  if (!options.certificate || !options.key || !options.viewer_token)
    throw Error(
        "--remote: expected --certificate, --key and --viewer-token beside it: other machines "
        "watch "
        "over TLS, and with a token; docs/server.md says how to make them");
  const std::string& text = *options.remote;
  const std::size_t colon = text.rfind(':');
  const std::string number = colon == text.npos ? "" : text.substr(colon + 1);
  int port = -1;
  const auto [end, ec] = std::from_chars(number.data(), number.data() + number.size(), port);
  if (ec != std::errc() || end != number.data() + number.size() || port < 0 || port > 65535)
    throw Error(
        fmt::format("--remote: found '{}', expected an address and a port, as "
                    "192.168.1.20:6580",
                    text));
  return server::RemoteSettings{text.substr(0, colon), static_cast<std::uint16_t>(port),
                                *options.certificate, *options.key,
                                server::read_viewer_token(*options.viewer_token)};
}

server::NetSettings net_settings(const ServeOptions& options) {
  server::NetSettings settings;
  settings.port = static_cast<std::uint16_t>(options.port);
  settings.live_socket = options.live ? options.live_socket : std::nullopt;
  if (options.live && !options.live_socket)
    settings.live_port = static_cast<std::uint16_t>(options.live_port);
  settings.foxglove_origins = options.allowed_origins;
  settings.remote = remote_settings(options);
  return settings;
}

server::StudioSettings studio_settings(const ServeOptions& options) {
  server::StudioSettings settings;
  settings.folder = options.folder;
  settings.live = options.live;
  settings.robot = options.robot.robot;
  settings.talk = talk_if_heard;
  return settings;
}

server::VerifyRequest first_request(const ServeOptions& options) {
  const std::string path = find_program(*options.program);
  server::VerifyRequest request;
  request.robot = options.robot.robot;
  const bool is_file = path == *options.program;  // else a program that comes with erfd
  request.program_name =
      is_file ? std::filesystem::path(path).filename().string() : *options.program;
  request.program_text = text_of_file(path);
  server::check_utf8(path, request.program_text);
  return request;
}

void say_where(const ServeOptions& options, const server::Net& net) {
  tell(fmt::format("open {}", net.gate().page_url()));
  if (const server::Gate* const remote = net.remote_gate())
    tell(fmt::format("viewers: {}#token=TOKEN, with the token of {}", remote->address(),
                     *options.viewer_token));
  if (!options.live) return;
  tell(options.live_socket ? fmt::format("live samples: Unix socket {}", *options.live_socket)
                           : fmt::format("live samples: 127.0.0.1 port {}", net.live_port()));
  tell(fmt::format("Foxglove: {}", net.gate().foxglove_url()));
}

}  // namespace

int run_serve(const ServeOptions& given) {
  ServeOptions options = given;
  options.live = options.live || options.live_socket;
  limit_memory();
  // Who reads stderr may end before the server. A terminal that is closed ends it, by SIGHUP.
  std::signal(SIGPIPE, SIG_IGN);
  const ServeWorkbench workbench(options.robot, options.program);
  std::optional<server::VerifyRequest> first;
  if (options.program) first = first_request(options);
  {
    server::Net net(net_settings(options));
    server::Studio studio(workbench, net, studio_settings(options));
    if (first) studio.start(*first);
    say_where(options, net);
    net.run(studio);
  }
  talk_if_heard("stopped");
  return exit_fine;
}

}  // namespace erfd
