import { snakeCase } from '@/base/snake-case';
import type { TaskType } from '@/workflow/tasks';
import { entryOf, taskEntries } from './find-document';
import { holding, type MapEntry, type MapNode, type ScalarNode, type SyntaxNode } from './syntax-node';

/** Values that have another word now, by the key behind which they are. */
const olderWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  inherit_context: { true: 'full', false: 'none' },
};

/** The word that is meant by one behind this key: itself, or what it is called now. */
export function wordNow(key: string | number | undefined, word: string): string {
  return olderWords[key ?? '']?.[word] ?? word;
}

/** A task, known by `key` if it has no id, as it is written now; most are already. */
export function taskNow(task: MapNode, type: TaskType, key: string): MapNode {
  let { entries } = task;
  const change = (key: string, now: (value: SyntaxNode | null) => SyntaxNode | null): void => {
    const entry = entries.find((written) => written.key === key);
    const value = entry && now(entry.value);
    if (entry && value !== undefined && value !== entry.value)
      entries = entries.with(entries.indexOf(entry), { ...entry, value });
  };
  if (type === 'group') {
    const id = entryOf(task, 'id')?.value;
    change('subtasks', (subtasks) => withShortIds(subtasks, id?.kind === 'scalar' ? id.text : key));
  }
  if (type === 'director_evaluator') change('script', scriptTask);
  entries = withParameters(entries);
  return entries === task.entries ? task : { ...task, entries };
}

/** The text under `parameters` belongs to the description. */
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

/** The `script` of a loop is a task, of which many write the body alone, as a script task has it. */
function scriptTask(node: SyntaxNode | null): SyntaxNode | null {
  const isBody = node?.kind === 'map' && node.entries.some(({ key }) => key === 'command' || key === 'content');
  return isBody ? holding('script', node) : node;
}

/**
 * The subtasks of a group whose ids all start with the id of the group: `research.web` is `web` in `research`, where
 * the subtasks wait for one another too.
 */
function withShortIds(subtasks: SyntaxNode | null, group: string): SyntaxNode | null {
  const prefix = `${group}.`;
  const tasks = taskEntries(subtasks);
  if (tasks.length === 0 || !tasks.every(({ id }) => id.startsWith(prefix))) return subtasks;
  const short = (text: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : text);
  const shortScalar = (node: ScalarNode): ScalarNode => ({ ...node, value: short(node.text), text: short(node.text) });
  const shortIds = (node: SyntaxNode | null): SyntaxNode | null => {
    if (node?.kind === 'scalar') return shortScalar(node);
    return node?.kind === 'list' ? { ...node, items: node.items.map(shortIds) } : node;
  };
  const shortTask = (node: SyntaxNode | null): SyntaxNode | null => {
    if (node?.kind !== 'map') return node;
    const entries = node.entries.map((entry) =>
      ['id', 'depends_on'].includes(snakeCase(entry.key)) ? { ...entry, value: shortIds(entry.value) } : entry,
    );
    return { ...node, entries };
  };
  // Again, so that what is written of it reads back: the group may be in front twice.
  if (subtasks?.kind === 'list') return withShortIds({ ...subtasks, items: subtasks.items.map(shortTask) }, group);
  if (subtasks?.kind !== 'map') return subtasks;
  const entries = subtasks.entries.map((entry) => ({
    ...entry,
    key: short(entry.key),
    value: shortTask(entry.value),
  }));
  return withShortIds({ ...subtasks, entries }, group);
}
