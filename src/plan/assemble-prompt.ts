import { defined, omitEmpty } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { type Environment, findInScope } from '@/workflow/expressions/environment';
import { formatPromptValue, listTextsIn, type Missing, renderTemplate } from '@/workflow/expressions/template';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Message, PlacedPart, Prompt, PromptPart } from './message';
import type { PlannedAtomic, SystemPart } from './plan';
import { collectTemplateNames, findBoundName } from './task-environment';

/** What a task is given in a run besides the names of its scope. */
export interface PromptSurroundings {
  /** The parts of the context block, or of what replaces it for a step (language page, 5.1), in prompt order. */
  readonly context: readonly PromptPart[];
  /**
   * What the container gives the task to work on, such as the `item` of a map. Each group lists names for the same
   * value. The prompt lists a group among the inputs under its first name, unless the task's own texts or inputs use
   * one of its names: a value is told once.
   */
  readonly givenNames: readonly (readonly string[])[];
  /** Prompt parts of the files that the task attaches; left out: none. */
  readonly attached?: readonly PromptPart[];
}

/**
 * Builds the prompt of a call, in the order of the language page, section 8. System message: the agent's parts (and,
 * for a task with the tool `note`, the request to use it), `<task_instructions>`, `<variables>`,
 * `<current_task_context>`. User message: the attachments, the context block, the inputs, the description, the expected
 * output.
 *
 * `environment` is the task's own (see `createTaskEnvironment`). Decided, because the language does not say: a direct
 * dependency is in the context block even if the prompt also names it (only `exclude_tasks` keeps it out); an input
 * that the task's own texts name is filled in there, and not repeated in the list of inputs; a global variable that the
 * task shadows is not listed.
 */
export function assemblePrompt(
  task: PlannedAtomic,
  environment: Environment,
  { context, givenNames, attached = [] }: PromptSurroundings,
): Result<Prompt, Missing> {
  const render = createRenderer(environment);
  const texts = [task.prompt, task.expectedOutput ?? '', ...[...task.system, ...task.instructions].map((p) => p.value)];
  const results = (name: string) => findInScope(environment, name)?.kind === 'result';
  const sources = (...templates: string[]) => [...collectTemplateNames(templates, environment)].filter(results);
  const fillVariables = (variables: JsonObject) =>
    Object.entries(variables).map(([name, value]): [string, Json] => [
      name,
      findFilledValue(name, environment) ?? value,
    ]);
  const shown = fillVariables(task.visibleVariables).filter(([name]) => !Object.hasOwn(task.variables, name));

  const system: PromptPart[] = [
    {
      kind: 'system',
      text: renderSystemText(task.system, render),
      from: sources(...task.system.map((part) => part.value)),
    },
    { kind: 'system', text: task.tools.some(({ tool }) => tool.builtin === 'note') ? dataUsageRequest : '', from: [] },
    {
      kind: 'instructions',
      text: wrapInTag('task_instructions', renderSystemText(task.instructions, render)),
      from: sources(...task.instructions.map((part) => part.value)),
    },
    { kind: 'variables', text: wrapInTag('variables', formatMembers(shown)), from: [] },
    {
      kind: 'current_task',
      text: wrapInTag('current_task_context', formatMembers(fillVariables(task.variables))),
      from: [],
    },
  ];
  const user: PromptPart[] = [
    ...attached,
    ...context,
    listInputs(task, environment, givenNames, collectTemplateNames(texts, environment)),
    { kind: 'description', text: render.text(task.prompt), from: sources(task.prompt) },
    { kind: 'expected', text: formatExpected(task, render), from: sources(task.expectedOutput ?? '') },
  ];
  const missing = render.missing();
  if (missing !== undefined) return err(missing);

  return ok(
    placeParts([
      ['system', system],
      ['user', user],
    ]),
  );
}

/** Sent to tasks that may take notes, so that later tasks can be sent what the result is based on. */
const dataUsageRequest = 'Before you answer, say with the tool `note` which data you used (`data_usage`).';

interface Renderer {
  /** The text with its templates replaced; a missing name is remembered. */
  text(template: string): string;
  missing(): Missing | undefined;
}

function createRenderer(environment: Environment): Renderer {
  let missing: Missing | undefined;
  return {
    text(template) {
      const rendered = renderTemplate(template, environment);
      if (!rendered.ok) missing ??= rendered.error;
      return rendered.ok ? rendered.value : '';
    },
    missing: () => missing,
  };
}

/** Separates the parts of a message. */
const separator = '\n\n';

/** Joins parts to messages, and records the position of each part. Empty parts and messages are left out. */
function placeParts(roles: readonly (readonly ['system' | 'user', readonly PromptPart[]])[]): Prompt {
  const messages: Message[] = [];
  const parts: PlacedPart[] = [];
  for (const [role, given] of roles) {
    const said = given.filter(({ text }) => text !== '');
    const files = given.filter(({ file }) => file !== undefined);
    if (said.length + files.length === 0) continue;
    for (const part of files) parts.push({ ...part, message: messages.length, start: 0, end: 0 });
    let start = 0;
    for (const part of said) {
      const end = start + part.text.length;
      parts.push({ ...part, message: messages.length, start, end });
      start = end + separator.length;
    }
    const attachments = files.flatMap(({ file }) => file ?? []);
    const content = said.map(({ text }) => text).join(separator);
    messages.push({ role, content, ...defined({ attachments: omitEmpty(attachments) }) });
  }
  return { messages, parts };
}

function renderSystemText(parts: readonly SystemPart[], render: Renderer): string {
  return parts
    .map(({ name, value }) => (name === undefined ? render.text(value) : wrapInTag(name, render.text(value))))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The value of a variable as it was filled in, whatever hides its name. */
function findFilledValue(name: string, environment: Environment): Json | undefined {
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    const binding = scope.kind === 'variables' ? scope.bindings.get(name) : undefined;
    if (binding?.kind === 'value') return binding.value;
  }
  return undefined;
}

function wrapInTag(tag: string, text: string): string {
  return text === '' ? '' : `<${tag}>\n${text}\n</${tag}>`;
}

function formatMembers(entries: readonly (readonly [string, Json])[]): string {
  return entries.map(([name, value]) => `  <${name}>${formatPromptValue(value)}</${name}>`).join('\n');
}

function listInputs(
  task: PlannedAtomic,
  environment: Environment,
  givenNames: PromptSurroundings['givenNames'],
  named: ReadonlySet<string>,
): PromptPart {
  const entries: (readonly [string, Json])[] = [];
  const from = new Set<string>();
  const addInput = (name: string) => {
    const binding = findInScope(environment, name);
    if (binding?.kind === 'value') entries.push([name, binding.value]);
  };
  const own = new Set([...Object.keys(task.inputs), ...task.inputTasks.map(({ id }) => readInputName(id))]);
  const used = new Set([...named, ...listGivenInInputs(task, environment)]);
  for (const group of givenNames) {
    if (group.some((name) => used.has(name))) continue;
    // An input of the task's own hides the value of its name, and is listed for itself.
    const free = group.find((name) => !own.has(name));
    if (free !== undefined) addInput(free);
  }
  for (const [name, input] of Object.entries(task.inputs)) {
    if (named.has(name)) continue;
    addInput(name);
    const path = readFrom(input);
    const mentioned =
      path === undefined ? collectTemplateNames(listTextsIn(input), environment) : [findBoundName(path, environment)];
    for (const source of mentioned) {
      if (source !== undefined && findInScope(environment, source)?.kind === 'result') from.add(source);
    }
  }
  for (const { id } of task.inputTasks) {
    const name = readInputName(id);
    if (!named.has(name)) addInput(name);
  }
  return { kind: 'inputs', text: wrapInTag('inputs', formatMembers(entries)), from: [...from] };
}

/** The names that the inputs of a task read; one that is declared empty takes the value of its own name. */
function listGivenInInputs({ inputs }: PlannedAtomic, environment: Environment): readonly string[] {
  return Object.entries(inputs).flatMap(([name, input]) => {
    if (input === '') return [name];
    const path = readFrom(input);
    if (path === undefined) return [...collectTemplateNames(listTextsIn(input), environment)];
    return findBoundName(path, environment) ?? [];
  });
}

/** The name of an input that is a task, from the task's segment. */
export function readInputName(segment: string): string {
  return segment.slice('input:'.length);
}

/** Instruction for the form of the reply. */
export function formatSchemaInstruction(schema: JsonObject): string {
  return `Reply with nothing but JSON that satisfies this JSON Schema:\n${encodeJson(schema)}`;
}

function formatExpected(task: PlannedAtomic, render: Renderer): string {
  const wanted = task.expectedOutput === undefined ? '' : `Expected output:\n${render.text(task.expectedOutput)}`;
  const schema = task.outputSchema === undefined ? '' : formatSchemaInstruction(task.outputSchema);
  return [wanted, schema].filter((text) => text !== '').join('\n\n');
}
