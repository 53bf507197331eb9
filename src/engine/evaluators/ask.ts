import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { hashValue } from '@/base/hash';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson, tryDecodeJson } from '@/base/json-text';
import type { PlannedAsk } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import {
  type AskField,
  type AskForm,
  findFieldProblem,
  formatAnswerProblems,
  parseTypedValue,
  readAnswer,
} from '@/workflow/ask-form';
import type { Attempt, Evaluate } from '../attempt';
import { evaluateWhole } from '../capture/with-wholes';
import { checkOutcome } from '../handler/checked-outcome';
import { createMissingInputError, type Outcome } from '../outcome';
import { askPerson } from '../questions/ask-person';

/** Asks a person to fill in a form. The result is an object of its fields. */
export const evaluateAsk: Evaluate<'ask'> = async (task, attempt) => {
  attempt.started();
  const texts = await evaluateWhole({ message: task.message }, attempt.environment, false, attempt.run);
  if (!texts.ok) throw createMissingInputError(texts.error);
  const form = await fillFormDefaults(task.form, attempt);
  const path = appendStep(attempt.path, 'ask', 1);
  const text = String(texts.value['message'] ?? '');
  const deadline = task.deadlineMs === 0 ? undefined : await recordDeadline(task, path, attempt);
  const question = {
    kind: 'input',
    path,
    text,
    form,
    problemOf: (answer: string) => findAnswerProblem(form, answer, attempt),
  } as const;
  const recorded = await attempt.run.journal.payload(encodeJson(form));
  const asking = {
    question,
    inputHash: hashValue([text, form as unknown as Json]),
    data: { form: recorded, ...defined({ deadline }) },
    // A deadline that has passed leaves no time: 0 would be no limit.
    waitMs: deadline === undefined ? 0 : Math.max(1, deadline - attempt.run.deps.clock.now()),
  };
  const answer = await askPerson(asking, attempt);
  if (answer === undefined) return buildUnansweredOutcome(task, form, attempt);
  return checkOutcome(task, attempt, buildAnsweredOutcome(form, tryDecodeJson(answer)));
};

/** The form as this attempt shows it: with the texts of its defaults. A default that does not fit is left out. */
async function fillFormDefaults(form: AskForm, attempt: Attempt): Promise<AskForm> {
  const presets = Object.entries(form).flatMap(([name, { default: preset }]): [string, Json][] =>
    preset === undefined ? [] : [[name, preset]],
  );
  const values = await evaluateWhole(Object.fromEntries(presets), attempt.environment, false, attempt.run);
  if (!values.ok) throw createMissingInputError(values.error);
  const fields = Object.entries(form).map(([name, field]): [string, AskField] => {
    const { default: _template, ...rest } = field;
    const value = values.value[name];
    if (value === undefined) return [name, rest];
    const preset = typeof value === 'string' ? parseTypedValue(rest, value) : value;
    const problem = findFieldProblem({ ...rest, required: false }, preset);
    if (problem === undefined) return [name, { ...rest, default: preset }];
    attempt.warn(`The default of “${name}” is left out. ${problem}`);
    return [name, rest];
  });
  return Object.fromEntries(fields);
}

/** When the time for an answer is up, in ms since 1970. It is recorded, so that a resumed run does not begin anew. */
async function recordDeadline(task: PlannedAsk, path: JournalPath, { run }: Attempt): Promise<number> {
  // A fork asks anew, so that the deadline of the run that it comes from is not its own.
  const inputHash = hashValue([run.executionId, task.deadlineMs]);
  const step = { kind: 'effect.recorded', key: appendStep(path, 'wait', 1), inputHash } as const;
  const { data } = await run.journal.step(step, async () => ({
    text: '',
    data: { effect: 'clock', value: run.deps.clock.now() + task.deadlineMs },
  }));
  return Number(data.value);
}

/** Says why an answer cannot be taken: it does not fit the form, or names a file that the workflow does not have. */
async function findAnswerProblem(form: AskForm, answer: string, { run }: Attempt): Promise<string | undefined> {
  const read = readAnswer(form, tryDecodeJson(answer));
  if (!read.ok) return formatAnswerProblems(read.error).join(' ');
  for (const [name, { type }] of Object.entries(form)) {
    const path = read.value[name];
    if (type !== 'file' || typeof path !== 'string') continue;
    if ((await run.deps.files.read(path)) === undefined) return `${name}: The workflow has no file ${path}.`;
  }
  return undefined;
}

function buildAnsweredOutcome(form: AskForm, given: Json | undefined): Outcome {
  const read = readAnswer(form, given);
  if (read.ok) return buildAnswerOutcome(read.value);
  throw new AppError(
    'TASK_FAILURE',
    `The answer does not fit the form. ${formatAnswerProblems(read.error).join(' ')}`,
    {
      details: { reason: 'answer' },
    },
  );
}

function buildUnansweredOutcome(task: PlannedAsk, form: AskForm, attempt: Attempt): Outcome | Promise<Outcome> {
  switch (task.onDeadline) {
    case 'default':
      return checkOutcome(task, attempt, buildAnsweredOutcome(form, {}));
    case 'skip':
      return { content: '', notes: {}, skip: { status: 'skipped', reason: 'deadline' } };
    case 'fail':
      throw new AppError('TASK_FAILURE', `Nobody answered within ${task.deadlineMs} ms.`, {
        retryable: true,
        advice: 'Answer sooner, raise deadline_ms of the task, or set on_deadline.',
        details: { reason: 'deadline', deadlineMs: task.deadlineMs },
      });
  }
}

function buildAnswerOutcome(answer: JsonObject): Outcome {
  return { content: encodeJson(answer), notes: {} };
}
