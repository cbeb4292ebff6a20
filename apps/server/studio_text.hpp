// JSON of the studio, in and out.
#pragma once

#include "erfd/io/json.hpp"

#include "net.hpp"
#include "workbench.hpp"

namespace erfd::server {

/// A refusal with {"error": sentence}.
Response refused(int status, std::string_view sentence);
Response fine(const Json& body, int status = 200);

/// @throws Error if the text is not UTF-8: a page would show and save another one.
void check_utf8(std::string_view name, std::string_view text);

/// The token of {"type": "hello", "token": …}; empty if the text is something else.
std::string token_of_hello(std::string_view text);
/// The body of a program to save. @throws Error
struct ProgramToSave {
  std::string text;
  std::string seen;  ///< version of the file that the user replaces knowingly; empty: none
};
ProgramToSave program_to_save(const std::string& body);
/// The body of POST /api/verify. @throws Error naming the key, what was found and what is expected.
VerifyRequest verify_request_of(const std::string& body, const std::vector<RobotEntry>& robots);

Json findings_json(const Diagnostics& findings);
Json robots_json(const std::vector<RobotEntry>& robots);
/// A request as POST /api/verify takes it, with its job.
Json request_json(const VerifyRequest& request, int job);

}  // namespace erfd::server
