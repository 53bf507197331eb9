import { maxNesting } from '@/base/json';
import type { Span } from '../reading/syntax-node';
import { resolveReferences } from './resolve-references';
import { type EndTag, type Markup, markupAt, type StartTag } from './scan-markup';
import type { XmlAttribute, XmlElement, XmlNode } from './xml-node';

/** The elements of a text. Of a well-formed one exactly these; of another what was most likely meant. */
export interface BuiltTree {
  /** The outermost elements, in their order. */
  readonly roots: readonly BuiltRoot[];
  /** The elements, outermost first, that were still open at the end. */
  readonly open: readonly XmlElement[];
  /** Of the first `<!DOCTYPE …>` or other declaration. */
  readonly declaration: Span | undefined;
  /** Where the tree ends because an element there has more than `maxNesting` elements around it. */
  readonly tooDeepAt: number | undefined;
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
  /** Whether an element of this name may be outermost; what stands around those is left out. */
  readonly isRoot: (name: string) => boolean;
  /** Told of everything that is taken otherwise than it is written. */
  readonly onRepair: (message: string, span: Span) => void;
}

/** Builds the elements of a text, however it is written. Time and memory are linear in its length. */
export function buildTree(text: string, options: BuildOptions): BuiltTree {
  const builder = new TreeBuilder(text, options);
  builder.build();
  return builder;
}

/** An element that is not closed yet, with what decides how it is closed. */
interface OpenElement {
  readonly element: XmlElement & { readonly span: [number, number]; readonly children: XmlNode[] };
  hasText: boolean;
  hasElements: boolean;
}

class TreeBuilder implements BuiltTree {
  readonly roots: BuiltRoot[] = [];
  open: readonly XmlElement[] = [];
  declaration: Span | undefined;
  tooDeepAt: number | undefined;
  readonly #stack: OpenElement[] = [];
  readonly #text: string;
  readonly #options: BuildOptions;

  constructor(text: string, options: BuildOptions) {
    this.#text = text;
    this.#options = options;
  }

  build(): void {
    const text = this.#text;
    const cutAt = cutTagAt(text);
    let textFrom = this.#options.from ?? 0;
    let at = text.indexOf('<', textFrom);
    while (at !== -1 && at !== cutAt) {
      const markup = markupAt(text, at);
      if (markup?.kind === 'start' && this.#stack.length > maxNesting) {
        this.tooDeepAt = at;
        break;
      }
      if (markup) {
        this.#addText(textFrom, at);
        this.#addMarkup(markup, at);
        textFrom = markup.end;
      } else {
        this.#repaired('Took < as a character. It is written &lt;.', [at, at + 1]);
      }
      at = text.indexOf('<', markup?.end ?? at + 1);
    }
    const end = at === -1 ? text.length : at;
    this.#addText(textFrom, end);
    if (at !== -1 && at === cutAt) this.#repaired('Left out a tag that is cut off.', [at, text.length]);
    this.open = this.#stack.map(({ element }) => element);
    for (const { element } of this.#stack.toReversed()) {
      this.#repaired(`Closed <${element.name}>, which the text leaves open.`, element.nameSpan);
      this.#close(end, false);
    }
  }

  #addMarkup(markup: Markup, at: number): void {
    const top = this.#stack.at(-1);
    if (markup.kind === 'start') this.#start(markup, at);
    else if (markup.kind === 'end') this.#end(markup, at);
    else {
      if (markup.kind === 'declaration') this.declaration ??= [at, markup.end];
      if (!markup.isClosed) this.#repaired(`Closed this ${markup.kind} at the end of the text.`, [at, at + 2]);
      if (markup.kind !== 'cdata' || top === undefined) return;
      const text = lineBreaksOf(this.#text.slice(...markup.contentSpan));
      top.element.children.push({ kind: 'text', text, isCdata: true, span: [at, markup.end] });
      top.hasText = true;
    }
  }

  #start(tag: StartTag, at: number): void {
    const outer = this.#stack.at(-1);
    if (outer === undefined && !this.#options.isRoot(tag.name)) return;
    const element = {
      kind: 'element' as const,
      name: tag.name,
      nameSpan: tag.nameSpan,
      tagSpan: [at, tag.end] as const,
      span: [at, tag.end] as [number, number],
      attributes: this.#attributesOf(tag),
      children: [],
    };
    if (outer) {
      outer.element.children.push(element);
      outer.hasElements = true;
    }
    this.#stack.push({ element, hasText: false, hasElements: false });
    if (tag.flaw) this.#repaired(`Mended the tag <${tag.name}>.`, tag.flaw);
    if (tag.isEmpty) this.#close(tag.end, true);
  }

  #attributesOf({ attributes }: StartTag): XmlAttribute[] {
    const found = attributes.map(({ name, nameSpan, valueSpan }) => {
      // Line breaks and tabs in values are spaces, except those that are written as references.
      const written = this.#text.slice(...valueSpan).replace(/\r\n|[\t\n\r]/g, ' ');
      return { name, value: this.#resolved(written, valueSpan[0]), nameSpan, valueSpan };
    });
    const names = new Set(attributes.length > 1 ? attributes.map(({ name }) => name) : []);
    if (attributes.length <= 1 || names.size === attributes.length) return found;
    return found.filter(({ name, nameSpan }) => {
      const isFirst = names.delete(name);
      if (!isFirst) this.#repaired(`Left out the second attribute ${name}.`, nameSpan);
      return isFirst;
    });
  }

  #end(tag: EndTag, at: number): void {
    const top = this.#stack.at(-1);
    if (top === undefined) return;
    if (top.element.name === tag.name) {
      if (!tag.isClosed) this.#repaired(`Mended the tag </${tag.name}>.`, [at, tag.end]);
      this.#close(tag.end, true);
    } else if (this.#stack.some(({ element }) => element.name === tag.name)) {
      for (let inner = top; inner.element.name !== tag.name; inner = this.#stack.at(-1) ?? top) {
        this.#closeImplied(inner, at);
      }
      this.#close(tag.end, true);
    } else if (isMisnamed(this.#text, tag, top)) {
      this.#repaired(`Took </${tag.name}> as </${top.element.name}>.`, tag.nameSpan);
      this.#close(tag.end, true);
    } else {
      this.#repaired(`Left out </${tag.name}>, which closes nothing.`, [at, tag.end]);
    }
  }

  /** Closes an element before the end tag of another. One without attributes amid text, as in `a List<String>`, is text. */
  #closeImplied({ element, hasElements }: OpenElement, end: number): void {
    const outer = this.#stack.at(-2);
    this.#close(end, true);
    if (outer?.hasText && !hasElements && element.attributes.length === 0) {
      this.#repaired(`Took <${element.name}> as characters. < is written &lt;.`, element.tagSpan);
      outer.element.children.pop();
      const text = this.#text.slice(...element.tagSpan);
      outer.element.children.push({ kind: 'text', text, isCdata: false, span: element.tagSpan }, ...element.children);
    } else {
      this.#repaired(`Closed <${element.name}>, which has no end tag.`, element.nameSpan);
    }
  }

  #close(end: number, isClosed: boolean): void {
    const closed = this.#stack.pop();
    if (closed === undefined) return;
    const { element } = closed;
    element.span[1] = end;
    if (this.#stack.length === 0) this.roots.push({ element, isClosed });
  }

  #addText(from: number, to: number): void {
    const top = this.#stack.at(-1);
    if (from === to || top === undefined) return;
    const text = this.#resolved(lineBreaksOf(this.#text.slice(from, to)), from);
    top.element.children.push({ kind: 'text', text, isCdata: false, span: [from, to] });
    top.hasText ||= text.trim() !== '';
  }

  #resolved(written: string, from: number): string {
    return resolveReferences(written, (offset) => {
      const at = from + offset;
      this.#repaired('Took & as a character. It is written &amp;.', [at, at + 1]);
    });
  }

  #repaired(message: string, span: Span): void {
    if (this.#stack.length > 0) this.#options.onRepair(message, span);
  }
}

/** Whether an end tag that closes nothing is that of the element at hand with a wrong name: behind text, and without the right one. */
function isMisnamed(text: string, tag: EndTag, { element, hasText, hasElements }: OpenElement): boolean {
  if (!hasText || hasElements) return false;
  const next = text.indexOf('<', tag.end);
  return next === -1 || !text.startsWith(`</${element.name}`, next);
}

/** Where a text ends in the middle of a tag. */
function cutTagAt(text: string): number | undefined {
  const at = text.lastIndexOf('<');
  return at > text.lastIndexOf('>') && /^<[/!?]?[A-Za-z_]/.test(text.slice(at, at + 3)) ? at : undefined;
}

/** Line breaks as XML has them. */
const lineBreaksOf = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
