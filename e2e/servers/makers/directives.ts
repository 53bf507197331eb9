/** One instruction of a test to the scripted model or its connection, such as `[tools:5]` or `[429:2*3@4]`. */
export interface Directive {
  readonly name: string;
  readonly value: string;
  /** After `*`: how often. Undefined: once for faults. */
  readonly times: number | undefined;
  /** After `@`: only in this turn of the tool loop, from 1. */
  readonly turn: number | undefined;
}

/** Directives that break an answer. They apply once to a prompt and a model, unless `*` gives a count. */
const faults = [
  'status',
  'reset',
  'cut',
  'stream-error',
  'only-thinking',
  'empty',
  'hold',
  'slow',
  'window',
  'param',
  'pause',
];

/** Every directive, and what it does. */
export const directiveNames: Readonly<Record<string, string>> = {
  tools: 'N: calls a declared tool in N turns; N*P: P calls in each',
  tool: 'NAME: which tool is called; default: the first that is declared',
  reply: 'TEXT: what is answered in the end',
  pick: 'A|B|C: the first, second, … answer to the same prompt, from the start again after the last',
  think: 'TEXT: what it thinks',
  search: 'QUERY: searches by the maker’s own tool, where it is declared, before it goes on',
  pages: 'N or URL: how many pages a search finds, or which; default 2',
  'server-call': 'NAME: a call of a tool of the maker that is called so (Anthropic)',
  pause: 'the turn is paused behind what the maker’s own tools did (Anthropic)',
  length: 'stops for want of tokens',
  'only-thinking': 'thinks, says nothing',
  empty: 'neither thinks nor says anything',
  refuse: 'the model refuses, in the form of its maker',
  filter: 'a filter of the maker stops the answer',
  cut: 'thinking, text, call or start: the connection is torn down in the middle of it',
  'stream-error': 'an error of the maker in the middle of the stream',
  'unknown-events': 'events and fields of the future stand between the known ones',
  'no-usage': 'the answer does not tell what it took',
  'huge-usage': 'the answer claims a billion tokens',
  whole: 'an answer that is not streamed, whatever was asked for',
  'think-tags': 'thinking in <think> before the answer (chat completions)',
  'reasoning-content': 'thinking in reasoning_content (chat completions)',
  window: 'N: refused as too long from N tokens on, always',
  param: 'NAME: the field is refused as unsupported, always',
  status: 'CODE or CODE/SECONDS: an error status, with retry-after; [429:2] is [status:429/2]',
  left: 'N/SECONDS: the headers say that so many requests are left until then',
  reset: 'the connection is torn down before the answer',
  hold: 'waits for release() before the answer; thinking, text or call: in the middle of it',
  slow: 'MS: waits before the answer',
};

const pattern = /\[([a-z-]+|\d{3})(?::([^\][]*?))?(?:\*(\d+))?(?:@(\d+))?\]/g;

/** The directives in a text, in order; similar text is ignored. */
export function directivesIn(text: string): readonly Directive[] {
  return [...text.matchAll(pattern)].flatMap(([, name = '', value = '', times, turn]) => {
    const more = { times: numberOf(times), turn: numberOf(turn) };
    if (/^\d{3}$/.test(name)) return [{ name: 'status', value: value === '' ? name : `${name}/${value}`, ...more }];
    return name in directiveNames ? [{ name, value, ...more }] : [];
  });
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/**
 * Those that apply to a turn, without faults that were used up. `used` counts them by the caller `who`, and the
 * directive.
 */
export function inForce(
  all: readonly Directive[],
  turn: number,
  who: string,
  used: Map<string, number>,
): readonly Directive[] {
  return all.filter((directive, index) => {
    if (directive.turn !== undefined && directive.turn !== turn) return false;
    if (!faults.includes(directive.name) || ['window', 'param'].includes(directive.name)) return true;
    const key = `${index} ${directive.name} ${who}`;
    const count = used.get(key) ?? 0;
    if (count >= (directive.times ?? 1)) return false;
    used.set(key, count + 1);
    return true;
  });
}

/** The value of a directive; undefined if it is not there. The first of several. */
export function directiveValue(directives: readonly Directive[], name: string): string | undefined {
  return directives.find((directive) => directive.name === name)?.value;
}
