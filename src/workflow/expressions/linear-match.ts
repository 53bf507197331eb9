/** Most states that a pattern may need; counted repeats are written out. */
const maxStates = 1000;

/** A step of a pattern: reads a character, looks at the characters around a place, or goes two ways at once. */
type State =
  | { readonly kind: 'read'; readonly takes: (character: string) => boolean; readonly next: number }
  | { readonly kind: 'look'; readonly holds: (before: string, after: string) => boolean; readonly next: number }
  | { readonly kind: 'split'; readonly ways: readonly number[] };

/** Adds the states of a part of a pattern in front of the state `next`, and gives the first of them. */
type Part = (next: number) => number;

const token =
  /\((?:\?:|\?<[A-Za-z_]\w*>)?|[)|^$]|\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

/**
 * Whether a regular expression of JavaScript (flag `u`) matches anywhere in a text. JavaScript's own engine tries one way after
 * another, which some patterns turn into ages; this one follows all ways at once, character by character (Thompson), so that
 * the time is bounded by the length of the text times that of the pattern. In exchange nothing looks around or back. Throws an
 * Error with a message for a person.
 */
export function linearMatch(pattern: string, text: string): boolean {
  const [states, first] = compile(pattern);
  let reached: number[] = [];
  let before = '';
  for (const after of [...text, '']) {
    const here = close([...reached, first], states, before, after);
    if (here === 'end') return true;
    reached = here.flatMap((at) => {
      const state = states[at];
      return state?.kind === 'read' && after !== '' && state.takes(after) ? [state.next] : [];
    });
    before = after;
  }
  return false;
}

/** The end of a pattern, as the number of a state. */
const end = -1;

/** All states that can be had from these without reading on, or `end` if the whole pattern is among them. */
function close(from: number[], states: readonly State[], before: string, after: string): readonly number[] | 'end' {
  const seen = new Set<number>();
  for (let at = from.pop(); at !== undefined; at = from.pop()) {
    if (at === end) return 'end';
    if (seen.has(at)) continue;
    seen.add(at);
    const state = states[at];
    if (state?.kind === 'split') from.push(...state.ways);
    else if (state?.kind === 'look' && state.holds(before, after)) from.push(state.next);
  }
  return [...seen];
}

function compile(pattern: string): [states: readonly State[], first: number] {
  check(pattern);
  const tokens = pattern.match(token) ?? [];
  const states: State[] = [];
  let position = 0;

  const add = (state: State): number => {
    if (states.length === maxStates) throw new Error('The pattern repeats too much. Write it shorter.');
    return states.push(state) - 1;
  };
  const read =
    (takes: (character: string) => boolean): Part =>
    (next) =>
      add({ kind: 'read', takes, next });
  const look =
    (holds: (before: string, after: string) => boolean): Part =>
    (next) =>
      add({ kind: 'look', holds, next });
  const sequence =
    (parts: readonly Part[]): Part =>
    (next) =>
      parts.reduceRight((after, part) => part(after), next);
  const choice =
    (parts: readonly Part[]): Part =>
    (next) =>
      add({ kind: 'split', ways: parts.map((part) => part(next)) });
  const anyNumber =
    (part: Part): Part =>
    (next) => {
      const ways = [next];
      const again = add({ kind: 'split', ways });
      ways.push(part(again));
      return again;
    };
  const repeat = (part: Part, least: number, most: number): Part => {
    // A state for each, so that a repeat of nothing is bounded too.
    const once: Part = choice([part]);
    const maybe: Part = (next) => add({ kind: 'split', ways: [next, part(next)] });
    const copies = (one: Part, count: number) => Array.from({ length: Math.min(count, maxStates + 1) }, () => one);
    const rest = most === Number.POSITIVE_INFINITY ? [anyNumber(part)] : copies(maybe, most - least);
    return sequence([...copies(once, least), ...rest]);
  };

  function alternatives(): Part {
    const found = [concatenation()];
    while (tokens[position] === '|') {
      position += 1;
      found.push(concatenation());
    }
    return found.length === 1 ? (found[0] as Part) : choice(found);
  }

  function concatenation(): Part {
    const parts: Part[] = [];
    for (let next = tokens[position]; next !== undefined && next !== '|' && next !== ')'; next = tokens[position]) {
      position += 1;
      let part = next.startsWith('(') ? group() : single(next);
      const bounds = boundsOf(tokens[position]);
      if (bounds !== undefined) {
        position += 1;
        part = repeat(part, ...bounds);
      }
      parts.push(part);
    }
    return sequence(parts);
  }

  function group(): Part {
    const inside = alternatives();
    position += 1;
    return inside;
  }

  function single(text: string): Part {
    if (text === '^') return look((before) => before === '');
    if (text === '$') return look((_before, after) => after === '');
    if (text === '\\b') return look((before, after) => isWord(before) !== isWord(after));
    if (text === '\\B') return look((before, after) => isWord(before) === isWord(after));
    if (text !== '.' && !/^[\\[]/.test(text)) return read((character) => character === text);
    const set = new RegExp(`^${text}$`, 'u');
    return read((character) => set.test(character));
  }

  return [states, alternatives()(end)];
}

/** How often `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}` repeat; undefined for what is no repeat. */
function boundsOf(text: string | undefined): [least: number, most: number] | undefined {
  if (text?.startsWith('*')) return [0, Number.POSITIVE_INFINITY];
  if (text?.startsWith('+')) return [1, Number.POSITIVE_INFINITY];
  if (text?.startsWith('?')) return [0, 1];
  const counted = /^\{(\d+)(,?)(\d*)\}/.exec(text ?? '');
  if (counted === null) return undefined;
  const [, least, comma, most] = counted;
  return [Number(least), comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}

function isWord(character: string): boolean {
  return /^\w$/.test(character);
}

function check(pattern: string): void {
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new Error(`“${pattern}” is not a valid regular expression.`);
  }
  // Without escaped characters and sets, in which the same signs mean themselves.
  const bare = pattern.replace(/\\[^\dk]|\[(?:\\.|[^\]\\])*\]/gsu, 'x');
  if (/\\[1-9k]|\(\?(?!:|<[A-Za-z_])/.test(bare))
    throw new Error('The pattern looks around or back, which matches does not do.');
}
