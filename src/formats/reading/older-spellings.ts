import { snakeCase } from '@/base/snake-case';
import type { TaskType } from '@/workflow/tasks';
import { entryOf, idNow, taskEntries } from './find-document';
import { holding, type MapEntry, type MapNode, type ScalarNode, type SyntaxNode } from './syntax-node';

/** Former words for values and their present ones, by the key of the value. */
const olderWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  inherit_context: { true: 'full', false: 'none' },
};

/** The present word for a value of this key. */
export function wordNow(key: string | number | undefined, word: string): string {
  return olderWords[key ?? '']?.[word] ?? word;
}

/** A task in its present spelling; most already are. `key` is used as its id if it has none. */
export function taskNow(task: MapNode, type: TaskType, key: string, onBinding: OnBinding): MapNode {
  let { entries } = task;
  const change = (key: string, now: (value: SyntaxNode | null) => SyntaxNode | null): void => {
    const entry = entries.find((written) => snakeCase(written.key) === key);
    const value = entry && now(entry.value);
    if (entry && value !== undefined && value !== entry.value)
      entries = entries.with(entries.indexOf(entry), { ...entry, value });
  };
  if (type === 'group') {
    const id = entryOf(task, 'id')?.value;
    change('subtasks', (subtasks) => withShortIds(subtasks, id?.kind === 'scalar' ? id.text : key));
  }
  if (type === 'director_evaluator') change('script', scriptTask);
  change('inputs', (inputs) => inputsNow(inputs, onBinding));
  change('depends_on', idsNow);
  entries = withParameters(entries);
  return entries === task.entries ? task : { ...task, entries };
}

/** Ids of tasks as Heddle takes them. */
function idsNow(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.kind === 'scalar') return idNow(node.text) === node.text ? node : withText(node, idNow(node.text));
  if (node?.kind !== 'list') return node;
  const items = node.items.map(idsNow);
  return items.some((item, index) => item !== node.items[index]) ? { ...node, items } : node;
}

const withText = (node: ScalarNode, text: string): ScalarNode => ({ ...node, value: text, text });

/** Moves a text under `parameters` to the description. */
function withParameters(entries: readonly MapEntry[]): readonly MapEntry[] {
  const parameters = entries.find(({ key }) => key === 'parameters');
  if (parameters?.value?.kind !== 'scalar') return entries;
  const { text, span } = parameters.value;
  const others = entries.filter((entry) => entry !== parameters);
  const at = others.findIndex(({ key }) =>
    ['description', 'instructions', 'task_instructions'].includes(snakeCase(key)),
  );
  const described = others[at];
  if (described === undefined) return [...others, { ...parameters, key: 'description' }];
  if (described.value?.kind !== 'scalar') return others;
  const all = [described.value.text, text].filter((part) => part !== '').join('\n\n');
  return others.with(at, { ...described, value: { kind: 'scalar', value: all, text: all, span } });
}

/** Inputs whose task only fetches a binding (`source_var`, seed 002): each is that binding. */
function inputsNow(node: SyntaxNode | null, onBinding: OnBinding): SyntaxNode | null {
  if (node?.kind !== 'map') return node;
  let { entries } = node;
  for (const [index, { key, keySpan, value }] of node.entries.entries()) {
    const task = value?.kind === 'map' && value.entries.length === 1 ? entryOf(value, 'task')?.value : undefined;
    const source = task?.kind === 'map' ? task.entries.find((one) => snakeCase(one.key) === 'source_var') : undefined;
    if (source?.value?.kind !== 'scalar') continue;
    entries = entries.with(index, { key, keySpan, value: holding('from', source.value) });
    onBinding(key, source.value);
  }
  return entries === node.entries ? node : { ...node, entries };
}

/** Is told of each input that is read as a binding instead of a task. */
type OnBinding = (input: string, binding: ScalarNode) => void;

/** The `script` of a loop is a task, but many write only its body, as in a script task. */
function scriptTask(node: SyntaxNode | null): SyntaxNode | null {
  const isBody = node?.kind === 'map' && node.entries.some(({ key }) => key === 'command' || key === 'content');
  return isBody ? holding('script', node) : node;
}

/**
 * Shortens the ids of a group's subtasks if all start with the id of the group: `research.web` becomes `web` in
 * `research`, also in the dependencies among them.
 */
function withShortIds(subtasks: SyntaxNode | null, group: string): SyntaxNode | null {
  const prefix = `${group}.`;
  const tasks = taskEntries(subtasks);
  if (tasks.length === 0 || !tasks.every(({ id }) => id.startsWith(prefix))) return subtasks;
  const short = (text: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : text);
  const shortIds = (node: SyntaxNode | null): SyntaxNode | null => {
    if (node?.kind === 'scalar') return withText(node, short(node.text));
    return node?.kind === 'list' ? { ...node, items: node.items.map(shortIds) } : node;
  };
  const shortTask = (node: SyntaxNode | null): SyntaxNode | null => {
    if (node?.kind !== 'map') return node;
    const entries = node.entries.map((entry) =>
      ['id', 'depends_on'].includes(snakeCase(entry.key)) ? { ...entry, value: shortIds(entry.value) } : entry,
    );
    return { ...node, entries };
  };
  // Repeats this, so that the written result reads back the same: the prefix may occur twice.
  if (subtasks?.kind === 'list') return withShortIds({ ...subtasks, items: subtasks.items.map(shortTask) }, group);
  if (subtasks?.kind !== 'map') return subtasks;
  const entries = subtasks.entries.map((entry) => ({
    ...entry,
    key: short(entry.key),
    value: shortTask(entry.value),
  }));
  return withShortIds({ ...subtasks, entries }, group);
}
