/** The keys, as the help overlay lists them; keyboard.ts and the cards do what
 * they say. */

export interface KeyLine {
  readonly keys: readonly string[];
  readonly does: string;
}

export interface KeySection {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

export const kKeySections: readonly KeySection[] = [
  {
    title: 'Anywhere',
    lines: [
      { keys: ['Ctrl K'], does: 'Jump to a tag, a run or an action' },
      { keys: ['1', '–', '6'], does: 'Pages' },
      { keys: ['/'], does: 'Filter tags' },
      { keys: ['R'], does: 'Filter runs' },
      { keys: ['['], does: 'Fold or unfold the runs' },
      { keys: [','], does: 'Settings' },
      { keys: ['?'], does: 'These keys' },
      { keys: ['L'], does: 'Pause, or go on' },
      { keys: ['Esc'], does: 'Close, then go back by one zoom' },
    ],
  },
  {
    title: 'Cards',
    lines: [
      { keys: ['J', 'K'], does: 'Next, previous card' },
      { keys: ['Enter'], does: 'Full screen' },
      { keys: ['P'], does: 'Pin' },
      { keys: ['T'], does: 'Table' },
      { keys: ['X'], does: 'Next x axis' },
      { keys: ['Shift X', 'Y'], does: 'Linear or log x, y' },
      { keys: ['+', '−'], does: 'Zoom' },
      { keys: ['Esc', 'Backspace'], does: 'Back by one zoom' },
      { keys: ['0', 'Double-click'], does: 'Fit: back by all' },
      { keys: ['←', '→'], does: 'Move the cursor, with Shift by ten' },
      { keys: ['S', 'Shift S'], does: 'Smoother, rougher' },
    ],
  },
  {
    title: 'Runs',
    lines: [
      { keys: ['↑', '↓'], does: 'Move' },
      { keys: ['→', '←'], does: 'Open, close a directory' },
      { keys: ['Space'], does: 'Show or not' },
      { keys: ['Enter'], does: 'Only this' },
      { keys: ['C'], does: 'Colour' },
      { keys: ['P'], does: 'Pin on top' },
      { keys: ['M'], does: 'More' },
    ],
  },
];
