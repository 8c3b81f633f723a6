/**
 * Which runs are shown, as rules on names: `ablation/` stands for all below
 * it, `ablation/swiglu` for that run, the empty name for all. The most
 * particular rule decides; without any, a run is shown. Rules are short in a
 * link and hold for runs that do not exist yet.
 */

export type RunRules = ReadonlyMap<string, boolean>;

function parentOf(token: string): string {
  const end = token.endsWith('/') ? token.length - 2 : token.length - 1;
  if (end < 0) return '';
  return token.slice(0, token.lastIndexOf('/', end) + 1);
}

/** What a run or directory gets from those above it. */
function inherited(rules: RunRules, token: string): boolean {
  let at = token;
  while (at !== '') {
    at = parentOf(at);
    const rule = rules.get(at);
    if (rule !== undefined) return rule;
  }
  return true;
}

/** For many names: what directories say is looked up once for each. The rules
 * of directories must stay as they are meanwhile. */
function byDirectory(rules: RunRules): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const directory = parentOf(name);
    let shown = known.get(directory);
    if (shown === undefined) {
      shown = name === '' ? true : (rules.get(directory) ?? inherited(rules, directory));
      known.set(directory, shown);
    }
    return shown;
  };
}

/** Answers quickly for many names. */
export function shownBy(rules: RunRules): (name: string) => boolean {
  const directory = byDirectory(rules);
  return (name) => rules.get(name) ?? directory(name);
}

export function ruledShown(rules: RunRules, name: string): boolean {
  return rules.get(name) ?? inherited(rules, name);
}

/** One run, or with a `/` at its end (or empty) everything below it. */
export function withRule(rules: RunRules, token: string, shown: boolean): RunRules {
  const next = new Map<string, boolean>();
  const below = token === '' || token.endsWith('/');
  for (const [name, value] of rules) {
    if (name === token || (below && name.startsWith(token))) continue;
    next.set(name, value);
  }
  if (inherited(next, token) !== shown || (token === '' && !shown)) next.set(token, shown);
  return next;
}

export function withRules(rules: RunRules, names: Iterable<string>, shown: boolean): RunRules {
  const next = new Map(rules);
  const directory = byDirectory(rules);
  for (const name of names) {
    next.delete(name);
    if (directory(name) !== shown) next.set(name, shown);
  }
  return next;
}

/** Exactly `wanted` of `all`, in as few rules as directories allow. */
export function rulesFor(all: readonly string[], wanted: ReadonlySet<string>): RunRules {
  interface Count {
    shown: number;
    total: number;
  }
  const counts = new Map<string, Count>();
  for (const name of all) {
    for (let at = name; at !== ''; ) {
      at = parentOf(at);
      let count = counts.get(at);
      if (count === undefined) counts.set(at, (count = { shown: 0, total: 0 }));
      ++count.total;
      if (wanted.has(name)) ++count.shown;
    }
  }
  const rules = new Map<string, boolean>();
  // Shorter directories first, so that a rule is only made where it differs.
  for (const dir of [...counts.keys()].sort((a, b) => a.length - b.length)) {
    const count = counts.get(dir);
    if (count === undefined) continue;
    const most = count.shown * 2 > count.total;
    const above = dir === '' ? true : inherited(rules, dir);
    const uniform = count.shown === 0 || count.shown === count.total;
    if (most !== above && (uniform || dir === '' || count.total > 3)) rules.set(dir, most);
  }
  const directory = byDirectory(rules);
  for (const name of all) {
    if (directory(name) !== wanted.has(name)) rules.set(name, wanted.has(name));
  }
  return rules;
}
