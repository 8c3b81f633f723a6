/** Markdown from a log, made harmless: only this module turns text into elements.

    Two walls: the writer below gives images and links a form that asks nobody for
    anything, and DOMPurify lets only the elements and attributes named here pass. */

import DOMPurify from 'dompurify';
import { Marked } from 'marked';

export const kAllowedTags: readonly string[] = [
  'a', 'abbr', 'b', 'blockquote', 'br', 'code', 'dd', 'del', 'details', 'div', 'dl', 'dt', 'em',
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 's',
  'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr',
  'u', 'ul',
];
export const kAllowedAttributes: readonly string[] = [
  'align', 'colspan', 'href', 'open', 'rel', 'rowspan', 'start', 'target', 'title',
];

/** Addresses a link may lead to: the web and mail, nothing that runs. */
export function isSafeAddress(address: string): boolean {
  // Browsers skip blanks and control characters in a scheme.
  // oxlint-disable-next-line no-control-regex
  const plain = address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, '');
  return /^(?:https?:\/\/|mailto:)/i.test(plain);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c);

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    image({ href, text }) {
      const words = escapeHtml(text || href);
      return isSafeAddress(href)
        ? `<a href="${escapeHtml(href)}">image: ${words}</a>`
        : `<span>image: ${words}</span>`;
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return isSafeAddress(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words;
    },
    checkbox({ checked }) {
      return checked ? '☑ ' : '☐ ';
    },
  },
});

/** HTML of a markdown text. Not yet harmless: raw HTML in it passes through. */
export const markdownToHtml = (text: string): string => marked.parse(text, { async: false });

function hardenLink(node: Element): void {
  if (node.tagName !== 'A') return;
  const address = node.getAttribute('href');
  if (address === null || !isSafeAddress(address)) {
    node.removeAttribute('href');
    return;
  }
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
}

let hooked = false;

/** The text as elements, ready to be put into the page. */
export function renderMarkdown(text: string): DocumentFragment {
  if (!hooked) DOMPurify.addHook('afterSanitizeAttributes', hardenLink);
  hooked = true;
  return DOMPurify.sanitize(markdownToHtml(text), {
    ALLOWED_TAGS: [...kAllowedTags],
    ALLOWED_ATTR: [...kAllowedAttributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
