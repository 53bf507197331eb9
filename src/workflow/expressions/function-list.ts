/** A function that expressions have, for completion and the guide. The evaluator is not loaded for this. */
export interface FunctionHelp {
  readonly name: string;
  /** What it is called on: a kind of value, a namespace such as `math`, or nothing. */
  readonly on?: CalledOn;
  /** How it is called, without what it is called on: `replace(part, by)`. */
  readonly call: string;
  readonly about: string;
}

/** What functions are called on. Of `math`, `lists`, `sets`, `strings`, `base64` and `cel` it is the name itself. */
export type CalledOn = KindOfValue | (typeof functionNamespaces)[number];

type KindOfValue = 'text' | 'list' | 'object' | 'time' | 'duration' | 'bytes';

/** Names that functions are called on and that are not values. */
export const functionNamespaces = ['math', 'lists', 'sets', 'strings', 'base64', 'cel'] as const;

const global: readonly Entry[] = [
  ['has(tasks.x)', 'Whether an object has a member'],
  ['size(value)', 'How many characters, items or members'],
  ['string(value)', 'As text'],
  ['int(value)', 'As a whole number, without a fraction'],
  ['double(value)', 'As a number'],
  ['bool(value)', 'As true or false'],
  ['bytes(text)', 'As bytes in UTF-8'],
  ['type(value)', 'The type: int, double, string, list, map, …'],
  ['dyn(value)', 'The same value, checked only in the run'],
  ['timestamp(text)', 'A time: timestamp("2026-01-31T18:00:00+02:00")'],
  ['duration(text)', 'A duration: duration("1h30m")'],
];

/** How a function is called, and what it does. */
type Entry = readonly [call: string, about: string];

const onTexts: readonly Entry[] = [
  ['charAt(place)', 'The character there'],
  ['contains(part)', 'Whether it holds a text'],
  ['endsWith(part)', 'Whether it ends with a text'],
  ['format(values)', 'With the values of a list in its %s, %d, %.2f'],
  ['indexOf(part)', 'Where a text is first, or -1'],
  ['lastIndexOf(part)', 'Where a text is last, or -1'],
  ['lowerAscii()', 'With small letters for A to Z'],
  ['matches(pattern)', 'Whether a regular expression (RE2) matches in it'],
  ['replace(part, by)', 'With another text for each; a third argument: for so many'],
  ['reverse()', 'Backwards'],
  ['size()', 'How many characters'],
  ['split(separator)', 'The list of its parts'],
  ['startsWith(part)', 'Whether it begins with a text'],
  ['substring(start, end)', 'The part from a place up to another; without end, all after it'],
  ['trim()', 'Without spaces and line breaks around it'],
  ['upperAscii()', 'With capitals for a to z'],
];

const onLists: readonly Entry[] = [
  ['all(item, condition)', 'Whether it holds for all; also all(index, item, condition)'],
  ['distinct()', 'Each value once'],
  ['exists(item, condition)', 'Whether it holds for one; also exists(index, item, condition)'],
  ['exists_one(item, condition)', 'Whether it holds for exactly one'],
  ['existsOne(index, item, condition)', 'Whether it holds for exactly one'],
  ['filter(item, condition)', 'Those for which it holds'],
  ['flatten()', 'With the items of lists in it; a depth as argument'],
  ['indexOf(value)', 'Where a value is first, or -1'],
  ['isSorted()', 'Whether the items are in order'],
  ['join(separator)', 'Its texts as one text'],
  ['lastIndexOf(value)', 'Where a value is last, or -1'],
  ['map(item, value)', 'A value for each; also map(item, condition, value)'],
  ['max()', 'The largest'],
  ['min()', 'The smallest'],
  ['reverse()', 'From the last to the first'],
  ['size()', 'How many items'],
  ['slice(start, end)', 'The items from a place up to another'],
  ['sort()', 'In order'],
  ['sortBy(item, key)', 'In the order of a value of each item'],
  ['sum()', 'Its numbers together'],
  ['transformList(index, item, value)', 'A value for each; with a condition before the value: for some'],
  ['transformMap(index, item, value)', 'An object with a value for each'],
];

const onObjects: readonly Entry[] = [
  ['all(key, value, condition)', 'Whether it holds for all members'],
  ['exists(key, value, condition)', 'Whether it holds for a member'],
  ['existsOne(key, value, condition)', 'Whether it holds for exactly one member'],
  ['filter(key, condition)', 'The keys for which it holds'],
  ['map(key, value)', 'The list of a value for each key'],
  ['size()', 'How many members'],
  ['transformList(key, value, result)', 'The list of a result for each member'],
  ['transformMap(key, value, result)', 'The same keys, with a result for each'],
];

const onTimes: readonly Entry[] = [
  ['getFullYear(zone)', 'The year; a zone such as "+02:00" or "Europe/Berlin", else UTC'],
  ['getMonth(zone)', 'The month, from 0'],
  ['getDate(zone)', 'The day of the month, from 1'],
  ['getDayOfMonth(zone)', 'The day of the month, from 0'],
  ['getDayOfWeek(zone)', 'The day of the week, 0 is Sunday'],
  ['getDayOfYear(zone)', 'The day of the year, from 0'],
  ['getHours(zone)', 'The hour'],
  ['getMinutes(zone)', 'The minute'],
  ['getSeconds(zone)', 'The second'],
  ['getMilliseconds(zone)', 'The milliseconds of the second'],
];

const onDurations: readonly Entry[] = [
  ['getHours()', 'All of it in whole hours'],
  ['getMinutes()', 'All of it in whole minutes'],
  ['getSeconds()', 'All of it in whole seconds'],
  ['getMilliseconds()', 'The milliseconds beyond the last second'],
];

const onBytes: readonly Entry[] = [
  ['base64()', 'As base64'],
  ['hex()', 'As hexadecimal digits'],
  ['size()', 'How many bytes'],
  ['string()', 'The text that they encode'],
];

const ofMath: readonly Entry[] = [
  ['greatest(a, b)', 'The largest of its numbers, or of one list'],
  ['least(a, b)', 'The smallest of its numbers, or of one list'],
  ['abs(number)', 'Without its sign'],
  ['sign(number)', '-1, 0 or 1'],
  ['ceil(number)', 'Rounded up'],
  ['floor(number)', 'Rounded down'],
  ['round(number)', 'Rounded, a half away from 0'],
  ['trunc(number)', 'Without its fraction'],
  ['sqrt(number)', 'The square root'],
  ['isNaN(number)', 'Whether it is not a number, as 0.0 / 0.0'],
  ['isInf(number)', 'Whether it is infinite'],
  ['isFinite(number)', 'Whether it is neither of both'],
  ['bitAnd(a, b)', 'The bits that both have'],
  ['bitOr(a, b)', 'The bits that one of them has'],
  ['bitXor(a, b)', 'The bits that differ'],
  ['bitNot(a)', 'The other bits'],
  ['bitShiftLeft(a, by)', 'The bits, so many places to the left'],
  ['bitShiftRight(a, by)', 'The bits, so many places to the right'],
];

/** The functions that expressions have. */
export const functionList: readonly FunctionHelp[] = [
  ...listFunctions(undefined, global),
  ...listFunctions('text', onTexts),
  ...listFunctions('list', onLists),
  ...listFunctions('object', onObjects),
  ...listFunctions('time', onTimes),
  ...listFunctions('duration', onDurations),
  ...listFunctions('bytes', onBytes),
  ...listFunctions('math', ofMath),
  ...listFunctions('lists', [['range(count)', 'The whole numbers from 0 up to a count']]),
  ...listFunctions('sets', [
    ['contains(list, part)', 'Whether a list has all items of another'],
    ['equivalent(a, b)', 'Whether two lists have the same items'],
    ['intersects(a, b)', 'Whether two lists have an item in common'],
  ]),
  ...listFunctions('strings', [['quote(text)', 'In quotes, with escapes']]),
  ...listFunctions('base64', [
    ['encode(bytes)', 'Bytes as base64'],
    ['decode(text)', 'Base64 as bytes'],
  ]),
  ...listFunctions('cel', [['bind(name, value, result)', 'A result in which a name stands for a value']]),
];

function listFunctions(on: CalledOn | undefined, entries: readonly Entry[]): readonly FunctionHelp[] {
  return entries.map(([call, about]) => {
    const name = call.slice(0, call.indexOf('('));
    return on === undefined ? { name, call, about } : { name, on, call, about };
  });
}
