import { cutToStart } from '@/base/start-of';
import type { SeenName, ValueStart } from '@/run/filled-text';
import type { ScopeName } from '../inspectors/references/names-in-scope';

/** A name, or a path into its value, that a text can use. */
export interface NameOffer {
  /** As it is written: `facts.output.title`, in an expression `tasks.facts.output.title`. */
  readonly text: string;
  readonly detail: string;
  /** What it held in the run; undefined: nothing is known. */
  readonly value: ValueStart | undefined;
}

/** The names in scope with their values of a run, each followed by the paths into its value. */
export function listTemplateOffers(
  names: readonly ScopeName[],
  values: ReadonlyMap<string, SeenName>,
): readonly NameOffer[] {
  return names.flatMap(({ name, detail }) => {
    const value = values.get(name);
    const members = value?.members ?? [];
    return [{ text: name, detail, value }, ...members.map((one) => ({ text: name + one.path, detail, value: one }))];
  });
}

const roots = { input: 'inputs', variable: 'variables', binding: '', task: 'tasks', return: 'variables' } as const;

/** The same for an expression, in which tasks, inputs and variables are reached by what they are. */
export function listExpressionOffers(
  names: readonly ScopeName[],
  values: ReadonlyMap<string, SeenName>,
): readonly NameOffer[] {
  return names.flatMap(({ name, kind, detail }) => {
    const root = roots[kind];
    const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
    const member = isPlain ? `.${name}` : `[${JSON.stringify(name)}]`;
    const path = root === '' ? name : `${root}${member}`;
    const value = values.get(name);
    const members = value?.members ?? [];
    const own: readonly NameOffer[] =
      kind === 'task' && members.length === 0
        ? [{ text: `${path}.output`, detail, value: undefined }]
        : members.map((one) => ({ text: path + one.path, detail, value: one }));
    return kind === 'task' ? own : [{ text: path, detail, value }, ...own];
  });
}

/** The start of a value on one line, for a list. */
export function formatShortValue(value: ValueStart | undefined, most = 60): string {
  if (value === undefined) return '';
  const line = value.start.replaceAll(/\s+/g, ' ').trim();
  const cut = line.length > most || value.length > value.start.length ? `${cutToStart(line, most)}…` : line;
  return value.type === 'text' ? `“${cut}”` : cut;
}

/** What a value is, for a person: `Text, 1,904 characters`. */
export function describeValue({ type, length }: ValueStart): string {
  const kind = type.charAt(0).toUpperCase() + type.slice(1);
  return type === 'text' || type === 'list' || type === 'object'
    ? `${kind}, ${length.toLocaleString('en')} characters`
    : kind;
}
