import { cutToStart } from '@/base/start-of';
import type { SeenName, ValueStart } from '@/run/filled-text';
import { formatReferenceStep } from '@/run/value-start';
import { formatAccessor } from '@/workflow/expressions/scan-expression';
import type { ValueShape } from '@/workflow/graph/value-shape';
import type { ScopeName } from '../inspectors/references/names-in-scope';

/** A name, or a path into its value, that a text can use. */
export interface NameOffer {
  /** As it is written: `facts.output.title`, in an expression `tasks.facts.output.title`. */
  readonly text: string;
  readonly detail: string;
  /** What it held in the run; undefined: nothing is known. */
  readonly value: ValueStart | undefined;
  readonly of: ScopeName;
}

/** What is known of the values of names. */
export interface KnownValues {
  /** What they held in the run that is shown. */
  readonly values: ReadonlyMap<string, SeenName>;
  /** The shape of a name's value by schemas and types, for one that held nothing yet. */
  readonly shapeOf?: (name: ScopeName) => ValueShape | undefined;
}

/** The names in scope with their values of a run, each followed by the paths into its value. */
export function listTemplateOffers(names: readonly ScopeName[], known: KnownValues): readonly NameOffer[] {
  return names.flatMap((of) => {
    const { name, detail } = of;
    const value = known.values.get(name);
    const inner = listPaths(of, value, known, formatReferenceStep).filter(
      ({ text }) => value !== undefined || !unlikelyInTexts.has(text),
    );
    return [{ text: name, detail, value, of }, ...inner.map((one) => ({ ...one, text: name + one.text, of }))];
  });
}

/** Fields of a result that has no value yet, beside its text. */
const unlikelyInTexts: ReadonlySet<string> = new Set(['.output', '.status']);

const roots = { input: 'inputs', variable: 'variables', binding: '', task: 'tasks', return: 'variables' } as const;

/** The same for an expression, in which tasks, inputs and variables are reached by what they are. */
export function listExpressionOffers(names: readonly ScopeName[], known: KnownValues): readonly NameOffer[] {
  return names.flatMap((of) => {
    const { name, kind, detail } = of;
    const root = roots[kind];
    const path = root === '' ? name : `${root}${formatAccessor(name)}`;
    const value = known.values.get(name);
    const inner = listPaths(of, value, known, formatAccessor).map((one) => ({ ...one, text: path + one.text, of }));
    if (kind !== 'task') return [{ text: path, detail, value, of }, ...inner];
    return inner.length > 0 ? inner : [{ text: `${path}.output`, detail, value: undefined, of }];
  });
}

/** What can be read of a name: what was in its value, else what its shape tells. */
function listPaths(
  of: ScopeName,
  value: SeenName | undefined,
  { shapeOf }: KnownValues,
  write: (step: string) => string,
): readonly Pick<NameOffer, 'text' | 'detail' | 'value'>[] {
  const { detail } = of;
  if (value !== undefined) return value.members.map((one) => ({ text: one.path, detail, value: one }));
  const shape = shapeOf?.(of);
  return shape === undefined ? [] : listShapePaths(shape, '', write, 3).map((one) => ({ ...one, value: undefined }));
}

/** Fields of a result that a person reads by name, the likeliest first; the rest can be typed. */
const offeredFields = ['output', 'status'] as const;

function listShapePaths(
  shape: ValueShape,
  at: string,
  write: (step: string) => string,
  levels: number,
): readonly Pick<NameOffer, 'text' | 'detail'>[] {
  if (shape.kind !== 'object' || levels === 0) return [];
  const entries = Object.entries(shape.fields);
  // Of a result it is what the task gave that is mostly meant.
  const offered = at === '' ? offeredFields.flatMap((name) => entries.filter(([field]) => field === name)) : entries;
  return offered.flatMap(([name, field]) => {
    const text = at + write(name);
    const own = { text, detail: name === 'status' && at === '' ? 'How the task ended' : describeShape(field) };
    return [own, ...listShapePaths(field, text, write, levels - 1)];
  });
}

function describeShape(shape: ValueShape): string {
  switch (shape.kind) {
    case 'list':
      return 'A list, by its schema';
    case 'object':
      return 'An object, by its schema';
    case 'plain':
      return shape.values === undefined ? 'A single value, by its schema' : `One of ${shape.values.join(', ')}`;
    default:
      return 'No value yet';
  }
}

/**
 * The offers that fit what is typed, the best first: what begins with it, with or without what it is reached by; then
 * those of which the last field does; then those that hold it. Tasks that are not connected stay last. Case does not
 * matter. None if what is typed is all that could be meant.
 */
export function findFittingOffers(offers: readonly NameOffer[], typed: string): readonly NameOffer[] {
  const sought = typed.toLowerCase();
  const ranked = offers
    .map((offer) => ({ offer, rank: rankOffer(offer, sought) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ offer }) => offer);
  const [only] = ranked;
  return ranked.length === 1 && only?.text === typed && only.of.connects === undefined ? [] : ranked;
}

const noMatch = 9;

function rankOffer({ text, of }: NameOffer, sought: string): number {
  const rank = rankText(text.toLowerCase(), of.name.toLowerCase(), sought);
  return rank === noMatch || of.connects === undefined ? rank : rank + 4;
}

function rankText(text: string, name: string, sought: string): number {
  if (text.startsWith(sought) || text.slice(Math.max(0, text.indexOf(name))).startsWith(sought)) return 0;
  const last = text.split(/[.["\]]+/).findLast((segment) => segment !== '') ?? '';
  if (last.startsWith(sought)) return 1;
  return text.includes(sought) ? 2 : noMatch;
}

/** The start of a value on one line, for a list. */
export function formatShortValue(value: ValueStart | undefined, most = 60): string {
  if (value === undefined) return '';
  const line = value.start.replaceAll(/\s+/g, ' ').trim();
  const cut = line.length > most || value.length > value.start.length ? `${cutToStart(line, most)}…` : line;
  return value.type === 'text' ? `“${cut}”` : cut;
}

/** What a value is, for a person: `Text, 1,904 characters`, `List of 3, 142 characters`. */
export function describeValue({ type, length, items }: ValueStart): string {
  const kind = type.charAt(0).toUpperCase() + type.slice(1);
  const size = `${length.toLocaleString('en')} characters`;
  if (type === 'list') return `${kind}${items === undefined ? '' : ` of ${items}`}, ${size}`;
  if (type === 'object') return `${kind}${items === undefined ? '' : ` of ${items} fields`}, ${size}`;
  return type === 'text' ? `${kind}, ${size}` : kind;
}

/** What a value is and how it begins, in one line: `list of 2: ["feat!: drop Node 18", …`. */
export function formatHeldValue(value: ValueStart): string {
  const { type, items } = value;
  if (type !== 'list' && type !== 'object') return formatShortValue(value, 80);
  const count = items === undefined ? '' : type === 'list' ? ` of ${items}` : ` of ${items} fields`;
  return `${type}${count}: ${formatShortValue(value, 60)}`;
}
