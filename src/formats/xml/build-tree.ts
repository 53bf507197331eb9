import { maxNesting } from '@/base/json';
import { describeTooManyNodes, hasTooManyNodes } from '../limits';
import { tooDeepMessage } from '../reading/reading';
import type { Span } from '../reading/syntax-node';
import { normalizeLineBreaks, resolveAttributeValue, resolveText } from './resolve-references';
import { type EndTag, type Markup, type StartTag, scanMarkup } from './scan-markup';
import type { XmlAttribute, XmlElement, XmlNode } from './xml-node';

/** The elements of a text. For a well-formed text they are exact; for another, what was most likely meant. */
export interface BuiltTree {
  /** The outermost elements, in their order. */
  readonly roots: readonly BuiltRoot[];
  /** The start tags, outermost first, of the elements that were still open at the end. */
  readonly open: readonly StartTag[];
  /** The span of the first `<!DOCTYPE …>` or other declaration. */
  readonly declaration: Span | undefined;
  /** Where the tree ends because a limit was reached, and which. */
  readonly limit: Limit | undefined;
}

/** A limit that was reached: a tag is nested too deep, or there are too many tags. */
export interface Limit {
  readonly at: number;
  /** Whether there are too many tags; otherwise one is nested too deep. */
  readonly isTooMany: boolean;
  readonly message: string;
}

/** An outermost element, and whether its end tag was found. */
export interface BuiltRoot {
  readonly element: XmlElement;
  readonly isClosed: boolean;
}

/** How a tree is built. */
export interface BuildOptions {
  /** Where to begin; 0 by default. */
  readonly from?: number;
  /** Whether an element of this name may be outermost. What is outside such elements is left out. */
  readonly isRoot: (name: string) => boolean;
  /** Called for everything that is read otherwise than it is written. */
  readonly onRepair: (message: string, span: Span) => void;
  /** Whether to follow only the tags of a text that is known to be well-formed. The elements then have no children. */
  readonly isOutline?: boolean;
}

/** Builds the elements of a text, even if it is broken. Time and memory are linear in its length. */
export function buildTree(text: string, options: BuildOptions): BuiltTree {
  const builder = new TreeBuilder(text, options);
  builder.build();
  return builder;
}

/** An element that is not closed yet. Its children so far are the last nodes of the list, from `firstChild` on. */
interface OpenElement {
  readonly tag: StartTag;
  readonly at: number;
  readonly attributes: readonly XmlAttribute[];
  readonly firstChild: number;
  hasText: boolean;
  hasElements: boolean;
}

const none: readonly never[] = [];

class TreeBuilder implements BuiltTree {
  readonly roots: BuiltRoot[] = [];
  open: readonly StartTag[] = [];
  declaration: Span | undefined;
  limit: Limit | undefined;
  #size = 0;
  readonly #stack: OpenElement[] = [];
  readonly #nodes: XmlNode[] = [];
  readonly #text: string;
  readonly #options: BuildOptions;

  constructor(text: string, options: BuildOptions) {
    this.#text = text;
    this.#options = options;
  }

  build(): void {
    const text = this.#text;
    let textFrom = this.#options.from ?? 0;
    const cutAt = cutTagAt(text, textFrom);
    let at = text.indexOf('<', textFrom);
    while (at !== -1 && at !== cutAt) {
      const markup = scanMarkup(text, at);
      if (markup && markup.kind !== 'end') {
        this.#size += 1 + (markup.kind === 'start' ? markup.attributes.length : 0);
        const isTooMany = hasTooManyNodes(this.#size, at);
        if (isTooMany || (markup.kind === 'start' && this.#stack.length > maxNesting)) {
          this.limit = { at, isTooMany, message: isTooMany ? describeTooManyNodes() : tooDeepMessage };
          break;
        }
      }
      if (markup) {
        this.#addText(textFrom, at);
        this.#addMarkup(markup, at);
        textFrom = markup.end;
      } else if (this.#stack.length > 0) {
        this.#repaired('Read < as a character. It is written &lt;.', [at, at + 1]);
      }
      at = text.indexOf('<', markup?.end ?? at + 1);
    }
    const end = at === -1 ? text.length : at;
    this.#addText(textFrom, end);
    if (at !== -1 && at === cutAt && this.#stack.length > 0)
      this.#repaired('Left out a tag that is cut off.', [at, text.length]);
    this.open = this.#stack.map(({ tag }) => tag);
    for (const { name, nameSpan } of this.open.toReversed()) {
      this.#repaired(`Closed <${name}>, which the text leaves open.`, nameSpan);
      this.#close(end, false);
    }
  }

  #addMarkup(markup: Markup, at: number): void {
    if (markup.kind === 'start') this.#start(markup, at);
    else if (markup.kind === 'end') this.#end(markup, at);
    else {
      if (markup.kind === 'declaration') this.declaration ??= [at, markup.end];
      if (this.#stack.length === 0) return;
      if (!markup.isClosed) this.#repaired(`Closed this ${markup.kind} at the end of the text.`, [at, at + 2]);
      if (markup.kind !== 'cdata') return;
      const text = normalizeLineBreaks(this.#text.slice(markup.contentSpan[0], markup.contentSpan[1]));
      this.#addNode({ kind: 'text', text, isCdata: true, span: [at, markup.end] });
    }
  }

  #start(tag: StartTag, at: number): void {
    if (this.#stack.length === 0 && !this.#options.isRoot(tag.name)) return;
    if (tag.flaw) this.#repaired(`Repaired the tag <${tag.name}>.`, tag.flaw);
    const attributes = this.#attributesOf(tag);
    this.#stack.push({ tag, at, attributes, firstChild: this.#nodes.length, hasText: false, hasElements: false });
    if (tag.isUnset) this.#close(tag.end);
  }

  #attributesOf({ attributes }: StartTag): readonly XmlAttribute[] {
    if (attributes.length === 0) return none;
    const found = attributes.map(({ name, nameSpan, valueSpan }) => {
      const value = resolveAttributeValue(this.#text.slice(valueSpan[0], valueSpan[1]), this.#onBare(valueSpan[0]));
      return { name, value, nameSpan, valueSpan };
    });
    if (found.length === 1) return found;
    const names = new Set(found.map(({ name }) => name));
    if (names.size === found.length) return found;
    return found.filter(({ name, nameSpan }) => {
      const isFirst = names.delete(name);
      if (!isFirst) this.#repaired(`Left out the second attribute ${name}.`, nameSpan);
      return isFirst;
    });
  }

  #end(end: EndTag, at: number): void {
    const top = this.#stack.at(-1);
    if (top === undefined) return;
    if (top.tag.name === end.name) {
      if (!end.isClosed) this.#repaired(`Repaired the tag </${end.name}>.`, [at, end.end]);
      this.#close(end.end);
    } else if (this.#stack.some(({ tag }) => tag.name === end.name)) {
      while (this.#stack.at(-1)?.tag.name !== end.name) this.#closeImplied(at);
      this.#close(end.end);
    } else if (isMisnamed(this.#text, end, top)) {
      this.#repaired(`Read </${end.name}> as </${top.tag.name}>.`, end.nameSpan);
      this.#close(end.end);
    } else {
      this.#repaired(`Left out </${end.name}>, which closes nothing.`, [at, end.end]);
    }
  }

  /**
   * Closes the innermost element, as the end tag belongs to the one around it. An element without attributes amid text,
   * as in `a List<String>`, becomes text.
   */
  #closeImplied(end: number): void {
    const [outer, inner] = this.#stack.slice(-2);
    if (!outer || !inner) return;
    const { tag, at, attributes, firstChild } = inner;
    if (outer.hasText && !inner.hasElements && attributes.length === 0) {
      this.#repaired(`Read <${tag.name}> as characters. A < is written &lt;.`, [at, tag.end]);
      const text = this.#text.slice(at, tag.end);
      this.#nodes.splice(firstChild, 0, { kind: 'text', text, isCdata: false, span: [at, tag.end] });
      this.#stack.pop();
    } else {
      this.#repaired(`Closed <${tag.name}>, which has no end tag.`, tag.nameSpan);
      this.#close(end);
    }
  }

  #close(end: number, isClosed = true): void {
    const closed = this.#stack.pop();
    if (closed === undefined) return;
    const { tag, at, attributes, firstChild } = closed;
    const element: XmlElement = {
      kind: 'element',
      name: tag.name,
      nameSpan: tag.nameSpan,
      tagSpan: [at, tag.end],
      span: [at, end],
      attributes,
      children: this.#nodes.splice(firstChild),
      get unread() {
        return this;
      },
    };
    if (this.#stack.length === 0) this.roots.push({ element, isClosed });
    else this.#addNode(element);
  }

  #addText(from: number, to: number): void {
    if (from === to || this.#stack.length === 0 || this.#options.isOutline) return;
    const text = resolveText(this.#text.slice(from, to), this.#onBare(from));
    this.#addNode({ kind: 'text', text, isCdata: false, span: [from, to] });
  }

  #addNode(node: XmlNode): void {
    const top = this.#stack.at(-1);
    if (top === undefined || this.#options.isOutline) return;
    this.#nodes.push(node);
    if (node.kind === 'element') top.hasElements = true;
    else top.hasText ||= /\S/.test(node.text);
  }

  /** Reports a `&` that begins no reference; offsets count from `from`. */
  #onBare(from: number): (offset: number) => void {
    return (offset) => {
      const at = from + offset;
      this.#repaired('Read & as a character. It is written &amp;.', [at, at + 1]);
    };
  }

  #repaired(message: string, span: Span): void {
    this.#options.onRepair(message, span);
  }
}

/**
 * Whether an end tag that matches no element is a misspelt end of the current one: it follows text, and the right end
 * tag is missing.
 */
function isMisnamed(text: string, end: EndTag, { tag, hasText, hasElements }: OpenElement): boolean {
  if (!hasText || hasElements) return false;
  const next = text.indexOf('<', end.end);
  return next === -1 || !text.startsWith(`</${tag.name}`, next);
}

/** The offset of a tag that the text ends in the middle of, searched from an offset on. */
function cutTagAt(text: string, from: number): number | undefined {
  const tail = text.slice(from);
  const at = tail.lastIndexOf('<');
  return at > tail.lastIndexOf('>') && /^<\/?[A-Za-z_]/.test(tail.slice(at, at + 3)) ? from + at : undefined;
}
