// The parts of the server that need no socket. tests/server/attacks and behaviour test it as a whole.
#include "server/folder.hpp"
#include "server/gate.hpp"
#include "server/http_head.hpp"
#include "server/jobs.hpp"

#include <atomic>
#include <future>

#include <gtest/gtest.h>

namespace erfd::server {
namespace {

HeadResult head_of(const std::string& lines) { return parse_head(lines + "\r\n\r\n"); }

TEST(HttpHead, KeepsWhatWasSent) {
  const HeadResult r = head_of(
      "PUT /api/program?name=a%20b.irl HTTP/1.1\r\nHost: localhost:1\r\nCONTENT-Length:  12 "
      "\r\nA:");
  ASSERT_EQ(r.refusal, 0);
  EXPECT_EQ(r.head.method, "PUT");
  EXPECT_EQ(r.head.path, "/api/program");
  EXPECT_EQ(query_value(r.head.query, "name"), "a b.irl");
  EXPECT_EQ(r.head.content_length, 12u);
  EXPECT_EQ(r.head.field("content-length"), "12");
  EXPECT_TRUE(r.head.has("a"));
  EXPECT_EQ(r.head.field("a"), "");
}

TEST(HttpHead, RefusesAHeadWithoutItsEmptyLine) {
  EXPECT_EQ(parse_head("GET / HTTP/1.1\r\nHost: a\r\n").refusal, 400);
  EXPECT_EQ(parse_head("").refusal, 400);
}

TEST(HttpHead, QueryValuesHoldNoControlCharacters) {
  EXPECT_EQ(query_value("x=1&name=a%0ab", "name"), std::nullopt);
  EXPECT_EQ(query_value("name=a%00", "name"), std::nullopt);
  EXPECT_EQ(query_value("name=%4", "name"), std::nullopt);
  EXPECT_EQ(query_value("names=1", "name"), std::nullopt);
  EXPECT_EQ(query_value("x&name=a+b&name=c", "name"), "a b");
}

TEST(Gate, KnowsItsOwnNamesOnly) {
  const Gate gate(8080, random_token(), {.origins = {"https://viewer.example"}});
  const auto refusal = [&](const std::string& path, const std::string& fields) {
    return gate.refusal(head_of("GET " + path + " HTTP/1.1\r\n" + fields).head);
  };
  EXPECT_EQ(refusal("/", "Host: 127.0.0.1:8080"), 0);
  EXPECT_EQ(refusal("/", "Host: localhost:8080\r\nOrigin: http://localhost:8080"), 0);
  EXPECT_EQ(refusal("/", "Host: localhost:8081"), 421);
  EXPECT_EQ(refusal("/", "Host: localhost:8080\r\nOrigin: http://127.0.0.1:8080"), 403);
  EXPECT_EQ(refusal("/ws", "Host: localhost:8080\r\nOrigin: https://viewer.example"), 403);
  EXPECT_EQ(refusal("/foxglove", "Host: localhost:8080\r\nOrigin: https://viewer.example"), 0);
}

TEST(Gate, BrowsersLeaveOutPort80AndNoOther) {
  const HeadResult bare = head_of("GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost");
  EXPECT_EQ(Gate(80, random_token(), {}).refusal(bare.head), 0);
  EXPECT_EQ(Gate(8080, random_token(), {}).refusal(bare.head), 421);
}

TEST(Gate, ViewersMayWatchAndNothingElse) {
  const Gate gate(
      6580, random_token(),
      {.rights = Rights::watch, .secure = true, .hosts = {"10.0.0.2", "robot.example"}});
  const auto refusal = [&](const std::string& line, const std::string& more = "") {
    return gate.refusal(head_of(line + " HTTP/1.1\r\nHost: 10.0.0.2:6580" + more).head);
  };
  for (const char* path : {"/", "/assets/x.js", "/ws", "/api/run"})
    EXPECT_EQ(refusal(std::string("GET ") + path), 0) << path;
  for (const char* path :
       {"/api/robots", "/api/program?name=a", "/api/run?token=x", "/foxglove", "/?token=x"})
    EXPECT_EQ(refusal(std::string("GET ") + path), 404) << path;
  for (const char* line : {"POST /api/verify", "PUT /api/program", "POST /api/run"})
    EXPECT_EQ(refusal(line), 403) << line;
  EXPECT_EQ(refusal("GET /", "\r\nOrigin: https://10.0.0.2:6580"), 0);
  EXPECT_EQ(refusal("GET /", "\r\nOrigin: http://10.0.0.2:6580"), 403);
  EXPECT_EQ(gate.refusal(head_of("GET / HTTP/1.1\r\nHost: localhost:6580").head), 421);
  EXPECT_EQ(gate.address(), "https://10.0.0.2:6580/");
}

TEST(Gate, TokensDifferAndAreComparedWhole) {
  const std::string token = random_token();
  EXPECT_EQ(token.size(), 32u);
  EXPECT_NE(token, random_token());
  EXPECT_TRUE(same_secret(token, token));
  EXPECT_FALSE(same_secret(token, token.substr(1)));
  EXPECT_FALSE(same_secret("", token));
}

TEST(Folder, NamesOfProgramsAreNoPaths) {
  for (const char* name : {"a.irl", "My program-2.irl", "x_1.2.irl"})
    EXPECT_TRUE(is_program_name(name));
  for (const char* name : {"", ".irl", "a", "a.txt", "../a.irl", "a/b.irl", ".a.irl", " a.irl",
                           "a\n.irl", "a\\b.irl", "ä.irl"})
    EXPECT_FALSE(is_program_name(name)) << name;
  EXPECT_FALSE(is_program_name(std::string_view("a\0.irl", 6)));
  EXPECT_FALSE(is_program_name(std::string(97, 'a') + ".irl"));
}

/// Verifies until it is told to stop.
class SlowWorkbench : public Workbench {
 public:
  const std::vector<RobotEntry>& robots() const override { return robots_; }
  std::vector<std::string> shipped_programs() const override { return {}; }
  std::string shipped_program(const std::string& name) const override { return name; }
  VerifyResult verify(const VerifyRequest& request, const Progress& progress) const override {
    if (request.program_text == "greedy") throw std::bad_alloc();
    started = true;
    while (request.program_text == "endless") progress(0.5);
    return Document{request.program_text};
  }
  LiveRobot live_robot(const std::string& name, double) const override { throw Error(name); }

  mutable std::atomic<bool> started = false;

 private:
  std::vector<RobotEntry> robots_;
};

VerifyRequest program(const char* text) {
  VerifyRequest request;
  request.program_text = text;
  return request;
}

TEST(Jobs, ANewerJobStopsTheRunningOne) {
  const SlowWorkbench workbench;
  std::promise<std::pair<int, std::string>> done;
  Jobs jobs(workbench, {[](int, double) {},
                        [&](int job, const VerifyResult& result) {
                          done.set_value({job, std::get<Document>(result).text});
                        }});
  jobs.start(program("endless"));
  while (!workbench.started) std::this_thread::yield();
  const int second = jobs.start(program("short"));
  EXPECT_EQ(done.get_future().get(), std::pair(second, std::string("short")));
}

TEST(Jobs, MemoryThatIsNotThereIsASentence) {
  const SlowWorkbench workbench;
  std::promise<std::string> done;
  Jobs jobs(workbench, {[](int, double) {},
                        [&](int, const VerifyResult& result) {
                          done.set_value(std::get<std::string>(result));
                        }});
  jobs.start(program("greedy"));
  EXPECT_NE(done.get_future().get().find("memory"), std::string::npos);
}

TEST(Jobs, EndsWhileAJobRuns) {
  const SlowWorkbench workbench;
  Jobs jobs(workbench, {[](int, double) {}, [](int, const VerifyResult&) { FAIL(); }});
  jobs.start(program("endless"));
  while (!workbench.started) std::this_thread::yield();
}

}  // namespace
}  // namespace erfd::server
