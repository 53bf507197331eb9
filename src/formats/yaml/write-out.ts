import { type Alias, CST, isAlias, isMap, isSeq, Lexer, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Json } from '@/base/json';
import { applyTextEdits } from '@/workflow/change';
import { readJson } from '../reading/read-json';
import { startReading } from '../reading/reading';
import type { SyntaxNode } from '../reading/syntax-node';
import { findContentEnd, findEntryEnd } from './block-index';
import { type Draft, replaceRange, replaceValue, type TextStyle } from './edit-value';
import { getSpan } from './nodes';
import { parseYaml } from './parse-yaml';
import { findLineStart } from './text-lines';
import { convertYamlToSyntax, type SharedParts } from './to-syntax';
import { writeInlineText } from './write-scalar';
import { writeEntry, writeFlowValue } from './write-value';

/** One use of a shared part: an alias, with the node that has its anchor. */
export interface SharedUse {
  readonly name: string;
  readonly at: number;
  /** Where the node with the anchor starts. */
  readonly anchorAt: number;
}

/** A parsed text, with what its aliases and merge keys stand for. */
export interface SharedText {
  readonly text: string;
  readonly root: Node | null;
  readonly shared: SharedParts;
}

/** Parses a text with what its aliases and merge keys stand for. */
export function readShared(text: string): SharedText {
  const { root } = parseYaml(text);
  const shared: SharedParts = { aliases: new Map(), merged: new Map() };
  convertYamlToSyntax(text, root, shared);
  return { text, root, shared };
}

/** Every use of a shared part in a text. */
export function listUses({ shared }: SharedText): readonly SharedUse[] {
  return [...shared.aliases].map(([alias, { holder }]) => ({
    name: alias.source,
    at: getSpan(alias)[0],
    anchorAt: getSpan(holder)[0],
  }));
}

/** Where text is written out, and which uses. */
interface WritingOut {
  readonly draft: Draft;
  readonly shared: SharedParts;
  readonly isChosen: (alias: Alias) => boolean;
}

/**
 * The text with some uses of shared parts written out: each alias becomes what it refers to, and each merge key the
 * entries that it adds. It says the same as before, perhaps in another order. Comments stay. What cannot be written out
 * stays as it is.
 */
export function writeOutShared(
  { text, root, shared }: SharedText,
  style: TextStyle,
  isChosen: (use: SharedUse) => boolean,
): string {
  const draft: Draft = { ...style, text, edits: [], stuck: false };
  const isChosenAlias = (alias: Alias): boolean => {
    const holder = shared.aliases.get(alias)?.holder;
    return (
      holder !== undefined && isChosen({ name: alias.source, at: getSpan(alias)[0], anchorAt: getSpan(holder)[0] })
    );
  };
  writeOutIn({ draft, shared, isChosen: isChosenAlias }, root);
  return applyTextEdits(
    text,
    draft.edits.toSorted((a, b) => a.at - b.at),
  );
}

function writeOutIn(out: WritingOut, node: unknown): void {
  if (isMap(node)) for (const pair of node.items) writeOutPair(out, node, pair);
  else if (isSeq(node)) {
    for (const item of node.items) {
      if (!isAlias(item)) writeOutIn(out, item);
      else if (out.isChosen(item)) writeOutInline(out, item);
    }
  }
}

function writeOutPair(out: WritingOut, map: YAMLMap, pair: Pair): void {
  const added = out.shared.merged.get(pair);
  if (isAlias(pair.key) && out.isChosen(pair.key)) writeOutInline(out, pair.key);
  else if (added !== undefined && listAliases(pair.value).some(out.isChosen)) {
    const entries = added.map(({ key, value }): Entry => [key, readValue(value)]);
    if (map.flow) mergeInline(out.draft, pair, entries);
    else mergeLines(out.draft, pair, entries);
  } else if (!isAlias(pair.value)) writeOutIn(out, pair.value);
  else if (out.isChosen(pair.value)) {
    if (map.flow) writeOutInline(out, pair.value);
    else replaceValue(out.draft, pair, readValue(out.shared.aliases.get(pair.value)?.value ?? null));
  }
}

type Entry = readonly [key: string, value: Json];

function listAliases(node: unknown): readonly Alias[] {
  if (isAlias(node)) return [node];
  if (isSeq(node)) return node.items.flatMap(listAliases);
  return isMap(node) ? node.items.flatMap(({ value }) => listAliases(value)) : [];
}

const readValue = (node: SyntaxNode | null): Json => readJson(startReading(''), node, []) ?? null;

function writeOutInline({ draft, shared }: WritingOut, alias: Alias): void {
  const value = readValue(shared.aliases.get(alias)?.value ?? null);
  replaceRange(
    draft,
    ...getSpan(alias),
    typeof value === 'string' ? writeInlineText(value, true) : writeFlowValue(value),
  );
}

/** Writes the entries of a merge key in braces in its place. */
function mergeInline(draft: Draft, pair: Pair, entries: readonly Entry[]): void {
  const [from] = getSpan(pair.key as Node);
  const to = findContentEnd(pair);
  const written = entries.map(([key, value]) => `${writeInlineText(key, true)}: ${writeFlowValue(value)}`).join(', ');
  const comma = /^\s*,[ \t]*/.exec(draft.text.slice(to))?.[0] ?? '';
  replaceRange(draft, from, written === '' ? to + comma.length : to, written);
}

/** Writes the entries of a merge key on lines in its place, behind its comments. */
function mergeLines(draft: Draft, pair: Pair, entries: readonly Entry[]): void {
  const { text, eol, unit } = draft;
  const [start] = getSpan(pair.key as Node);
  const from = findLineStart(text, start);
  const spaces = ' '.repeat(start - from);
  if (text.slice(from, start).trim() === '') {
    const to = findEntryEnd(text, start, pair);
    const lines = [
      ...listComments(text.slice(start, to)),
      ...entries.flatMap(([key, value]) => writeEntry(key, value, unit)),
    ];
    replaceRange(draft, from, to, lines.map((line) => (line === '' ? '' : spaces + line) + eol).join(''));
    return;
  }
  // The first entry of an item of a list, on the line of its dash.
  const to = findContentEnd(pair);
  if (entries.length === 0 || listComments(text.slice(start, to)).length > 0) return;
  const lines = entries.map(([key, value]) => `${writeInlineText(key, true)}: ${writeFlowValue(value)}`);
  replaceRange(draft, start, to, lines.join(eol + spaces));
}

/** The comments of a piece of text. */
function listComments(text: string): readonly string[] {
  return [...scanLexemes(text)].flatMap(({ type, lexeme }) => (type === 'comment' ? [lexeme] : []));
}

/** The text without its anchors, to which nothing may refer. */
export function removeAnchors(text: string): string {
  let left = '';
  let isBehindAnchor = false;
  for (const { type, lexeme } of scanLexemes(text)) {
    if (type !== 'anchor' && !(isBehindAnchor && type === 'space')) left += lexeme;
    isBehindAnchor = type === 'anchor';
  }
  return left;
}

/** The pieces of a text in their order; the library tells the type of all but the content of a value. */
function* scanLexemes(text: string): Generator<{ readonly type: CST.TokenType | 'content'; readonly lexeme: string }> {
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | 'content' | null = isContent ? 'content' : CST.tokenType(lexeme);
    isContent = type === 'scalar';
    // These mark a place, and are not in the text.
    if (type !== 'scalar' && type !== 'doc-mode' && type !== 'flow-error-end' && type !== null) yield { type, lexeme };
  }
}
