import type { JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import type { Question } from '@/engine/ports/person';
import type { ApprovalAnswer } from '@/run/approval';
import { type AskField, type AskForm, findFieldProblem, parseTypedValue } from '@/workflow/ask-form';
import { formatPlainLine } from '../plain-line';
import { removeControls } from '../plain-text';

/** Asks the person for a line. */
type AskLine = (text: string) => Promise<string>;

/** Asks for the fields of a form, one by one, each until it has a value that fits. Resolves to the answer. */
export async function askForFields(form: AskForm, ask: AskLine, asked: string): Promise<string> {
  const answer: JsonObject = {};
  let head = asked;
  for (const [name, field] of Object.entries(form)) {
    const value = await askForField(name, field, ask, head);
    if (value !== undefined) Object.assign(answer, { [name]: value });
    head = '';
  }
  return encodeJson(answer);
}

/** Undefined: the field is left to its default. */
async function askForField(name: string, field: AskField, ask: AskLine, head: string) {
  for (let said = head; ; ) {
    const typed = await ask(`${said}${formatFieldLine(name, field)}: `);
    if (typed.trim() === '' && field.default !== undefined) return undefined;
    const value = parseTypedValue(field, typed);
    const problem = findFieldProblem(field, value);
    if (problem === undefined) return value;
    said = `${problem}\n`;
  }
}

/** A field in one line: what is asked for, in which form, and what applies without an answer. */
export function formatFieldLine(name: string, field: AskField): string {
  const { type, label, options = [], required, default: preset } = field;
  const forms = {
    text: 'text',
    number: 'number',
    boolean: 'yes or no',
    choice: options.map((option, index) => `${index + 1} ${option}`).join(', '),
    file: 'path of a file',
  };
  const rest = preset === undefined ? (required ? 'required' : 'optional') : `default ${encodeJson(preset)}`;
  return formatPlainLine(`${label ?? name} (${forms[type]}; ${rest})`);
}

/** Asks whether a tool may be called, and with which arguments. Resolves to the answer. */
export async function askForApproval(
  { args, problemOf }: Extract<Question, { kind: 'approval' }>,
  ask: AskLine,
  asked: string,
): Promise<string> {
  const shown = removeControls(encodeJson(args, 2));
  for (let said = `${asked}${shown}\n`; ; ) {
    const typed = (await ask(`${said}yes, no, no: REASON, or other arguments as JSON: `)).trim();
    const answer = parseApproval(typed);
    const problem = answer === undefined ? 'This is none of them.' : await problemOf?.(encodeJson(answer));
    if (answer !== undefined && problem === undefined) return encodeJson(answer);
    said = `${removeControls(problem ?? '')}\n`;
  }
}

function parseApproval(typed: string): ApprovalAnswer | undefined {
  if (/^(y|yes)$/i.test(typed)) return { approve: true };
  const [, reason] = /^(?:no|n)(?:: *(.*))?$/is.exec(typed) ?? [];
  if (/^(no|n)\b/i.test(typed))
    return reason === undefined || reason === '' ? { approve: false } : { approve: false, reason };
  if (!typed.startsWith('{')) return undefined;
  try {
    return { approve: true, arguments: decodeJson(typed) as JsonObject };
  } catch {
    return undefined;
  }
}
