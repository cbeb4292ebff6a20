// What the server answers: the studio of docs/design/2026-11-16-page-contract.md and the live view.
#pragma once

#include "erfd/io/json.hpp"

#include "folder.hpp"
#include "foxglove.hpp"
#include "jobs.hpp"
#include "live.hpp"
#include "net.hpp"

#include <chrono>
#include <set>

namespace erfd::server {

struct StudioSettings {
  std::optional<std::string> folder;  ///< for programs; none: nothing can be saved
  bool live = false;
  std::string robot;                             ///< of live sources that name none
  std::function<void(const std::string&)> talk;  ///< remarks for the terminal
};

class Studio : public Events {
 public:
  /// @throws Error if the folder cannot be used.
  Studio(const Workbench& workbench, Net& net, StudioSettings settings);

  /// Verifies a program, as a page would ask for it. Pages that are opened start with it.
  int start(const VerifyRequest& request);

  Response answer(const Request& request) override;
  void opened(const PeerPtr& peer) override;
  bool received(const PeerPtr& peer, std::string_view text) override;
  void closed(const PeerPtr& peer) override;
  SourceAnswer source_line(std::uint64_t source, std::string_view line) override;
  void source_closed(std::uint64_t source) override;
  bool listens_to(std::uint64_t source) const override;
  void tick() override;

 private:
  Response answer_get(const Request& request);
  Response answer_program(const Request& request);
  Response save_program(const Request& request);
  Response start_job(const Request& request);
  void report(int job, const VerifyResult& result);
  /// The latest document is that of the live robot, no verdict.
  bool shows_live() const;
  void publish(int job, const std::string& document);
  void tell_pages(const SharedBytes& message, Delivery delivery);
  void tell_source();
  std::string welcome(Rights rights) const;
  std::string source_message() const;
  void send_samples();

  const Workbench& workbench_;
  Net& net_;
  StudioSettings settings_;
  std::optional<Folder> folder_;
  LiveFeed feed_;
  Foxglove foxglove_;
  std::set<PeerPtr> pages_;
  SharedBytes request_;  ///< what was verified last, or is; empty: nothing yet
  /// The latest document, inside the message that announced it; empty if the latest verification
  /// gave none.
  SharedBytes run_;
  /// The document of the live robot, inside the message for pages that show a verification.
  SharedBytes live_;
  SharedBytes failure_;  ///< the message about the latest job, if it gave no document
  int open_job_ = 0;     ///< the job that no result was reported of; 0: none
  int shown_generation_ = 0;
  bool shown_connected_ = false;
  std::optional<std::chrono::steady_clock::time_point> gone_;  ///< since when there is no source
  std::chrono::steady_clock::time_point last_talk_ = {};
  Jobs jobs_;  ///< last: its thread must end first
};

}  // namespace erfd::server
