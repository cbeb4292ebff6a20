// The certificate of a door, by OpenSSL. Included by net.cpp alone.
#pragma once

#include "erfd/base/error.hpp"

#include "net.hpp"
#include "net_stream.hpp"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <openssl/x509v3.h>

namespace erfd::server {

/// TLS 1.3 and nothing older: no renegotiation, no compression, no weak suites to choose from. No
/// tickets: nothing of a viewer is kept.
inline std::unique_ptr<ssl::context> tls_context(const RemoteSettings& remote) {
  auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
  const auto use = [](const char* option, const std::string& file, const char* cure, auto load) {
    try {
      load();
    } catch (const boost::system::system_error& error) {
      throw Error(fmt::format("{}: {}: {}; {}", option, file, error.code().message(), cure));
    }
  };
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_3_VERSION);
  SSL_CTX_set_num_tickets(context->native_handle(), 0);
  SSL_CTX_set_options(context->native_handle(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
  use("--certificate", remote.certificate, "expected a certificate chain in PEM",
      [&] { context->use_certificate_chain_file(remote.certificate); });
  use("--key", remote.key, "expected the private key of the certificate in PEM, without password",
      [&] { context->use_private_key_file(remote.key, ssl::context::pem); });
  return context;
}

/// The names and addresses that a certificate is for, exact ones: a request whose Host is another is
/// refused. @throws Error where it has none, or is out of date.
inline std::vector<std::string> names_of(ssl::context& context, const std::string& file) {
  X509* const certificate = SSL_CTX_get0_certificate(context.native_handle());
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) <= 0)
    throw Error(fmt::format("--certificate: {}: is out of date; renew it", file));
  using Names = std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)>;
  const Names names(static_cast<GENERAL_NAMES*>(
                        X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
                    &GENERAL_NAMES_free);
  std::vector<std::string> hosts;
  for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type == GEN_DNS) {
      const std::string host(reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName)),
                             static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName)));
      if (host.find('*') == host.npos) hosts.push_back(host);
    } else if (name->type == GEN_IPADD && ASN1_STRING_length(name->d.iPAddress) == 4) {
      const unsigned char* const b = ASN1_STRING_get0_data(name->d.iPAddress);
      hosts.push_back(fmt::format("{}.{}.{}.{}", b[0], b[1], b[2], b[3]));
    }
  }
  if (hosts.empty())
    throw Error(
        fmt::format("--certificate: {}: names no host, expected subjectAltName with the names "
                    "and addresses that viewers use",
                    file));
  return hosts;
}

}  // namespace erfd::server
