// Sends a swinging planar2r to `erfd serve --live` (docs/live-protocol.md), 250 samples a second.
// Usage: send_samples [PORT [SAMPLES]]
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <sys/socket.h>

int main(int argc, char** argv) {
  const int samples = argc > 2 ? std::atoi(argv[2]) : 1'000'000'000;
  sockaddr_in server = {};
  server.sin_family = AF_INET;
  server.sin_port = htons(static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : 6560));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(s, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0) return 1;
  std::string line = "{\"erfd_live\": 1, \"robot\": \"planar2r\", \"period_s\": 0.004}\n";
  for (int k = 0; k < samples; ++k) {
    const double t = 0.004 * k;
    char text[100];
    std::snprintf(text, sizeof text, "{\"t_s\": %.3f, \"q\": [%.9f, %.9f]}\n", t, std::sin(t),
                  0.5 * std::sin(2 * t));
    if (line.size() < 1000) line += text;  // else the server is busy: this sample is dropped
    const ssize_t taken = send(s, line.data(), line.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (taken > 0) line.erase(0, static_cast<std::size_t>(taken));
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
  }
}
