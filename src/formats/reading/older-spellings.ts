import { convertToSnakeCase } from '@/base/snake-case';
import type { TaskType } from '@/workflow/tasks';
import { findEntry, listTaskEntries, normalizeId } from './find-document';
import { createHolderNode, type MapEntry, type MapNode, type ScalarNode, type SyntaxNode } from './syntax-node';

/** Former words for values and their present ones, by the key of the value. */
const olderWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  inherit_context: { true: 'full', false: 'none' },
};

/** The present word for a value of this key. */
export function updateWord(key: string | number | undefined, word: string): string {
  return olderWords[key ?? '']?.[word] ?? word;
}

/** A task in its present spelling; most already are. `key` is used as its id if it has none. */
export function updateTaskSpelling(task: MapNode, type: TaskType, key: string, onBinding: OnBinding): MapNode {
  let { entries } = task;
  const changeEntry = (key: string, now: (value: SyntaxNode | null) => SyntaxNode | null): void => {
    const entry = entries.find((written) => convertToSnakeCase(written.key) === key);
    const value = entry && now(entry.value);
    if (entry && value !== undefined && value !== entry.value)
      entries = entries.with(entries.indexOf(entry), { ...entry, value });
  };
  if (type === 'group') {
    const id = findEntry(task, 'id')?.value;
    changeEntry('subtasks', (subtasks) => shortenIds(subtasks, id?.kind === 'scalar' ? id.text : key));
  }
  if (type === 'director_evaluator') changeEntry('script', wrapScriptTask);
  changeEntry('inputs', (inputs) => updateInputs(inputs, onBinding));
  changeEntry('depends_on', updateIds);
  entries = moveParametersText(entries);
  return entries === task.entries ? task : { ...task, entries };
}

/** Ids of tasks as Heddle takes them. */
function updateIds(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.kind === 'scalar')
    return normalizeId(node.text) === node.text ? node : replaceScalarText(node, normalizeId(node.text));
  if (node?.kind !== 'list') return node;
  const items = node.items.map(updateIds);
  return items.some((item, index) => item !== node.items[index]) ? { ...node, items } : node;
}

const replaceScalarText = (node: ScalarNode, text: string): ScalarNode => ({ ...node, value: text, text });

/** Moves a text under `parameters` to the description. */
function moveParametersText(entries: readonly MapEntry[]): readonly MapEntry[] {
  const parameters = entries.find(({ key }) => key === 'parameters');
  if (parameters?.value?.kind !== 'scalar') return entries;
  const { text, span } = parameters.value;
  const others = entries.filter((entry) => entry !== parameters);
  const at = others.findIndex(({ key }) =>
    ['description', 'instructions', 'task_instructions'].includes(convertToSnakeCase(key)),
  );
  const described = others[at];
  if (described === undefined) return [...others, { ...parameters, key: 'description' }];
  if (described.value?.kind !== 'scalar') return others;
  const all = [described.value.text, text].filter((part) => part !== '').join('\n\n');
  return others.with(at, { ...described, value: { kind: 'scalar', value: all, text: all, span } });
}

/** Inputs whose task only fetches a binding (`source_var`, seed 002): each is that binding. */
function updateInputs(node: SyntaxNode | null, onBinding: OnBinding): SyntaxNode | null {
  if (node?.kind !== 'map') return node;
  let { entries } = node;
  for (const [index, { key, keySpan, value }] of node.entries.entries()) {
    const task = value?.kind === 'map' && value.entries.length === 1 ? findEntry(value, 'task')?.value : undefined;
    const source =
      task?.kind === 'map' ? task.entries.find((one) => convertToSnakeCase(one.key) === 'source_var') : undefined;
    if (source?.value?.kind !== 'scalar') continue;
    entries = entries.with(index, { key, keySpan, value: createHolderNode('from', source.value) });
    onBinding(key, source.value);
  }
  return entries === node.entries ? node : { ...node, entries };
}

/** Is told of each input that is read as a binding instead of a task. */
type OnBinding = (input: string, binding: ScalarNode) => void;

/** The `script` of a loop is a task, but many write only its body, as in a script task. */
function wrapScriptTask(node: SyntaxNode | null): SyntaxNode | null {
  const isBody = node?.kind === 'map' && node.entries.some(({ key }) => key === 'command' || key === 'content');
  return isBody ? createHolderNode('script', node) : node;
}

/**
 * Shortens the ids of a group's subtasks if all start with the id of the group: `research.web` becomes `web` in
 * `research`, also in the dependencies among them.
 */
function shortenIds(subtasks: SyntaxNode | null, group: string): SyntaxNode | null {
  const prefix = `${group}.`;
  const tasks = listTaskEntries(subtasks);
  if (tasks.length === 0 || !tasks.every(({ id }) => id.startsWith(prefix))) return subtasks;
  const short = (text: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : text);
  const shortIds = (node: SyntaxNode | null): SyntaxNode | null => {
    if (node?.kind === 'scalar') return replaceScalarText(node, short(node.text));
    return node?.kind === 'list' ? { ...node, items: node.items.map(shortIds) } : node;
  };
  const shortTask = (node: SyntaxNode | null): SyntaxNode | null => {
    if (node?.kind !== 'map') return node;
    const entries = node.entries.map((entry) =>
      ['id', 'depends_on'].includes(convertToSnakeCase(entry.key)) ? { ...entry, value: shortIds(entry.value) } : entry,
    );
    return { ...node, entries };
  };
  // Repeats this, so that the written result reads back the same: the prefix may occur twice.
  if (subtasks?.kind === 'list') return shortenIds({ ...subtasks, items: subtasks.items.map(shortTask) }, group);
  if (subtasks?.kind !== 'map') return subtasks;
  const entries = subtasks.entries.map((entry) => ({
    ...entry,
    key: short(entry.key),
    value: shortTask(entry.value),
  }));
  return shortenIds({ ...subtasks, entries }, group);
}
