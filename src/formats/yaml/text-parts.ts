import { type BlockLookup, getBlockLookup } from './block-lookup';
import type { TextStyle } from './edit-value';
import type { YamlBlock, YamlSource } from './yaml-source';

/** A text that is being edited: its blocks by key, and its style. */
export interface TextParts {
  readonly text: string;
  readonly blocks: BlockLookup;
  readonly style: TextStyle;
  /**
   * Whether anchors, aliases and merge keys stay in what changes. A block is then not read by itself afterwards: what
   * it
   * says is known once the whole text is read.
   */
  readonly keepsReferences: boolean;
}

/** The style of a text: its line break, and the indentation of its tasks. */
export function detectStyle(source: YamlSource): TextStyle {
  const { text } = source;
  const unit = getBlockLookup(source).findUnit(text);
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: unit > 0 ? unit : 2 };
}

/** The text of a block. */
export const getBlockText = ({ text }: TextParts, { from, to }: YamlBlock): string => text.slice(from, to);

/** Lines, each indented to `column` and followed by a line break. */
export function indentLines({ style }: TextParts, lines: readonly string[], column: number): string {
  const spaces = ' '.repeat(column);
  return lines.map((line) => (line === '' ? '' : spaces + line) + style.eol).join('');
}
