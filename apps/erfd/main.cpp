#include "cli.hpp"

int main(int argc, char** argv) { return erfd::run_command_line(argc, argv); }
