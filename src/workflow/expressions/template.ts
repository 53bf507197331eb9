import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { cutToStart } from '@/base/start-of';
import type { Environment } from './environment';
import { findBinding, followReference, followResult, isReference } from './reference';

/**
 * A part of a template. `path` is the reference as written; `from` and `to` are its offsets (UTF-16) without the
 * braces.
 */
export type TemplatePart = { readonly kind: 'text'; readonly text: string } | TemplateReference;

/**
 * A reference in a template. `{{name*}}` is a whole path in an address, and `{{name.join(",")}}` the members of a list
 * as one text; both are for requests of tools only.
 */
export interface TemplateReference {
  readonly kind: 'reference';
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly isWholePath?: boolean;
  /** What is put between the members of a list. */
  readonly joinedBy?: string;
}

/** A name that a template or an input uses but that no scope has. */
export interface Missing {
  readonly missing: string;
}

/** Why a text is not a valid template, for a person, and the offset of the braces that are wrong. */
export interface TemplateProblem {
  readonly message: string;
  readonly at: number;
}

/** Splits a template into parts. `{{name.path[0]}}` is a reference; `\{{` writes the two braces themselves. */
export function parseTemplate(text: string): Result<readonly TemplatePart[], TemplateProblem> {
  const parts: TemplatePart[] = [];
  let plain = '';
  let position = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', position)) {
    if (text[open - 1] === '\\' && open > position) {
      plain += `${text.slice(position, open - 1)}{{`;
      position = open + 2;
      continue;
    }
    const close = text.indexOf('}}', open + 2);
    const inside = text.slice(open + 2, close < 0 ? undefined : close);
    const { path, ...rest } = readReference(inside.trim());
    if (close < 0)
      return err({ message: 'Two braces open here and never close. Close them, or write \\{{ .', at: open });
    if (!isReference(path)) {
      const what = path === '' ? 'Nothing is' : `“${shortenTemplate(path)}” is not a name that can be`;
      return err({
        message: `${what} between two braces. Write {{name}}, or \\{{ for the braces themselves.`,
        at: open,
      });
    }
    plain += text.slice(position, open);
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
    const from = open + 2 + inside.indexOf(path);
    parts.push({ kind: 'reference', path, from, to: from + path.length, ...rest });
    position = close + 2;
  }
  plain += text.slice(position);
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return ok(parts);
}

const joinPattern = /^(.+)\.join\(\s*(?:"((?:[^"\\]|\\.)*)"|'([^'\\]*)')?\s*\)$/s;

/** A reference, without what is written behind it for requests. */
function readReference(text: string): Pick<TemplateReference, 'path' | 'isWholePath' | 'joinedBy'> {
  if (text.endsWith('*')) return { path: text.slice(0, -1), isWholePath: true };
  const [, path, double, single = ''] = joinPattern.exec(text) ?? [];
  if (path === undefined) return { path: text };
  return { path, joinedBy: double === undefined ? single : double.replace(/\\(.)/gs, '$1') };
}

function shortenTemplate(text: string): string {
  return text.length > 40 ? `${cutToStart(text, 40)}…` : text;
}

/** All texts in a literal value; each is a template. */
export function listTextsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(listTextsIn) : [];
}

/** The references of a template, in order, as written. A text that is not a valid template has none. */
export function listTemplateReferences(text: string): readonly string[] {
  if (!text.includes('{{')) return [];
  const parts = parseTemplate(text);
  return parts.ok ? parts.value.flatMap((part) => (part.kind === 'reference' ? [part.path] : [])) : [];
}

/**
 * Fills in a template in one pass: text from a value is not filled in again. Text is inserted as it is, a task without
 * a path as its content, objects and lists as JSON, null and skipped tasks as nothing. Error: the first missing
 * reference. A text that is not a valid template is refused before a run; here it is returned unchanged.
 */
export function renderTemplate(text: string, environment: Environment): Result<string, Missing> {
  if (!text.includes('{{')) return ok(text);
  const parts = parseTemplate(text);
  if (!parts.ok) return ok(text);
  let rendered = '';
  for (const part of parts.value) {
    const value = part.kind === 'text' ? part.text : readTemplateValue(part.path, environment);
    if (value === undefined && part.kind === 'reference') return err({ missing: part.path });
    rendered += formatPromptValue(value ?? null);
  }
  return ok(rendered);
}

/** A literal value with every text in it filled in. */
export function renderValue(value: Json, scope: Environment): Result<Json, Missing> {
  if (typeof value === 'string') return renderTemplate(value, scope);
  if (value === null || typeof value !== 'object') return ok(value);
  const entries: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    const rendered = renderValue(member, scope);
    if (!rendered.ok) return rendered;
    entries.push([key, rendered.value]);
  }
  return ok(Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries));
}

function readTemplateValue(path: string, environment: Environment): Json | undefined {
  const found = findBinding(path, environment);
  if (found === undefined) return undefined;
  const { binding, rest } = found;
  if (binding.kind === 'value') return followReference(binding.value, rest);
  return followResult(binding.result, rest === '' ? '.content' : rest);
}

/** A value as text in a prompt: text as it is, null as nothing, anything else as JSON. */
export function formatPromptValue(value: Json): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : encodeJson(value);
}

/**
 * The value of a reference in an input (`{from: …}`): a task without a path gives its `output`. Null for a skipped
 * task. Error: the reference, if a name or a member is missing.
 */
export function resolvePath(path: string, environment: Environment): Result<Json, Missing> {
  const found = isReference(path) ? findBinding(path, environment) : undefined;
  if (found === undefined) return err({ missing: path });
  const { binding, rest } = found;
  const value =
    binding.kind === 'value'
      ? followReference(binding.value, rest)
      : followResult(binding.result, rest === '' ? '.output' : rest);
  return value === undefined ? err({ missing: path }) : ok(value);
}
