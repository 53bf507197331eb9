import { defined } from '@/base/defined';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { listArgumentProblems } from '@/engine/tools/declared-arguments';
import { decodeText } from '@/formats/decode-text';
import { maxWorkflowBytes } from '@/formats/limits';
import { readQuestion, type StoredQuestion } from '@/host/stored-question';
import type { ApprovalAnswer } from '@/run/approval';
import { isUnfinished } from '@/run/is-unfinished';
import { getNearestTaskPath } from '@/run/journal-path';
import { runIdForm } from '@/run/run-id-form';
import type { OpenQuestion } from '@/run/run-state';
import { readStateAt } from '@/storage/state-at';
import { type AskForm, formatAnswerProblems, maxAnswerLength, parseTypedValue, readAnswer } from '@/workflow/ask-form';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { findRun } from '../run/find-run';
import { openJournal } from '../run/open-journal';
import { formatWholeQuestion, openQuestions } from '../run/open-questions';
import { resumeRun } from '../run/resume-run';
import type { RunFlags } from '../run/run-wishes';

interface AnswerFlags extends Omit<RunFlags, 'json'> {
  readonly task?: string | undefined;
  /** File with the answer, as an object. */
  readonly json?: string | undefined;
  readonly approve?: boolean | undefined;
  /** Why the call is refused; empty: no reason. */
  readonly refuse?: string | undefined;
}

/**
 * Answers an open question of a run that waits, and resumes the run. Without an answer it shows what is asked. An
 * answer that does not fit changes nothing.
 */
export async function answerQuestion(args: readonly string[], wishes: AnswerFlags, io: Io): Promise<ExitCode> {
  const [first] = args;
  const target = first !== undefined && !first.includes('=') ? first : undefined;
  const pairs = target === undefined ? args : args.slice(1);
  const id = target !== undefined && runIdForm.test(target) ? target : '';
  const file = id === '' ? target : undefined;
  const chosen = await chooseQuestion(io, file, id, pairs, wishes);
  if (typeof chosen === 'number') return chosen;
  const { json: _answer, task: _task, approve: _approve, refuse: _refuse, ...flags } = wishes;
  const answers = new Map([[chosen.question.path, chosen.answer]]);
  return resumeRun(io, file, chosen.id, { ...flags, answers });
}

/** The question and its answer; or the exit code, after the reason was printed. */
async function chooseQuestion(
  io: Io,
  file: string | undefined,
  id: string,
  pairs: readonly string[],
  wishes: AnswerFlags,
): Promise<{ readonly id: string; readonly question: OpenQuestion; readonly answer: string } | ExitCode> {
  const open = await openJournal(io, file, wishes);
  try {
    const found = await findRun(io, open, file, id, true);
    if (!found.ok) return printRefusal(io, found.error);
    const run = found.value;
    const questions = isUnfinished(run.status) ? openQuestions(await readStateAt(open.journal, run.id)) : [];
    if (questions.length === 0) return printRefusal(io, `Run ${run.id} asks for nothing.`);
    const { task, json, approve, refuse } = wishes;
    const asked = task === undefined ? questions : questions.filter(({ path }) => getNearestTaskPath(path) === task);
    const stored = await Promise.all(asked.map((question) => readQuestion(question, run.id, open.journal.blobs)));
    const isSilent = pairs.length === 0 && json === undefined && approve !== true && refuse === undefined;
    if (isSilent && stored.length > 0) {
      for (const one of stored) io.out.write(formatWholeQuestion(one));
      return exitCodes.fine;
    }
    const [only] = stored;
    if (only === undefined || stored.length > 1) {
      const tasks = [...new Set(questions.map(({ path }) => getNearestTaskPath(path)))].join(', ');
      const problem = only === undefined ? `The task ${task} asks for nothing.` : 'Several questions are open.';
      return printRefusal(io, `${problem} Choose with --task: ${tasks}.`);
    }
    const read = await readWish(io, only, pairs, wishes);
    return read.ok ? { id: run.id, question: only.question, answer: read.value } : printRefusal(io, read.error);
  } finally {
    open.journal.close();
  }
}

/** The answer to a question, from the command line. Refused with a message. */
async function readWish(
  io: Io,
  { question, form, args, parameters }: StoredQuestion,
  pairs: readonly string[],
  { json, approve, refuse }: AnswerFlags,
): Promise<Result<string, string>> {
  const fromFile = json === undefined ? ok({}) : await readObject(io, json);
  if (!fromFile.ok) return fromFile;
  const isApproval = question.kind === 'approval';
  if (!isApproval && (approve === true || refuse !== undefined)) {
    return err('This question is a form, not a call of a tool: answer it with NAME=VALUE.');
  }
  if (refuse !== undefined) {
    if (approve === true || pairs.length > 0 || json !== undefined) return err('Refuse it, or approve it?');
    return ok(encodeJson({ approve: false, ...defined({ reason: refuse || undefined }) } satisfies ApprovalAnswer));
  }
  const given: Record<string, Json> = { ...fromFile.value };
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) return err(`${pair}: write it as NAME=VALUE.`);
    const [name, text] = [pair.slice(0, equals), pair.slice(equals + 1)];
    const field = Object.hasOwn(form, name) ? form[name] : undefined;
    given[name] = field === undefined || isApproval ? parseValue(text) : parseTypedValue(field, text);
  }
  if (isApproval) {
    if (Object.keys(given).length === 0) return ok(encodeJson({ approve: true } satisfies ApprovalAnswer));
    const changed = json === undefined ? { ...args, ...given } : given;
    const problems = listArgumentProblems(parameters, changed);
    if (problems.length > 0) return err(`The arguments are not what the tool takes: ${problems.join(' ')}`);
    return ok(encodeJson({ approve: true, arguments: changed } satisfies ApprovalAnswer));
  }
  return readFormAnswer(form, given, question);
}

function readFormAnswer(form: AskForm, given: JsonObject, { form: recorded }: OpenQuestion): Result<string, string> {
  const read = readAnswer(form, given);
  if (!read.ok) return err(`The answer does not fit. ${formatAnswerProblems(read.error).join(' ')}`);
  // A question without a form takes a text.
  return ok(recorded === undefined ? String(read.value['answer']) : encodeJson(read.value));
}

/** JSON, or else the text itself. */
function parseValue(text: string): Json {
  try {
    return decodeJson(text) as Json;
  } catch {
    return text;
  }
}

async function readObject(io: Io, file: string): Promise<Result<JsonObject, string>> {
  try {
    const text = decodeText(await io.read(file, Math.min(maxWorkflowBytes, maxAnswerLength * 4)));
    const value = text.ok ? (decodeJson(text.value) as Json) : null;
    return isJsonObject(value) ? ok(value) : err(`${file}: an object in JSON is expected.`);
  } catch (error) {
    return err(`${file}: ${error instanceof SyntaxError ? 'this is not JSON.' : explainFsError(error)}`);
  }
}
