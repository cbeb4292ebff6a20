// The formats behind open_columns().
#pragma once

#include "erfd/io/column_writer.hpp"

namespace erfd {

using ColumnWriterPointer = std::unique_ptr<ColumnWriter>;

ColumnWriterPointer open_csv(const std::string& path, ColumnTable table,
                             const ColumnWriter::Start& start);
ColumnWriterPointer open_npz(const std::string& path, ColumnTable table,
                             const ColumnWriter::Start& start);
ColumnWriterPointer open_mcap(const std::string& path, ColumnTable table,
                              const ColumnWriter::Start& start);

}  // namespace erfd
