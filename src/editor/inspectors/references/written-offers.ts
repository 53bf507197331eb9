import { formatExpressionStep, formatReferenceStep } from '@/run/value-start';
import type { OutputStep } from '@/state/picking';
import type { Ends } from '@/workflow/commands/edges/connect-paths';
import type { FunctionHelp } from '@/workflow/expressions/function-list';
import {
  completeFunction,
  findFunctionPlace,
  isInText,
  listFunctionOffers,
} from '@/workflow/expressions/function-offers';
import { formatAccessor } from '@/workflow/expressions/scan-expression';
import {
  findFittingOffers,
  formatHeldValue,
  type KnownValues,
  listExpressionOffers,
  listTemplateOffers,
  type NameOffer,
} from '../../writing/name-offers';
import { completeReference, openReferenceAt } from './complete-reference';
import type { ScopeName } from './names-in-scope';

/** How a text names values: in braces, as CEL does, or it is one name as a whole. */
export type NamingLanguage = 'template' | 'expression' | 'reference';

/** Where a name is being written in a text: what is typed of it, up to the cursor. Offsets are UTF-16 units. */
export interface OpenName {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  /** Set where only a function can be named: a member of what a call gives. */
  readonly isMember?: true;
}

/** Something that can be put in where a name is being written. */
export interface WrittenOffer {
  readonly name: string;
  readonly detail: string;
  readonly group: 'values' | 'functions' | 'unconnected';
  /** The edge that gives the text this name. */
  readonly connects?: Ends;
  readonly found?: FunctionHelp;
}

const path = /(?<![\w.)\]}"'`])[A-Za-z_]\w*(?:\.\w*|\["[^"]*"\]|\[\d+\])*$/;

/** Where a name is being written at the cursor; undefined: none is. */
export function findOpenName(language: NamingLanguage, text: string, cursor: number): OpenName | undefined {
  if (language === 'template') return openReferenceAt(text, cursor);
  if (language === 'reference') return { from: 0, to: text.length, typed: text };
  const before = text.slice(0, cursor);
  if (isInText(before)) return undefined;
  const named = path.exec(before)?.[0];
  const typed = named ?? findFunctionPlace(before)?.typed;
  if (typed === undefined) return undefined;
  return { from: cursor - typed.length, to: cursor, typed, ...(named === undefined ? { isMember: true } : {}) };
}

/** Most offers below a field, so that the list is lower than a small inspector: the rest is found by another letter. */
const mostOffered = 8;
/** How many of them are kept for each kind that comes later, if it has any. */
const keptForLater = 2;

/** What can be put in there, the best first: values, functions, and then the tasks that would have to be connected. */
export function listWrittenOffers(
  language: NamingLanguage,
  text: string,
  open: OpenName,
  names: readonly ScopeName[],
  known: KnownValues,
): readonly WrittenOffer[] {
  const list = language === 'expression' ? listExpressionOffers : listTemplateOffers;
  const meant = names.filter((name) => name.connects === undefined || isTypedOf(name, open.typed));
  const all = open.isMember ? [] : findFittingOffers(list(meant, known), open.typed).map(describeOffer);
  const functions = language === 'expression' ? listFunctionsAt(text.slice(0, open.to)) : [];
  const isConnected = ({ group }: WrittenOffer) => group === 'values';
  return [...all.filter(isConnected), ...functions, ...all.filter((offer) => !isConnected(offer))];
}

/** The first of each kind, so that all are in sight below a field. */
export function selectOffersInSight(offers: readonly WrittenOffer[]): readonly WrittenOffer[] {
  const kinds = (['values', 'functions', 'unconnected'] as const).map((kind) =>
    offers.filter(({ group }) => group === kind),
  );
  let left = mostOffered;
  return kinds.flatMap((kind, index) => {
    const kept = kinds.slice(index + 1).reduce((sum, later) => sum + Math.min(later.length, keptForLater), 0);
    const selected = kind.slice(0, left - kept);
    left -= selected.length;
    return selected;
  });
}

/** Of the tasks that are not connected, which may be thousands, only those that are typed are gone through. */
function isTypedOf({ name }: ScopeName, typed: string): boolean {
  const [first = ''] = typed
    .toLowerCase()
    .replace(/^tasks(\.|\["?)/, '')
    .split(/[.[]/);
  return 'tasks'.startsWith(first) || name.toLowerCase().includes(first);
}

function describeOffer({ text, detail, value, of: { connects } }: NameOffer): WrittenOffer {
  if (connects !== undefined) return { name: text, detail, group: 'unconnected', connects };
  return { name: text, detail: value === undefined ? detail : formatHeldValue(value), group: 'values' };
}

function listFunctionsAt(before: string): readonly WrittenOffer[] {
  const place = findFunctionPlace(before);
  return (place === undefined ? [] : listFunctionOffers(place)).map((found) => ({
    name: `${found.on === undefined ? '' : `${found.on}.`}${found.call}`,
    detail: found.about,
    group: 'functions',
    found,
  }));
}

/** A text in which an offer took the place of what was typed, and where the cursor is then. */
interface CompletedText {
  readonly text: string;
  readonly cursor: number;
}

/** Puts an offer in where a name is being written. */
export function insertOffer(
  language: NamingLanguage,
  text: string,
  open: OpenName,
  { name, found }: Pick<WrittenOffer, 'name' | 'found'>,
): CompletedText {
  if (language === 'template') return completeReference(text, open, name);
  const place = found === undefined ? undefined : findFunctionPlace(text.slice(0, open.to));
  if (found !== undefined && place !== undefined) return completeFunction(text, open.to, place, found);
  return { text: text.slice(0, open.from) + name + text.slice(open.to), cursor: open.from + name.length };
}

/** How a text names a value in the output of a task, as it is put in where no name is being written. */
export function writeOutputName(language: NamingLanguage, name: string, steps: readonly OutputStep[]): string {
  if (language === 'expression')
    return `tasks${formatAccessor(name)}.output${steps.map(formatExpressionStep).join('')}`;
  return steps.length === 0 && language === 'template'
    ? name
    : `${name}.output${steps.map(formatReferenceStep).join('')}`;
}
