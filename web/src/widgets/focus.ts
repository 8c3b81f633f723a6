/** Where the keyboard is, for what opens and closes. */

const kFocusable =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])';

/** Takes the focus when it appears and gives it back when it goes. */
export function returnsFocus(node: HTMLElement): { destroy: () => void } {
  const before = document.activeElement;
  const first = node.querySelector<HTMLElement>('[data-autofocus]') ?? node.querySelector<HTMLElement>(kFocusable);
  (first ?? node).focus({ preventScroll: true });
  return {
    destroy() {
      const inside = node.contains(document.activeElement) || document.activeElement === document.body;
      if (inside && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
  };
}

/** Tab stays inside, as in a dialog with a scrim. */
export function trapsFocus(node: HTMLElement): { destroy: () => void } {
  const keydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return;
    const all = [...node.querySelectorAll<HTMLElement>(kFocusable)].filter((one) => one.offsetParent !== null);
    const first = all[0];
    const last = all[all.length - 1];
    const goal = event.shiftKey && document.activeElement === first ? last : undefined;
    const next = !event.shiftKey && document.activeElement === last ? first : goal;
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  node.addEventListener('keydown', keydown);
  return { destroy: () => node.removeEventListener('keydown', keydown) };
}
