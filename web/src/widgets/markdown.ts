/** Markdown from a log, made harmless: only this module turns text into elements.

    Two walls: what is written below has no attribute that runs, styles or loads, so that
    even a parser finds nothing to complain of; and DOMPurify lets only the elements and
    attributes named here pass. */

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

/** Raw HTML in a text: tags that may pass, without attributes but for a link's address;
    everything else as the letters it is written in. Scripts and styles go with their content. */
export function tameHtml(html: string): string {
  const parts = html.replace(kNoText, '').replace(/<!--[^]*?(?:-->|$)/g, '').split(/(<[^<>]*>)/);
  return parts.map((part, i) => (i % 2 === 0 ? escapeAngles(part) : tameTag(part))).join('');
}

// Elements whose content nobody reads.
const kNoText = /<(script|style)(?=[\s/>])[^]*?<\/\1\s*>/gi;
const kNoTextHere = new RegExp(`^${kNoText.source}`, 'i');

const escapeAngles = (text: string): string => text.replace(/[<>]/g, (c) => escapes[c] ?? c);

function tameTag(source: string): string {
  const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)(?=[\s/>])/i.exec(source) ?? [];
  if (name === '') return escapeAngles(source);
  if (!kAllowedTags.includes(name.toLowerCase())) return '';
  const [, address = ''] = /\shref\s*=\s*["']?([^"'\s>]*)/i.exec(source) ?? [];
  const link = name.toLowerCase() === 'a' && isSafeAddress(address) ? ` href="${escapeHtml(address)}"` : '';
  return `<${slash}${name}${link}>`;
}

const marked = new Marked({
  gfm: true,
  breaks: false,
  tokenizer: {
    tag(source) {
      const [raw] = kNoTextHere.exec(source) ?? [];
      if (raw === undefined) return false; // As usual.
      return { type: 'html', raw, inLink: false, inRawBlock: false, block: false, text: '' };
    },
  },
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
    html({ text }) {
      return tameHtml(text);
    },
    checkbox({ checked }) {
      return checked ? '☑ ' : '☐ ';
    },
  },
});

/** HTML of a markdown text. */
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
