import type { z } from 'zod';
import { findClosest } from '@/base/did-you-mean';
import { convertToSnakeCase } from '@/base/snake-case';
import type { DiagnosticCode, DocumentPath } from '@/workflow/diagnostic';
import { wordHabits } from '@/workflow/habits';
import type { Shape } from '../schema-shape';
import { updateWord } from './older-spellings';
import { type Reading, replaceWord, reportReadingProblem } from './reading';
import type { ScalarNode, Span } from './syntax-node';

/** Shapes of plain values. */
export type ScalarShape = Extract<
  Shape,
  { readonly kind: 'boolean' } | { readonly kind: 'choice' } | { readonly kind: 'text' | 'number' | 'constant' }
>;

/** Reads a plain value by its shape. If it is wrong, reports a problem and returns undefined. */
export function readScalar(reading: Reading, node: ScalarNode, shape: ScalarShape, path: DocumentPath): unknown {
  const { text, span } = node;
  if (shape.kind === 'boolean') return readBoolean(reading, node, path);
  if (shape.kind === 'choice') {
    const word = updateWord(path.at(-1), text);
    const written = shape.values.includes(word) ? word : convertToSnakeCase(word);
    if (shape.values.includes(written)) return written;
    const message = `"${text}" is not one of ${shape.values.join(', ')}.`;
    const isHabit = Object.hasOwn(wordHabits, written);
    const meant = shape.values.find(
      (value) => value === (isHabit ? wordHabits[written] : findClosest(text, shape.values)),
    );
    reportMeant(reading, 'HED203', message, path, span, meant);
    return undefined;
  }
  if (shape.kind === 'number' && !isSafe(node.value)) {
    reportReadingProblem(reading, 'HED203', `"${text}": The most is ${Number.MAX_SAFE_INTEGER}.`, path, span);
    return undefined;
  }
  if (shape.kind === 'number' && typeof node.value !== 'number') {
    reportReadingProblem(reading, 'HED202', `This should be a number, not "${text}".`, path, span);
    return undefined;
  }
  const value = shape.kind === 'number' ? node.value : text;
  const checked = shape.schema.safeParse(value);
  if (checked.success) return value;
  const issue = checked.error.issues[0];
  const code = issue?.code === 'invalid_format' || issue?.code === 'custom' ? 'HED204' : 'HED203';
  reportReadingProblem(reading, code, `"${text}": ${issue ? explainIssue(issue) : 'not allowed here.'}`, path, span);
  return undefined;
}

/** Whether a value is no number beyond those whose digits are exact. */
function isSafe(value: ScalarNode['value']): boolean {
  if (typeof value === 'bigint') return false;
  return typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** The message for a schema's objection, for a person. */
function explainIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'Write something here, or remove the key.';
    return issue.inclusive ? `The least is ${issue.minimum}.` : `It must be more than ${issue.minimum}.`;
  }
  if (issue.code === 'too_big') return `The most is ${issue.maximum}.`;
  return issue.code === 'invalid_type' ? 'It must be a whole number.' : issue.message;
}

const yes = /^(?:true|yes|on|y)$/i;
const no = /^(?:false|no|off|n)$/i;

/** Reads a boolean, which is exactly `true` or `false`. */
export function readBoolean(reading: Reading, node: ScalarNode, path: DocumentPath): boolean | undefined {
  const { value, text, span } = node;
  if (typeof value === 'boolean' && text === String(value)) return value;
  const meant = yes.test(text) ? 'true' : no.test(text) ? 'false' : undefined;
  reportMeant(reading, 'HED202', `This should be true or false, not "${text}".`, path, span, meant);
  return undefined;
}

/** Reports a word that is not allowed. The fix is the word that was most likely meant, if any. */
export function reportMeant(
  reading: Reading,
  code: DiagnosticCode,
  message: string,
  path: DocumentPath,
  span: Span,
  meant: string | undefined,
): void {
  const isWord = meant !== 'true' && meant !== 'false';
  const fix = meant === undefined ? undefined : replaceWord(reading, span, meant, isWord);
  reportReadingProblem(reading, code, message, path, span, fix && { fix });
}

/** Checks a name against its schema. If it does not fit, reports a problem and returns false. */
export function checkName(reading: Reading, name: string, span: Span, schema: z.ZodType, path: DocumentPath): boolean {
  const checked = schema.safeParse(name);
  if (checked.success) return true;
  const code = Object.hasOwn(Object.prototype, name) ? 'HED106' : 'HED204';
  reportReadingProblem(reading, code, `"${name}": ${checked.error.issues[0]?.message}`, path, span);
  return false;
}
