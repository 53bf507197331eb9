import { readFileSync } from 'node:fs';
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { describe, expect, it } from 'vitest';
import { checkExpression, evaluateCel } from '@/workflow/expressions/cel';
import { formatCelDuration, typeName } from '@/workflow/expressions/extensions/text-of';
import { parseDuration } from '@/workflow/expressions/extensions/times';
import { isMembers, listMemberPairs } from '@/workflow/expressions/extensions/values';
import { toJson } from '@/workflow/expressions/language/to-json';

/** A value as the suite writes it: `{"int64Value": "1"}`. */
type Written = Readonly<Record<string, unknown>>;

interface Case {
  readonly id: string;
  readonly expr: string;
  /** Names that the expression may use. */
  readonly declared?: readonly string[];
  readonly names?: Readonly<Record<string, Written>>;
  /** The expression need not pass the check. */
  readonly unchecked?: true;
  /** The value, unless the expression fails. */
  readonly value?: Written;
  readonly fails?: true;
}

const folder = new URL('fixtures/cel/', import.meta.url);
const { cases } = JSON.parse(readFileSync(new URL('conformance.json', folder), 'utf8')) as { cases: readonly Case[] };
/** Why cases are decided against, by the reason; an id that ends in / stands for all cases that begin with it. */
const decided = JSON.parse(readFileSync(new URL('decided.json', folder), 'utf8')) as Record<string, readonly string[]>;
const against = new Set(Object.values(decided).flat());

function read(written: Written): unknown {
  const [[kind, value] = ['', null]] = Object.entries(written);
  const nested = value as { readonly values?: readonly Written[]; readonly entries?: readonly Entry[] };
  switch (kind) {
    case 'int64Value':
      return BigInt(String(value));
    case 'uint64Value':
      return new UnsignedInt(BigInt(String(value)));
    case 'doubleValue':
      return Number(value);
    case 'bytesValue':
      return new Uint8Array(Buffer.from(String(value), 'base64'));
    case 'listValue':
      return (nested.values ?? []).map(read);
    case 'mapValue':
      return new Map((nested.entries ?? []).map((entry) => [read(entry.key), read(entry.value)]));
    case 'objectValue':
      return readObject(value as Readonly<Record<string, string>>);
    default:
      return value;
  }
}

interface Entry {
  readonly key: Written;
  readonly value: Written;
}

function readObject({ '@type': type = '', value = '' }: Readonly<Record<string, string>>): unknown {
  return type.endsWith('Timestamp') ? new Date(value) : parseDuration(value);
}

/** A text that is the same for the same values of the same types. Of 0 the sign is left out. */
function shown(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return `${value}`;
  if (value instanceof UnsignedInt) return `${value.value}u`;
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : `${value}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Duration) return formatCelDuration(value);
  if (value instanceof Uint8Array) return `bytes ${value.join()}`;
  if (Array.isArray(value)) return `[${value.map(shown).join()}]`;
  if (isMembers(value)) {
    const members = listMemberPairs(value).map(([key, member]) => `${shown(key).replace(/u$/, '')}: ${shown(member)}`);
    return `{${members.sort().join()}}`;
  }
  return `type ${typeName(value as object)}`;
}

/** What differs from what the suite expects; undefined if nothing. */
function difference({ expr, declared = [], names = {}, unchecked, value, fails }: Case): string | undefined {
  const values = new Map(Object.entries(names).map(([name, written]) => [name, read(written)]));
  const checked = unchecked ? undefined : checkExpression(expr, [...new Set([...declared, ...values.keys()])]);
  const evaluated = checked?.ok === false ? checked : evaluateCel(expr, values);
  if (fails) return !evaluated.ok || !hasResult(evaluated.value) ? undefined : `fails not: ${shown(evaluated.value)}`;
  if (!evaluated.ok) return evaluated.error.message;
  const wanted = value?.['typeValue'] === undefined ? shown(read(value ?? {})) : `type ${value['typeValue']}`;
  const found = shown(evaluated.value);
  return found === wanted ? undefined : `${found} instead of ${wanted}`;
}

/** Whether a workflow would go on with a value. One that is out of range is refused where it leaves the expression. */
function hasResult(value: unknown): boolean {
  try {
    toJson(value);
    return true;
  } catch {
    return false;
  }
}

describe('the conformance suite of CEL', () => {
  const sectionOf = ({ id }: Case) => id.split('/').slice(0, 2).join('/');
  it.each([...new Set(cases.map(sectionOf))])('%s', (section) => {
    const tested = cases.filter((found) => sectionOf(found) === section);
    const differences = tested.flatMap((found) => {
      const differs = difference(found);
      if (against.has(found.id)) return differs === undefined ? [`${found.id} passes: take it from decided.json`] : [];
      return differs === undefined ? [] : [`${found.id}: ${found.expr}\n  ${differs}`];
    });
    expect(differences).toEqual([]);
  });

  it('has every case that is decided against', () => {
    const ids = new Set(cases.map(({ id }) => id));
    expect([...against].filter((id) => !ids.has(id))).toEqual([]);
  });
});
