import { defined } from '@/base/defined';
import type { Json } from '@/base/json';
import { encodeUnlessText } from '@/base/json-text';
import { isStrictJson } from '@/base/lenient-json';
import { readArgumentsText } from '@/base/read-arguments';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { ToolCall } from '@/plan/message';

/** What a server sends of a call of a tool at once. */
export interface PartialCall {
  /** The place of the call in the answer, if the server names one. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** Text, or the value itself. */
  readonly arguments?: Json | undefined;
  /** What the maker wants back with the call. */
  readonly extra?: Json | undefined;
}

/** A whole call of a tool. */
export interface WholeCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
  readonly extra?: Json;
}

/**
 * A call beside those before it: undefined if it is one of them again, by its id; with an id of its own if another one
 * has the same.
 */
export function findDistinctCall<C extends Pick<ToolCall, 'name' | 'arguments'> & { readonly id: string | undefined }>(
  before: readonly C[],
  call: C,
): C | undefined {
  const alike = call.id === undefined ? [] : before.filter(({ id }) => id === call.id);
  if (alike.some((one) => one.name === call.name && one.arguments === call.arguments)) return undefined;
  return alike.length === 0 ? call : { ...call, id: `${call.id}-${before.length + 1}` };
}

/** The names of the tools that a model may call. */
export function listOfferedNames({ tools = [] }: Pick<ModelRequest, 'tools'>): readonly string[] {
  return tools.map(({ name }) => name);
}

interface OpenCall {
  index: number | undefined;
  id: string | undefined;
  readonly names: string[];
  readonly arguments: string[];
  extra: Json | undefined;
}

/**
 * Gathers calls of tools from their pieces. By the protocol each piece continues the arguments, and the first one has
 * id and name. Servers also send the name or the arguments so far with each piece (NousResearch/hermes-agent #35718,
 * #8259), the whole arguments at the end again (lidge-jun/opencodex #361), `{}` before them, another id with each piece
 * (#5254), and all calls at the same index (#3468).
 */
export class CallGatherer {
  readonly #offered: readonly string[];
  readonly #calls: OpenCall[] = [];

  /** `offered`: the names of the tools that the model may call. */
  constructor(offered: readonly string[]) {
    this.#offered = offered;
  }

  add(piece: PartialCall): void {
    const text = encodeUnlessText(piece.arguments);
    const known = this.#continued(piece, text);
    const call = known ?? { index: undefined, id: undefined, names: [], arguments: [], extra: undefined };
    if (known === undefined) this.#calls.push(call);
    call.index ??= piece.index;
    call.id ??= piece.id || undefined;
    call.extra ??= piece.extra;
    if (piece.name) call.names.push(piece.name);
    if (text !== '') call.arguments.push(text);
  }

  /** The calls, in the order in which they began. */
  get calls(): readonly WholeCall[] {
    const calls: WholeCall[] = [];
    for (const { id, names, arguments: pieces, extra } of this.#calls) {
      const whole = { id, name: joinName(names, this.#offered), arguments: joinArguments(pieces) };
      const call = findDistinctCall(calls, { ...whole, ...defined({ extra }) });
      if (call !== undefined) calls.push(call);
    }
    return calls;
  }

  /** The call that a piece continues; undefined: it begins one. */
  #continued({ index, id, name }: PartialCall, text: string): OpenCall | undefined {
    const atIndex = this.#calls.filter(
      (call) => index === undefined || call.index === undefined || call.index === index,
    );
    const byId = id ? atIndex.findLast((call) => call.id === id) : undefined;
    if (byId !== undefined) return byId;
    const before = atIndex.at(-1);
    if (before === undefined || !name) return before;
    const isWhole = mayBeWhole(before.arguments) && isObjectText(joinArguments(before.arguments));
    if (id && before.id) return isWhole || !this.#fits(before, name) ? undefined : before;
    if (index !== undefined && before.index === index) {
      return isWhole && isObjectText(text) && !before.names.includes(name) ? undefined : before;
    }
    if (isWhole) return before.names.includes(name) && joinArguments(before.arguments) === text ? before : undefined;
    return this.#fits(before, name) ? before : undefined;
  }

  /** Whether a name can be a piece of the name of a call, or the same again. */
  #fits({ names }: OpenCall, name: string): boolean {
    if (names.includes(name)) return true;
    const isOffered = (pieces: readonly string[]) => this.#offered.includes(joinName(pieces, this.#offered));
    // Two whole names are those of two calls: the first may have no arguments.
    return isOffered([...names, name]) && !(isOffered(names) && isOffered([name]));
  }
}

/** The name that its pieces are: one after the other, or the whole name again and again. */
function joinName(names: readonly string[], offered: readonly string[]): string {
  const [first = ''] = names;
  const ways = [names.join(''), names.at(-1) ?? '', first];
  const plain = ways.map((name) => stripToolName(name, offered));
  return (
    plain.find((name) => offered.includes(name)) ?? (names.every((name) => name === first) ? first : names.join(''))
  );
}

/**
 * The name of a tool without what some models write around it: `functions.sum:0` (openclaw/openclaw #34717),
 * `default_api.sum`. No name of a tool has a dot or a colon.
 */
export function stripToolName(name: string, offered: readonly string[]): string {
  if (offered.includes(name)) return name;
  const plain = name.trim().replace(/:\d+$/, '');
  return [plain, plain.slice(plain.lastIndexOf('.') + 1)].find((one) => offered.includes(one)) ?? name;
}

/** The arguments that their pieces are, where only one way of putting them together gives an object. */
export function joinArguments(pieces: readonly string[]): string {
  const joined = pieces.join('');
  if (isStrictJson(joined)) return joined;
  const filled = pieces.filter((piece) => !isEmptyObject(piece));
  const ways = [
    () => findLastOfGrowing(pieces),
    () => findLastOfGrowing(filled),
    () => filled.join(''),
    () => joined.replace(/^(?:\s*\{\s*\})+/, ''),
    () => removeRepeats(joined),
    () => removeRepeats(filled.join('')),
    () => removeDoubles(pieces),
  ];
  for (const way of ways) {
    const text = way();
    if (text !== undefined && isObjectText(text)) return text;
  }
  return joined;
}

/** The last piece, if each one repeats the one before and continues it. */
function findLastOfGrowing(pieces: readonly string[]): string | undefined {
  const isGrowing = pieces.every((piece, index) => piece.startsWith(pieces[index - 1] ?? ''));
  return isGrowing ? pieces.at(-1) : undefined;
}

/** Most times for which a text is told that was sent again and again as a whole. */
const mostRepeats = 16;

function removeRepeats(text: string): string | undefined {
  for (let times = 2; times <= mostRepeats; times++) {
    const unit = text.slice(0, text.length / times);
    if (text.length % times === 0 && unit.repeat(times) === text) return unit;
  }
  return undefined;
}

/** The pieces without their doubles, if each one came twice. */
function removeDoubles(pieces: readonly string[]): string | undefined {
  const first = pieces.filter((_, index) => index % 2 === 0);
  const second = pieces.filter((_, index) => index % 2 === 1);
  return first.length === second.length && first.every((piece, index) => piece === second[index])
    ? first.join('')
    : undefined;
}

function isEmptyObject(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

/** Whether arguments may be whole: it is asked at each piece, and to read all of them each time would take long. */
function mayBeWhole(pieces: readonly string[]): boolean {
  const end = pieces.findLast((piece) => piece.trim() !== '');
  return end === undefined || /[}`"]\s*$/.test(end.slice(-100));
}

function isObjectText(text: string): boolean {
  if (text.trim() === '') return false;
  const read = readArgumentsText(text);
  return read.ok && !read.repaired.includes('words around the JSON');
}
