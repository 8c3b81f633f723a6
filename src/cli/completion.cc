#include "cli/commands.h"
#include "cli/completion_scripts.h"

namespace stepline::cli {
namespace {

class Completion final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "completion",
        .summary = "Print a script that completes commands in a shell",
        .description =
            R"(The script knows every command, its options and their choices,
and offers files and directories where those belong. An installed stepline has
brought both scripts already.)",
        .problem = "",
        .examples = {{"source <(stepline completion bash)",
                      "Completion in this bash."},
                     {"stepline completion zsh > ~/.zfunc/_stepline",
                      "Completion in every zsh that has ~/.zfunc in fpath."}},
    };
    return kManual;
  }

  void declare(Options& options) override {
    Option& shell = options.add("", "SHELL", "bash or zsh.", shell_);
    shell.choices = {"bash", "zsh"};
    shell.required = true;
  }

  ExitStatus run(Context& context) override {
    context.out << (shell_ == "bash" ? bash_completion() : zsh_completion());
    return ExitStatus::Well;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion() {
  return std::make_unique<Completion>();
}

}  // namespace stepline::cli
