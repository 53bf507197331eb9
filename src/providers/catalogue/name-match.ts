import { RE2JS } from 're2js';

/** Whether a name, in lower case, is that of a certain model. */
export type NameMatch = (name: string) => boolean;

const limits = { depth: 4, rules: 100, characters: 200 } as const;

/**
 * Reads the rule by which a price list recognises a model name; undefined if it is invalid. Rules come from elsewhere,
 * so their size is limited, and their regular expressions run in linear time.
 */
export function readMatch(rule: unknown, depth = 0): NameMatch | undefined {
  if (typeof rule !== 'object' || rule === null || depth > limits.depth) return undefined;
  const [[kind, value] = ['', undefined], ...others] = Object.entries(rule);
  if (others.length > 0) return undefined;
  if (kind === 'or' || kind === 'and') return joinMatches(kind, value, depth);
  if (typeof value !== 'string' || value === '' || value.length > limits.characters) return undefined;
  if (kind === 'regex') return createPattern(value);
  const text = value.toLowerCase();
  switch (kind) {
    case 'equals':
      return (name) => name === text;
    case 'starts_with':
      return (name) => name.startsWith(text) && !isOtherVersion(text, name.slice(text.length));
    case 'ends_with':
      return (name) => name.endsWith(text);
    case 'contains':
      return (name) => name.includes(text);
    default:
      return undefined;
  }
}

function joinMatches(kind: 'or' | 'and', value: unknown, depth: number): NameMatch | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.rules) return undefined;
  const read = value.map((each) => readMatch(each, depth + 1));
  const rules = read.filter((each) => each !== undefined);
  // The valid parts of an `or` still apply; an `and` without one of its parts would be a different rule.
  if (rules.length === 0 || (kind === 'and' && rules.length < read.length)) return undefined;
  return kind === 'or' ? (name) => rules.some((each) => each(name)) : (name) => rules.every((each) => each(name));
}

/**
 * Compiled on first use. RE2 has no lookahead; a rule that consists only of a negative lookahead is inverted instead.
 */
function createPattern(source: string): NameMatch | undefined {
  const excluded = /^\^\(\?!(.*)\)$/.exec(source)?.[1];
  let compiled: RE2JS | undefined | null;
  const finds = (name: string): boolean | undefined => {
    compiled ??= compilePattern(excluded === undefined ? source : `^(?:${excluded})`);
    return compiled?.matcher(name).find();
  };
  return excluded === undefined ? (name) => finds(name) === true : (name) => finds(name) === false;
}

function compilePattern(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source);
  } catch {
    return null;
  }
}

/**
 * Whether the rest after the beginning of a name makes it a different model: `claude-sonnet-5` is also the beginning of
 * `claude-sonnet-5-5`, which has another price. A date, which has more digits, does not.
 */
function isOtherVersion(begin: string, rest: string): boolean {
  return /\d$/.test(begin) && /^(\d|[-.]\d{1,2}(?!\d))/.test(rest);
}
