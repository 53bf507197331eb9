/**
 * HTML of an editor as Markdown, as Flowise makes it of its texts before a run: paragraphs, lists, headings, emphasis,
 * code, quotes, links. Other tags are left out, their text stays. The forms are those that Turndown
 * (https://github.com/mixmark-io/turndown) writes without options; nothing in a text is escaped, as Flowise has it
 * (`resolveNodeReference` in https://github.com/FlowiseAI/Flowise, packages/server/src/utils/buildAgentflow.ts).
 */
export function convertHtml(html: string): string {
  if (html.length > mostHtml) return html;
  const root = parseHtml(html);
  collapseSpaces(root);
  const text = writeChildren(root).trimEnd();
  const written = text.slice(text.length - trimStart(text).length);
  return written.length > html.length * mostGrowth + 1000 ? html : written;
}

/** A longer text is nobody's prompt: it stays as it is. */
const mostHtml = 1_000_000;
/** Lists in lists are moved in, which makes a text longer. */
const mostGrowth = 4;
const mostLevels = 30;

const trimStart = (text: string): string => text.replace(/^[\t\r\n]+/, '');

/** Whether a text is HTML of the editor: it begins with one of its blocks. */
export const isEditorHtml = (text: string): boolean => /^\s*<(?:p|div|h[1-6]|ul|ol|blockquote|pre|table)\b/i.test(text);

interface HtmlElement {
  readonly tag: string;
  readonly attributes: string;
  readonly children: (HtmlElement | string)[];
}

/** Tags that hold nothing. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'meta', 'link']);
/** What is in them is no text. */
const silent: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'title']);
const blocks: ReadonlySet<string> = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'table', 'tr'],
  ...['tbody', 'thead', 'section', 'article', 'header', 'footer', 'main', 'figure', 'br'],
]);

/** Reads tags one after the other: a tag that is not closed is text. Deeper levels than the bound stay in the last. */
function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: '', children: [] };
  const open: HtmlElement[] = [root];
  const top = () => open.at(-1) ?? root;
  let at = 0;
  let end = -1;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start < 0) break;
    if (end < start) end = html.indexOf('>', start);
    if (end < 0) break;
    const tag = /^<(\/?)([a-z][a-z0-9]*)\b/i.exec(html.slice(start, Math.min(start + 20, end + 1)));
    if (tag === null && !html.startsWith('<!--', start)) {
      top().children.push(decodeEntities(html.slice(at, start + 1)));
      at = start + 1;
      continue;
    }
    if (start > at) top().children.push(decodeEntities(html.slice(at, start)));
    at = end + 1;
    if (tag !== null)
      takeTag(open, tag[2]?.toLowerCase() ?? '', tag[1] === '/', html.slice(start + tag[0].length, end));
  }
  if (at < html.length) top().children.push(decodeEntities(html.slice(at)));
  return root;
}

function takeTag(open: HtmlElement[], tag: string, isEnd: boolean, attributes: string): void {
  if (isEnd) {
    const index = open.findLastIndex((element) => element.tag === tag);
    if (index > 0) open.length = index;
    return;
  }
  const element: HtmlElement = { tag, attributes, children: [] };
  open.at(-1)?.children.push(element);
  if (!empty.has(tag) && open.length < mostLevels) open.push(element);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', amp: '&' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** A run of spaces is one, also over several elements; at the border of a block there is none. */
function collapseSpaces(root: HtmlElement): void {
  let last: { readonly holder: HtmlElement; readonly index: number } | undefined;
  const endLine = () => {
    const text = last?.holder.children[last.index];
    if (last !== undefined && typeof text === 'string') last.holder.children[last.index] = text.replace(/ $/, '');
    last = undefined;
  };
  const walk = (holder: HtmlElement) => {
    for (const [index, child] of holder.children.entries()) {
      if (typeof child !== 'string') {
        if (blocks.has(child.tag)) endLine();
        if (child.tag === 'pre') continue;
        walk(child);
        if (blocks.has(child.tag)) endLine();
        continue;
      }
      const single = child.replace(/[ \t\r\n]+/g, ' ');
      const before = last?.holder.children[last.index];
      const isAfterSpace = typeof before !== 'string' || before.endsWith(' ');
      const text = isAfterSpace ? single.replace(/^ /, '') : single;
      holder.children[index] = text;
      if (text !== '') last = { holder, index };
    }
  };
  walk(root);
  endLine();
}

function writeChildren({ children, tag, attributes }: HtmlElement): string {
  if (silent.has(tag)) return '';
  const text = new JoinedText();
  let number = tag === 'ol' ? Number(/\bstart\s*=\s*["']?(\d{1,6})/i.exec(attributes)?.[1] ?? 1) - 1 : 0;
  for (const [index, child] of children.entries()) {
    if (typeof child === 'string') {
      text.add(child);
      continue;
    }
    if (child.tag === 'li') number += 1;
    const isLast = !children.slice(index + 1, index + 50).some((one) => typeof one !== 'string');
    text.add(writeElement(child, { holder: tag, number, isLast }));
  }
  return text.toString();
}

/** Parts of a text, with at most one empty line between two blocks. */
class JoinedText {
  readonly #parts: string[] = [];
  #breaks = 0;

  add(text: string): void {
    const inner = trimBreaks(text);
    const first = inner === '' ? text.length : text.indexOf(inner);
    if (inner !== '' && this.#parts.length + this.#breaks + first > 0)
      this.#parts.push('\n'.repeat(Math.min(Math.max(this.#breaks, first), 2)));
    this.#parts.push(inner);
    const last = text.length - first - inner.length;
    this.#breaks = inner === '' ? Math.min(Math.max(this.#breaks, first), 2) : Math.min(last, 2);
  }

  toString(): string {
    return `${this.#parts.join('')}${'\n'.repeat(this.#breaks)}`;
  }
}

/** A text without the line breaks around it. */
function trimBreaks(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '\n') start += 1;
  while (end > start && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}

interface Around {
  readonly holder: string;
  /** Of an entry of a list. */
  readonly number: number;
  readonly isLast: boolean;
}

function writeElement(element: HtmlElement, around: Around): string {
  const { tag, attributes } = element;
  if (tag === 'br') return '  \n';
  if (tag === 'hr') return '\n\n* * *\n\n';
  const content = writeChildren(element);
  const isBlank = content.trim() === '';
  if (isBlank && tag !== 'a' && tag !== 'img') return blocks.has(tag) ? '\n\n' : /\s/.test(content) ? ' ' : '';
  switch (tag) {
    case 'h1':
    case 'h2':
      return `\n\n${content}\n${(tag === 'h1' ? '=' : '-').repeat(content.length)}\n\n`;
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `\n\n${'#'.repeat(Number(tag[1]))} ${content}\n\n`;
    case 'ul':
    case 'ol':
      return around.holder === 'li' && around.isLast ? `\n${content}` : `\n\n${content}\n\n`;
    case 'li':
      return writeEntry(content, around);
    case 'blockquote':
      return `\n\n${trimBreaks(content).replace(/^/gm, '> ')}\n\n`;
    case 'pre':
      return `\n\n    ${trimBreaks(content).replace(/\n/g, '\n    ')}\n\n`;
    case 'strong':
    case 'b':
      return emphasise(content, '**');
    case 'em':
    case 'i':
      return emphasise(content, '_');
    case 'code':
      return around.holder === 'pre' ? content : emphasise(content, '`');
    case 'a': {
      const address = /\bhref\s*=\s*["']([^"']{1,2000})["']/i.exec(attributes)?.[1];
      return address === undefined ? content : `[${content}](${decodeEntities(address)})`;
    }
    default:
      return blocks.has(tag) ? `\n\n${content}\n\n` : content;
  }
}

/** Spaces at the border of emphasis are outside of it. */
function emphasise(content: string, mark: string): string {
  const right = content.slice(content.trimEnd().length);
  const left = content.slice(0, content.length - content.trimStart().length);
  return `${left}${mark}${content.trim()}${mark}${right}`;
}

function writeEntry(content: string, { holder, number, isLast }: Around): string {
  const mark = holder === 'ol' ? `${number}.  ` : '*   ';
  const isParagraph = content.endsWith('\n');
  const lines = `${trimBreaks(content)}${isParagraph ? '\n' : ''}`;
  return `${mark}${lines.replace(/\n/g, `\n${' '.repeat(mark.length)}`)}${isLast ? '' : '\n'}`;
}
