import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import { assemblePrompt } from '@/plan/assemble-prompt';
import type { PromptPart, SentPart } from '@/plan/message';
import type { ModelCatalogue } from '@/plan/model-facts';
import type { PlannedAtomic, PlannedTask } from '@/plan/plan';
import type { TokenCounter } from '@/plan/ports';
import type { FilledPart, FilledPiece, FilledText, TriedExpression } from '@/run/filled-text';
import type { JournalPath } from '@/run/journal-path';
import { evaluateExpression, inferExpressionType } from '@/workflow/expressions/cel';
import { collectExpressionNames, createScope, type Environment, findInScope } from '@/workflow/expressions/environment';
import { formatAccessor, listExpressionReferences } from '@/workflow/expressions/scan-expression';
import { parseTemplate, renderTemplate } from '@/workflow/expressions/template';
import type { RunContext } from '../attempt';
import {
  addReferencedParts,
  collectExpressionWords,
  evaluateWhole,
  openVariables,
  replaceViewsByWholes,
} from '../capture/with-wholes';
import { parseOutput } from '../handler/parse-output';
import type { ScopeSource, SeenScope } from './read-scope';

/** Most characters of a value or a part that are shown. */
const shownLength = 20_000;
/** The fields of an atomic task whose text is a part of its prompt, with their names in the plan. */
const promptFields: Readonly<Record<string, 'prompt' | 'expectedOutput'>> = {
  description: 'prompt',
  expectedOutput: 'expectedOutput',
};

/** The values that a text is filled with, read once. */
export interface TextWorld {
  /** The names that the task can use now: its own variables and inputs, over those that were around it in the run. */
  readonly environment: Environment;
  readonly givenNames: readonly (readonly string[])[];
  /** Parts of the task's last call in the run that other tasks, files and histories gave. */
  readonly context: readonly PromptPart[];
  readonly journal: Pick<RunContext, 'journal'>;
  readonly task: PlannedTask | undefined;
  /** The text that the task gave in the run, if it did. */
  readonly content: string | undefined;
}

/** Where the values of a run are read from. */
type Stored = Pick<ScopeSource, 'executionId' | 'events' | 'blobs'>;

/**
 * Makes the values ready: `task` is the task as it is planned now (left out: as it was), `scope` what it was given in
 * the run. An input without a value is left out.
 */
export async function openTextWorld(
  stored: Stored | undefined,
  path: JournalPath,
  scope: Pick<SeenScope, 'outer' | 'own' | 'givenNames' | 'task'>,
  planned: PlannedTask | undefined,
): Promise<TextWorld> {
  const task = planned ?? scope.task;
  const journal = createReadOnlyJournal(stored);
  const before = task === undefined ? scope.outer : await openVariables(task, scope.outer, journal);
  const inputs: Record<string, Json> = {};
  for (const [name, input] of Object.entries(task?.inputs ?? {})) {
    const value = await evaluateWhole({ [name]: input }, before, false, journal);
    if (value.ok) Object.assign(inputs, value.value);
  }
  for (const { id } of task?.inputTasks ?? []) {
    const name = id.slice('input:'.length);
    const given = findInScope(scope.own, name);
    if (given?.kind === 'value') inputs[name] = given.value;
  }
  const environment = createScope('inputs', inputs, before);
  const context = stored === undefined ? [] : await readSentContext(stored, path);
  const content = stored === undefined ? undefined : await readStoredOutput(stored, path);
  return { environment, givenNames: scope.givenNames, context, journal, task, content };
}

/** What a template becomes, piece by piece, and the call that it would be sent in. */
export async function fillTemplate(
  text: string,
  field: string,
  world: TextWorld,
  { tokens, catalogue }: { readonly tokens: TokenCounter; readonly catalogue: ModelCatalogue },
): Promise<FilledText> {
  const { task } = world;
  const model = task !== undefined && 'model' in task ? task.model : undefined;
  const countFor = model ?? { provider: '', model: '' };
  let isExact = true;
  const countTokens = (counted: string): number => {
    const found = tokens.count(counted, countFor);
    isExact &&= found.exact;
    return found.tokens;
  };
  const environment = await addReferencedParts(world.environment, [text], world.journal);
  const pieces = splitFilledText(text, environment).map(
    (piece): FilledPiece => ({
      ...piece,
      text: cutToStart(piece.text, shownLength),
      length: piece.text.length,
      tokens: countTokens(piece.text),
    }),
  );
  const sumTokens = (isValue: boolean) =>
    pieces.reduce((all, piece) => all + ((piece.kind === 'value') === isValue ? piece.tokens : 0), 0);
  const parts = task?.type === 'atomic' ? await listFilledParts(text, field, task, world, countTokens) : [];
  const inputTokens = parts.reduce((all, part) => all + part.tokens, 0);
  const costUsd = model && parts.length > 0 ? catalogue.costOf(model, { inputTokens, outputTokens: 0 }) : undefined;
  const window = model && catalogue.factsOf(model).window;
  return {
    pieces,
    ownTokens: sumTokens(false),
    valueTokens: sumTokens(true),
    isExact,
    parts,
    ...defined({ model: model && `${model.provider}:${model.model}`, window, costUsd }),
  };
}

/**
 * Evaluates an expression. `isAfter`: it is about the task's own result, as `validate` and `returns` are. If it names
 * values that are not there yet, it is judged by its types: that a key is missing says nothing before a run.
 */
export async function tryExpression(source: string, isAfter: boolean, world: TextWorld): Promise<TriedExpression> {
  const scope = await replaceViewsByWholes(world.environment, collectExpressionWords([source]), world.journal);
  const { content } = world;
  const own =
    isAfter && content !== undefined
      ? { content, output: parseOutput(content, world.task?.outputSchema), status: 'COMPLETE' }
      : {};
  const names = { ...collectExpressionNames(scope), ...own };
  const found = evaluateExpression(source, names);
  if (found.ok) return { kind: 'value', value: found.value };
  const lacks = listMissingNames(source, names, found.error.message);
  if (lacks.length === 0) return { kind: 'failed', message: found.error.message };
  const inferred = inferExpressionType(source);
  return inferred.ok
    ? { kind: 'judged', type: inferred.value, lacks }
    : { kind: 'failed', message: inferred.error.message };
}

/** The names in an expression that have no value, as they are written: `tasks.fetch`, `output`. */
function listMissingNames(source: string, names: JsonObject, message: string): readonly string[] {
  const members = listExpressionReferences(source).flatMap(({ root, name, guarded }) => {
    const values = names[root];
    const isThere = guarded || (isJsonObject(values) && Object.hasOwn(values, name));
    return isThere ? [] : [`${root}${formatAccessor(name)}`];
  });
  // What a container or the task's own result would give. A name that nothing gives is a problem of the document.
  const unknown = /^Unknown variable: (\w+)/.exec(message)?.[1];
  return [...new Set([...members, ...(unknown === undefined ? [] : [unknown])])];
}

function splitFilledText(text: string, environment: Environment): readonly Pick<FilledPiece, 'kind' | 'text'>[] {
  const parsed = parseTemplate(text);
  if (!parsed.ok) {
    const { at } = parsed.error;
    // What is still being typed cannot be filled in; all before it can.
    return [
      ...(at > 0 ? splitFilledText(text.slice(0, at), environment) : []),
      { kind: 'missing', text: text.slice(at) },
    ];
  }
  return parsed.value.map((part) => {
    if (part.kind === 'text') return { kind: 'text', text: part.text };
    const value = renderTemplate(`{{${part.path}}}`, environment);
    return value.ok ? { kind: 'value', text: value.value } : { kind: 'missing', text: `{{${part.path}}}` };
  });
}

async function listFilledParts(
  text: string,
  field: string,
  planned: PlannedAtomic,
  { environment, givenNames, context, journal }: TextWorld,
  count: (text: string) => number,
): Promise<readonly FilledPart[]> {
  const changed = promptFields[field];
  const task: PlannedAtomic = changed === undefined ? planned : { ...planned, [changed]: text };
  const texts = [task.prompt, task.expectedOutput ?? '', ...[...task.system, ...task.instructions].map((p) => p.value)];
  const whole = await addReferencedParts(environment, texts, journal);
  const fillKnownNames = (template: string) => writeOutMissing(template, whole);
  const system = (parts: PlannedAtomic['system']) =>
    parts.map((part) => ({ ...part, value: fillKnownNames(part.value) }));
  const prompt = assemblePrompt(
    {
      ...task,
      prompt: fillKnownNames(task.prompt),
      ...(task.expectedOutput === undefined ? {} : { expectedOutput: fillKnownNames(task.expectedOutput) }),
      system: system(task.system),
      instructions: system(task.instructions),
    },
    whole,
    { context, givenNames },
  );
  if (!prompt.ok) return [];
  const { messages, parts } = prompt.value;
  return parts.map((part) => ({
    kind: part.kind,
    role: messages[part.message]?.role === 'system' ? 'system' : 'user',
    text: cutToStart(part.text, shownLength),
    length: part.text.length,
    tokens: count(part.text),
  }));
}

/** The template with references that have no value written out, so that all others are filled in. */
function writeOutMissing(template: string, environment: Environment): string {
  const parsed = parseTemplate(template);
  if (!parsed.ok) {
    const { at } = parsed.error;
    return writeOutMissing(template.slice(0, at), environment) + template.slice(at).replaceAll('{{', '\\{{');
  }
  let shown = '';
  let from = 0;
  for (const part of parsed.value) {
    if (part.kind === 'text' || renderTemplate(`{{${part.path}}}`, environment).ok) continue;
    const open = template.lastIndexOf('{{', part.from);
    shown += `${template.slice(from, open)}\\`;
    from = open;
  }
  return shown + template.slice(from);
}

/** Kinds of parts that a run alone can tell: what other tasks, files and earlier rounds gave. */
const ofTheRun: ReadonlySet<string> = new Set(['context', 'inherited', 'previous', 'matched', 'progress', 'history']);

/** What the last call of a task was sent besides its own texts. */
async function readSentContext(
  { events, blobs, executionId }: Stored,
  path: JournalPath,
): Promise<readonly PromptPart[]> {
  const filter = { path, kinds: ['model.requested' as const] };
  const { events: found } = await events.find(executionId, {
    filter,
    from: Number.MAX_SAFE_INTEGER,
    direction: 'backward',
    limit: 1,
  });
  const [event] = found;
  if (event?.kind !== 'model.requested' || event.ref === undefined) return [];
  const { parts } = event.data;
  const json = parts?.ref === undefined ? parts?.text : await blobs.get(executionId, parts.ref);
  const messages = await blobs.get(executionId, event.ref);
  if (json === undefined || messages === undefined) return [];
  const said = JSON.parse(messages) as readonly { readonly content: string }[];
  return (JSON.parse(json) as readonly SentPart[]).flatMap(({ kind, from, message, start, end }) =>
    ofTheRun.has(kind)
      ? [{ kind: kind as PromptPart['kind'], from, text: said[message]?.content.slice(start, end) ?? '' }]
      : [],
  );
}

/** The text that a task, or a round of its loop, gave in the run. */
async function readStoredOutput(
  { events, blobs, executionId }: Stored,
  path: JournalPath,
): Promise<string | undefined> {
  const filter = { path, kinds: ['task.completed', 'iteration.logged'] as const };
  for (let from: number | null = 1; from !== null; ) {
    const page = await events.find(executionId, { filter, from, direction: 'forward', limit: 1000 });
    const event = page.events.find((one) => one.path === path);
    if (event !== undefined) {
      if (event.ref === undefined) return event.result ?? '';
      return blobs.get(executionId, event.ref);
    }
    from = page.next;
  }
  return undefined;
}

/** A journal that only reads payloads. */
function createReadOnlyJournal(stored: Stored | undefined): Pick<RunContext, 'journal'> {
  const refuseStoring = () => {
    throw new AppError('INTERNAL', 'Nothing is stored while a text is looked at.');
  };
  const readStoredPayload: RunContext['journal']['read'] = async ({ text, length, ref }) => {
    if (length <= text.length || ref === undefined || stored === undefined) return text;
    return (await stored.blobs.get(stored.executionId, ref)) ?? text;
  };
  return {
    journal: {
      step: refuseStoring,
      payload: refuseStoring,
      store: refuseStoring,
      outlast: refuseStoring,
      drop: refuseStoring,
      release: refuseStoring,
      read: readStoredPayload,
    },
  };
}
