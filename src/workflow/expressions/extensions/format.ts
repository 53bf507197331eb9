import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { formatCelText, getTypeName } from './text-of';
import { getTypeWord } from './type-words';
import { convertToPlainNumber, isMembers, isNumber, listMemberPairs } from './values';

const clause = /%(?:(%)|(?:\.(\d+))?([a-zA-Z])|)/g;
const maxPrecision = 100;

/**
 * Puts the values of a list into a text: `"%s has %d".format([name, count])`. The clauses are CEL's: `%s` any value,
 * `%d` a number, `%f` and `%.2f` with a point, `%e` with an exponent, `%b`, `%o`, `%x` and `%X` to the base 2, 8, 16.
 */
export function formatText(text: string, values: readonly unknown[]): string {
  let next = 0;
  return text.replace(clause, (whole, percent?: string, precision?: string, verb?: string) => {
    if (percent !== undefined) return '%';
    if (verb === undefined) throw new Error('After “%” the letter of a clause is missing. Write “%%” for a “%”.');
    if (next >= values.length) throw new Error(`There is no value for “${whole}”: the list has ${values.length}.`);
    return formatValue(verb, values[next++], precision);
  });
}

function formatValue(verb: string, value: unknown, precision: string | undefined): string {
  const digits = precision === undefined ? 6 : Number(precision);
  if (digits > maxPrecision) throw new Error(`A precision is at most ${maxPrecision}.`);
  switch (verb) {
    case 's':
      return formatAnyValue(value);
    case 'd':
      return isNumber(value) ? formatCelNumber(convertToPlainNumber(value)) : throwUnfit(verb, value);
    case 'f':
      return isNumber(value) ? formatFixed(Number(convertToPlainNumber(value)), digits) : throwUnfit(verb, value);
    case 'e':
      return isNumber(value) ? formatExponential(Number(convertToPlainNumber(value)), digits) : throwUnfit(verb, value);
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : formatBased(verb, value, 2);
    case 'o':
      return formatBased(verb, value, 8);
    case 'x':
      return formatHexadecimal(verb, value);
    case 'X':
      return formatHexadecimal(verb, value).toUpperCase();
    default:
      throw new Error(`“%${verb}” is not a clause. There are %s, %d, %f, %e, %b, %o, %x and %X.`);
  }
}

function throwUnfit(verb: string, value: unknown): never {
  throw new Error(`“%${verb}” does not take a value of the type ${getTypeWord(getTypeName(value))}.`);
}

/** Any value, with lists in square and objects in curly brackets, their members in the order of their keys. */
function formatAnyValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatAnyValue).join(', ')}]`;
  if (!isMembers(value)) return typeof value === 'number' ? formatCelNumber(value) : formatCelText(value);
  const members = listMemberPairs(value).map(([key, member]) => [formatAnyValue(key), formatAnyValue(member)] as const);
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map((member) => member.join(': ')).join(', ')}}`;
}

function formatCelNumber(value: bigint | number): string {
  return String(value);
}

function formatFixed(value: number, digits: number): string {
  return Number.isFinite(value) ? roundHalves(value, digits) : String(value);
}

/** As `toFixed`, which has at most 21 digits before the point, but an exact half is rounded to the even digit. */
function roundHalves(value: number, digits: number): string {
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`;
  const text = value.toFixed(digits);
  const exact = value.toFixed(maxPrecision);
  const isHalf = /^50*$/.test(exact.slice(exact.indexOf('.') + 1 + digits));
  if (!isHalf || !/[13579]$/.test(text)) return text;
  const scaled = BigInt(exact.replace('.', '').slice(0, exact.indexOf('.') + digits));
  const whole = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0');
  const sign = value < 0 ? '-' : '';
  return sign + (digits === 0 ? whole : `${whole.slice(0, -digits)}.${whole.slice(-digits)}`);
}

/** With an exponent of at least two digits. */
function formatExponential(value: number, digits: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2');
}

function formatBased(verb: string, value: unknown, base: number): string {
  const number = value instanceof UnsignedInt ? value.value : value;
  return typeof number === 'bigint' || Number.isInteger(number)
    ? BigInt(number as bigint | number).toString(base)
    : throwUnfit(verb, value);
}

function formatHexadecimal(verb: string, value: unknown): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (!(bytes instanceof Uint8Array)) return formatBased(verb, value, 16);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
