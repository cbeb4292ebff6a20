#include "studio.hpp"

#include "studio_text.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace erfd::server {
namespace {

std::uint64_t nanoseconds_since_1970() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

/// What is kept of a verification, or that there was none.
Response kept(const SharedBytes& text) {
  Response response;
  response.status = text.bytes.empty() ? 204 : 200;
  response.body = text;
  return response;
}

/// A document inside the message that shows it: one text serves both.
SharedBytes inside(const std::string& head, const std::string& document) {
  const auto whole = std::make_shared<const std::string>(head + document + '}');
  return {whole, std::string_view(*whole).substr(head.size(), document.size())};
}

SharedBytes message_around(const SharedBytes& document) {
  return {document.owner, *document.owner};
}

}  // namespace

Studio::Studio(const Workbench& workbench, Net& net, StudioSettings settings)
    : workbench_(workbench),
      net_(net),
      settings_(std::move(settings)),
      feed_(
          [this](const std::string& name, double period) {
            const auto& known = workbench_.robots();
            if (std::none_of(known.begin(), known.end(),
                             [&](const RobotEntry& r) { return r.name == name; }))
              throw Error("hello: robot: expected a name that `erfd robots` lists");
            return workbench_.live_robot(name, period);
          },
          settings_.robot),
      jobs_(workbench,
            {[this](int job, double share) {
               net_.post([this, job, share] {
                 tell_pages(
                     fmt::format(R"({{"type":"progress","job":{},"share":{:.4f}}})", job, share),
                     Delivery::must);
               });
             },
             [this](int job, VerifyResult result) {
               net_.post([this, job, result = std::move(result)] { report(job, result); });
             }}) {
  if (settings_.folder) folder_.emplace(*settings_.folder);
}

Response Studio::answer(const Request& request) {
  try {
    if (request.method == "GET") return answer_get(request);
    if (request.method == "PUT" && request.path == "/api/program") return save_program(request);
    if (request.method == "POST" && request.path == "/api/verify") return start_job(request);
    return refused(405, "this path does not know the method");
  } catch (const Error& error) {
    return refused(422, error.what());
  }
}

Response Studio::answer_get(const Request& request) {
  if (request.path == "/api/run") return kept(run_);
  if (request.path == "/api/request") return kept(request_);
  if (request.path == "/api/robots") return fine(robots_json(workbench_.robots()));
  if (request.path == "/api/program") return answer_program(request);
  if (request.path != "/api/programs") return refused(404, "there is nothing at this path");
  Json::List list;
  if (folder_)
    for (const std::string& name : folder_->names())
      list.push_back(Json::Object{{"name", name}, {"shipped", false}});
  for (const std::string& name : workbench_.shipped_programs())
    list.push_back(Json::Object{{"name", name}, {"shipped", true}});
  return fine(list);
}

Response Studio::answer_program(const Request& request) {
  const std::string name = query_value(request.query, "name").value_or("");
  const auto shipped = workbench_.shipped_programs();
  const bool known = std::find(shipped.begin(), shipped.end(), name) != shipped.end();
  if (!known && !folder_) return refused(404, "no program of that name comes with erfd");
  const std::string text = known ? workbench_.shipped_program(name) : folder_->read(name);
  check_utf8(name, text);
  return fine(Json::Object{{"name", name}, {"text", text}, {"version", version_of(text)}});
}

Response Studio::save_program(const Request& request) {
  if (!folder_) return refused(403, "nothing can be saved; start erfd serve with --folder DIR");
  std::string name = query_value(request.query, "name").value_or("");
  if (!name.empty() && !has_program_ending(name)) name += ".irl";
  const ProgramToSave program = program_to_save(request.body);
  try {
    folder_->write(name, program.text, program.seen);
  } catch (const Unseen& other) {
    return fine(Json::Object{{"error", other.what()}, {"name", name}, {"version", other.version()}},
                409);
  }
  return fine(Json::Object{{"name", name}, {"version", version_of(program.text)}});
}

Response Studio::start_job(const Request& request) {
  return fine(Json::Object{{"job", start(verify_request_of(request.body, workbench_.robots()))}},
              202);
}

int Studio::start(const VerifyRequest& request) {
  open_job_ = jobs_.start(request);
  request_ = request_json(request, open_job_).text();
  return open_job_;
}

void Studio::report(int job, const VerifyResult& result) {
  if (job == open_job_) open_job_ = 0;
  failure_ = {};
  if (const auto* const document = std::get_if<Document>(&result))
    return publish(job, document->text);
  Json message = Json::Object{{"type", "failed"}, {"job", job}};
  if (const auto* const findings = std::get_if<Diagnostics>(&result))
    message =
        Json::Object{{"type", "problems"}, {"job", job}, {"findings", findings_json(*findings)}};
  else
    message.set("error", std::get<std::string>(result));
  if (!shows_live()) run_ = {};  // an older verdict says nothing of what was verified last
  failure_ = message.text();
  tell_pages(failure_, Delivery::must);
}

bool Studio::shows_live() const {
  return feed_.robot() != nullptr && run_.bytes == feed_.robot()->document;
}

void Studio::publish(int job, const std::string& document) {
  run_ = inside(
      job > 0 ? fmt::format(R"({{"type":"run","job":{},"run":)", job) : R"({"type":"run","run":)",
      document);
  tell_pages(message_around(run_), job > 0 ? Delivery::result : Delivery::robot);
}

void Studio::tell_pages(const SharedBytes& message, Delivery delivery) {
  for (const PeerPtr& page : pages_) page->send(message, delivery);
}

void Studio::opened(const PeerPtr& peer) {
  if (peer->kind() == Peer::Kind::foxglove) foxglove_.opened(peer);
}

bool Studio::received(const PeerPtr& peer, std::string_view text) {
  if (peer->kind() == Peer::Kind::foxglove) return foxglove_.received(peer, text);
  const std::string token = token_of_hello(text);
  const bool right = peer->gate().is_token(token);
  if (pages_.contains(peer) || (!peer->admitted() && !right) ||
      (peer->admitted() && !token.empty() && !right))
    return false;  // pages say hello and nothing else: requests go over HTTP
  peer->admit();
  pages_.insert(peer);
  peer->send(welcome(peer->gate().rights()), Delivery::must);
  // A page that lost its connection may have missed how its job ended; a document it can ask for.
  if (!failure_.bytes.empty()) peer->send(failure_, Delivery::must);
  if (!settings_.live) return true;
  if (live_.owner) peer->send(message_around(live_), Delivery::robot);
  peer->send(source_message(), Delivery::must);
  return true;
}

std::string Studio::welcome(Rights rights) const {
  return Json(Json::Object{{"type", "welcome"},
                           {"version", ERFD_VERSION},
                           {"live", settings_.live},
                           {"rights", rights == Rights::all ? "all" : "watch"},
                           {"job", open_job_ > 0 ? Json(open_job_) : Json()}})
      .text();
}

std::string Studio::source_message() const {
  Json message = Json::Object{{"type", "source"}, {"connected", shown_connected_}};
  if (gone_) {
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - *gone_;
    message.set("gone_s", gone.count());
  }
  return message.text();
}

void Studio::closed(const PeerPtr& peer) {
  pages_.erase(peer);
  foxglove_.closed(peer);
}

SourceAnswer Studio::source_line(std::uint64_t source, std::string_view line) {
  return feed_.line(source, line);
}

void Studio::source_closed(std::uint64_t source) { feed_.closed(source); }

bool Studio::listens_to(std::uint64_t source) const { return feed_.listens_to(source); }

void Studio::tell_source() {
  shown_connected_ = feed_.connected();
  const auto now = std::chrono::steady_clock::now();
  gone_.reset();
  if (!shown_connected_) gone_ = now;
  tell_pages(source_message(), Delivery::must);
  if (now - last_talk_ < std::chrono::seconds(1)) return;  // a source that comes and goes at once
  last_talk_ = now;
  settings_.talk(shown_connected_ ? fmt::format("live: {} sends", feed_.robot()->model.name())
                                  : "live: the source is gone; waiting for the next one");
}

void Studio::send_samples() {
  for (const LiveView& view : feed_.take()) {
    tell_pages(live_message(view), Delivery::live);
    foxglove_.send(feed_.robot()->model, view, nanoseconds_since_1970());
  }
}

/// In the order of what happened: a new source, its samples, its end.
void Studio::tick() {
  if (feed_.generation() != shown_generation_) {
    shown_generation_ = feed_.generation();
    const std::string& document = feed_.robot()->document;
    if (live_.bytes != document) live_ = inside(R"({"type":"frame","run":)", document);
    // The same robot again: pages go on with the document they have.
    if (run_.bytes != document) publish(0, document);
    tell_source();
  }
  send_samples();
  if (feed_.connected() != shown_connected_) tell_source();
}

}  // namespace erfd::server
