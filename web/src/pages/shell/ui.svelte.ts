/** Which of the shell's parts are open; of no interest to a link. */

class Ui {
  palette = $state(false);
  settings = $state(false);
  help = $state(false);
  problems = $state(false);
  /** Whether the sidebar lies over the page, where there is only room for a rail. */
  overlay = $state(false);
  /** A run that the list is to bring into sight. */
  reveal = $state<number | null>(null);
  /** What is said to those who hear the page. */
  spoken = $state('');

  say(text: string): void {
    this.spoken = text;
  }
}

export const ui = new Ui();
