import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { evaluateExpression } from '@/workflow/expressions/cel';
import {
  type CaseNames,
  createHeldItem,
  createItemError,
  decideItem,
  type EvaluatedItem,
  shorten,
} from './evaluated-item';
import { parseJsonContent, type RunEvidence } from './run-evidence';

/** What evaluates expectations in JavaScript; undefined: none does, and they are held. */
export type CodeSandbox = Pick<ScriptRunner, 'run'> | undefined;

/** The most milliseconds that a script of an expectation takes. */
const scriptLimitMs = 5000;

function buildNames(content: string, status: string, evidence: RunEvidence, { row, variables }: CaseNames): JsonObject {
  const tasks = [...evidence.tasks].map(([taskPath, ends]): [string, Json] => {
    const end = ends.at(-1);
    const text = end?.content ?? '';
    return [taskPath, { content: text, output: parseJsonContent(text), status: end?.status ?? 'SKIPPED' }];
  });
  return { output: parseJsonContent(content), content, status, tasks: Object.fromEntries(tasks), row, variables };
}

/** True passes; a number is a score, which must reach `threshold`. */
function judgeValue(value: Json, threshold: number | undefined, content: string): EvaluatedItem {
  if (typeof value === 'boolean') return decideItem(value, value ? 'It is true.' : 'It is false.', content);
  if (isJsonObject(value) && typeof value['pass'] === 'boolean') {
    const score = Number(value['score'] ?? (value['pass'] ? 1 : 0));
    const reason = typeof value['reason'] === 'string' ? value['reason'] : `Its score is ${score}.`;
    return { ...decideItem(value['pass'], reason, content), score: Math.min(1, Math.max(0, score)) };
  }
  if (typeof value !== 'number' && typeof value !== 'bigint')
    return createItemError('It gives neither true or false nor a score.');
  const score = Math.min(1, Math.max(0, Number(value)));
  if (Number.isNaN(score)) return createItemError('It gives no number.');
  const isPassed = threshold === undefined ? score > 0 : score >= threshold;
  return {
    ...decideItem(isPassed, `Its score is ${score}${threshold === undefined ? '' : `, ${threshold} needed`}.`, content),
    score,
  };
}

/** What a piece of code is about: what was given, how that ended, and the score that is needed. */
interface CodeSubject {
  readonly content: string;
  readonly status: string;
  readonly threshold: number | undefined;
}

/** Judges by an expression in CEL, or a piece of JavaScript in a sandbox. */
export async function evaluateCode(
  language: 'cel' | 'javascript',
  source: string,
  { content, status, threshold }: CodeSubject,
  evidence: RunEvidence,
  names: CaseNames,
  scripts: CodeSandbox,
): Promise<EvaluatedItem> {
  const known = buildNames(content, status, evidence, names);
  if (language === 'cel') {
    const found = evaluateExpression(source, known);
    return found.ok ? judgeValue(found.value, threshold, content) : createItemError(found.error.message);
  }
  if (scripts === undefined) return createHeldItem('There is no sandbox for JavaScript here.', content);
  const body = /\breturn\b|[;\n]/.test(source) ? source : `return (${source});`;
  const parameters = Object.keys(known).join(', ');
  const program = `const known = ${encodeJson(known)};
const judged = await (async ({ ${parameters} }) => {\n${body}\n})(known);
console.log(JSON.stringify(judged === undefined ? null : judged));`;
  let printed = '';
  let complaint = '';
  const decoder = new TextDecoder();
  const exit = await scripts.run(
    { language: 'javascript', content: program, stdin: '', env: {}, timeoutMs: scriptLimitMs, maxOutputBytes: 65_536 },
    async (stream, bytes) => {
      if (stream === 'stdout') printed += decoder.decode(bytes, { stream: true });
      else complaint += new TextDecoder().decode(bytes);
    },
    new AbortController().signal,
  );
  if (exit.timedOut === true) return createItemError(`The script took longer than ${scriptLimitMs} ms.`);
  if (exit.exitCode !== 0) return createItemError(`The script failed: ${shorten(complaint.trim() || exit.said)}`);
  return judgeValue(parseJsonContent(printed.trim().split('\n').at(-1) ?? ''), threshold, content);
}
