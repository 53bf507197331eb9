import { type FunctionHelp, functionList, functionNamespaces } from './function-list';

/** Where the name of a function is being typed: what is typed of it, and what it is called on. */
export interface FunctionPlace {
  readonly typed: string;
  /** The namespace before the dot, `value` for anything else before a dot; undefined without a dot. */
  readonly on?: string;
}

const member = /(?:(?<![\w.])([A-Za-z_]\w*)|[\w)\]}"'`])\s*\.\s*([A-Za-z_]\w*)?$/;
const bare = /(?<![\w.])([A-Za-z_]\w*)$/;

/** What has names of the author as members, which functions would only hide. */
const roots: ReadonlySet<string> = new Set(['tasks', 'inputs', 'variables']);

/** The place at the end of an expression, if a function can be named there. */
export function findFunctionPlace(before: string): FunctionPlace | undefined {
  if (isInText(before)) return undefined;
  const onValue = member.exec(before);
  if (onValue) {
    const [, owner = '', typed = ''] = onValue;
    if (roots.has(owner)) return undefined;
    return { typed, on: (functionNamespaces as readonly string[]).includes(owner) ? owner : 'value' };
  }
  const typed = bare.exec(before)?.[1];
  return typed === undefined ? undefined : { typed };
}

/** Whether the end of an expression is inside of a text. */
export function isInText(before: string): boolean {
  return /["']/.test(before.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, ''));
}

/** The functions that can be named at a place and begin with what is typed. None whose name is whole. */
export function listFunctionOffers(place: FunctionPlace): readonly FunctionHelp[] {
  const { typed, on } = place;
  const sought = typed.toLowerCase();
  return functionList.filter((found) => {
    const names = [found.name, formatOfferedName(found, place)].map((name) => name.toLowerCase());
    return canStand(found, on) && found.name !== typed && names.some((name) => name.startsWith(sought));
  });
}

function canStand(found: FunctionHelp, on: string | undefined): boolean {
  const ofNamespace = functionNamespaces.some((name) => name === found.on);
  if (on === undefined) return found.on === undefined || ofNamespace;
  return on === 'value' ? found.on !== undefined && !ofNamespace : found.on === on;
}

/** The name of a function as it is put in at a place: with its namespace if that is not there yet. */
export function formatOfferedName({ on, name }: FunctionHelp, place: FunctionPlace): string {
  return place.on === undefined && on !== undefined ? `${on}.${name}` : name;
}

/** A text in which a function took the place of what was typed of it, and where the cursor is then. */
export interface CompletedFunction {
  readonly inserted: string;
  readonly text: string;
  readonly cursor: number;
}

/** Puts in a function with its brackets, if there are none yet. The cursor is where its first argument goes. */
export function completeFunction(
  text: string,
  cursor: number,
  place: FunctionPlace,
  found: FunctionHelp,
): CompletedFunction {
  const name = formatOfferedName(found, place);
  const before = text.slice(0, cursor - place.typed.length);
  const after = text.slice(cursor);
  const inserted = after.startsWith('(') ? name : `${name}()`;
  const within = found.call.endsWith('()') ? inserted.length : name.length + 1;
  return { inserted, text: before + inserted + after, cursor: before.length + within };
}
