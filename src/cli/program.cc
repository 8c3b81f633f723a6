#include "cli/program.h"

#include <new>

#include "cli/help.h"
#include "cli/parse.h"

namespace stepline::cli {
namespace {

constexpr std::string_view kSeeHelp = "see \"stepline --help\"";

std::unique_ptr<Command> find_command(std::string_view name) {
  for (const MakeCommand make : commands()) {
    auto command = make();
    if (command->manual().name == name) return command;
  }
  return nullptr;
}

ExitStatus unknown_command(const std::string& name, Context& context) {
  std::vector<std::unique_ptr<Command>> known;
  std::vector<std::string_view> names;
  for (const MakeCommand make : commands()) {
    known.push_back(make());
    names.push_back(known.back()->manual().name);
  }
  const bool option = name.starts_with("-");
  std::string message = option ? "unknown option \"" : "unknown command \"";
  message += name + "\"";
  if (option) names = {"--help", "--version"};
  const std::string_view meant = closest(name, names);
  if (!meant.empty()) {
    message += ", did you mean \"" + std::string(meant) + "\"?";
  }
  return complain(context, message, kSeeHelp, ExitStatus::WrongUsage);
}

ExitStatus run_command(Command& command,
                       const std::vector<std::string>& arguments,
                       Context& context) {
  Options options;
  command.declare(options);
  const std::string name(command.manual().name);
  const auto parsed = parse(arguments, options);
  if (!parsed) {
    return complain(context, parsed.error().message,
                    "see \"stepline " + name + " --help\"",
                    ExitStatus::WrongUsage);
  }
  if (parsed->help) {
    context.out << command_help(command.manual(), options,
                                context.out.terminal().columns);
    return ExitStatus::Well;
  }
  return command.run(context);
}

ExitStatus dispatch(const std::vector<std::string>& arguments,
                    Context& context) {
  if (arguments.empty()) {
    return complain(context, "no command given", kSeeHelp,
                    ExitStatus::WrongUsage);
  }
  const std::string& first = arguments.front();
  const bool help = first == "--help" || first == "-h" || first == "help";
  if (help && arguments.size() == 1) {
    context.out << program_help(context.out.terminal().columns);
    return ExitStatus::Well;
  }
  if (first == "--version" && arguments.size() == 1) {
    context.out << "stepline " << version() << "\n";
    return ExitStatus::Well;
  }
  const std::string& name = first == "help" ? arguments[1] : first;
  const auto command = find_command(name);
  if (command == nullptr) return unknown_command(name, context);
  if (first == "help") return run_command(*command, {"--help"}, context);
  return run_command(*command, {arguments.begin() + 1, arguments.end()},
                     context);
}

}  // namespace

std::string_view version() { return STEPLINE_VERSION; }

ExitStatus run_program(const std::vector<std::string>& arguments,
                       Context& context) {
  ExitStatus status = ExitStatus::CouldNotRun;
  try {
    status = dispatch(arguments, context);
  } catch (const std::bad_alloc&) {
    complain(context, "out of memory", "", status);
  }
  const auto flushed = context.out.flush();
  return flushed ? status
                 : worse(status, complain(context, flushed.error(), ""));
}

}  // namespace stepline::cli
