#pragma once

namespace stepline::writer {

class Core;

// What happens to all living writers when the process ends or is copied: at
// exit(), quick_exit() and std::terminate they are flushed, and around fork()
// they are told. The handlers are installed with the first writer; an earlier
// terminate handler is called after ours.
void remember(Core& core);
void forget(Core& core);

// For what a child process has of its parent's background thread and can
// neither use nor destroy: it stays reachable, so that it is not taken for a
// leak.
void abandon(const void* object);

}  // namespace stepline::writer
