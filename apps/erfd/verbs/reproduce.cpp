// erfd reproduce: the tables, figures and claims of the papers, computed again.
#include "erfd/base/error.hpp"
#include "erfd/reproduce/gallery.hpp"

#include "output/output.hpp"
#include "output/progress.hpp"
#include "verbs/verbs.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Says no before the work is done, not after.
void check(const ReproduceOptions& options) {
  if (options.markdown && (options.json || options.list || options.report || options.svg))
    throw Error("--markdown: found together with other ways out, expected alone");
  if (options.markdown && !options.words.empty())
    throw Error(
        fmt::format("--markdown: found together with '{}', expected alone: the page is of "
                    "the whole catalogue",
                    options.words.front()));
  if (options.list && (options.report || options.svg))
    throw Error("--list: found together with --report or --svg, but it computes nothing");
  if (options.report) check_output(*options.report, options.force);
  if (options.svg) check_output_folder(*options.svg, {}, options.force);
}

Gallery computed(const std::vector<CatalogueEntry>& entries) {
  ProgressLine line("computing");
  Gallery gallery = reproduce(
      entries, [&](double share, std::string_view id) { line.show(share, std::string(id)); });
  line.finish();
  return gallery;
}

void write_plots(const std::string& folder, const Gallery& gallery, bool force) {
  make_folder(folder);
  const auto plots = gallery_plots(gallery);
  for (const auto& [name, svg] : plots)
    write_file((std::filesystem::path(folder) / name).string(), svg, force);
  talk(fmt::format("wrote {}: {}", folder, counted(plots.size(), "plot")));
}

}  // namespace

int run_reproduce(const ReproduceOptions& options) {
  check(options);
  if (options.markdown) {
    print(seeds_markdown());
    return exit_fine;
  }
  const std::vector<CatalogueEntry> entries = chosen_entries(options.words);
  if (options.list) {
    print(options.json ? catalogue_json(entries).text() + '\n'
                       : catalogue_text(entries, stdout_style()));
    return exit_fine;
  }
  const Gallery gallery = computed(entries);
  if (options.report) {
    write_file(*options.report, gallery_page(gallery), options.force);
    talk_about_file(*options.report,
                    entries.size() == 1 ? "1 entry" : fmt::format("{} entries", entries.size()));
  }
  if (options.svg) write_plots(*options.svg, gallery, options.force);
  print(options.json ? gallery_json(gallery).text() + '\n' : gallery_text(gallery, stdout_style()));
  return counts_of(gallery).surprises == 0 ? exit_fine : exit_check_failed;
}

}  // namespace erfd
