import type { Json } from '@/base/json';
import { makeLineVisible } from '@/base/visible-text';
import type { MapEntry, Span, SyntaxNode } from '../reading/syntax-node';

/** What of a file of tests could not be taken, and where it stands. */
export interface TestImportProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A file of tests that is read. */
export interface PromptfooSource {
  /** Assertions that others refer to by `$ref`. */
  templates: readonly MapEntry[];
  tell(span: Span, message: string): void;
  /** The text of a node. */
  textOf(node: SyntaxNode): string;
  toJson(node: SyntaxNode | null | undefined): Json;
  /** The model that a provider names; undefined: it is none that Heddle could ask. */
  findModel(node: SyntaxNode | null): string | undefined;
}

/** The most levels of a value. */
const deepest = 50;

/** Opens a text, or a line of a file of lines, which `linesBefore` others stand before. */
export function createSource(
  file: string,
  text: string,
  linesBefore: number,
  problems: TestImportProblem[],
): PromptfooSource {
  const tell = ([from]: Span, message: string) => {
    const line = linesBefore + text.slice(0, from).split('\n').length;
    problems.push({ file, line, message: makeLineVisible(message, 300) });
  };
  const toJson = (node: SyntaxNode | null | undefined, depth = 0): Json => {
    if (node == null || node.kind === 'broken' || depth > deepest) return null;
    if (node.kind === 'list') return node.items.map((item) => toJson(item, depth + 1));
    if (node.kind === 'map')
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, toJson(value, depth + 1)]));
    if (typeof node.value === 'bigint') return node.text;
    return typeof node.value === 'number' && !Number.isFinite(node.value) ? node.text : node.value;
  };
  return {
    templates: [],
    tell,
    textOf: ({ span: [from, to] }) => text.slice(from, to),
    toJson: (node) => toJson(node),
    findModel: (node) => {
      const id = node?.kind === 'map' ? node.entries.find(({ key }) => key === 'id')?.value : node;
      const written = id?.kind === 'scalar' ? id.text : '';
      // openai:chat:gpt-… and anthropic:messages:claude-… name the way of asking, too.
      const model = written.replace(/^(openai|anthropic|google):(?:chat|responses|messages|completion):/, '$1:');
      return /^[\w-]+:[\w./:-]+$/.test(model) && !/^(file|exec|https?|python|package):/.test(model) ? model : undefined;
    },
  };
}
