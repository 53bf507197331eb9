import { formatCost, formatDuration } from '@/base/figures';
import { isJsonObject, type Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { parseExpectationType } from '@/workflow/expectation-types';
import type { Expectation } from '@/workflow/test-case-schema';
import { formatWanted, shorten } from './evaluated-item';

/** The most characters of what is expected. */
const mostShown = 120;

/** The type of an expectation as people say it: `tool-sequence`. */
export function formatExpectationType(type: string): string {
  return type.replace('trajectory:', '');
}

/** What an expectation expects, in a few words: `lookup_order, then open_refund`. */
export function describeExpectation({ type, value = null, threshold = 0 }: Expectation): string {
  const { plain } = parseExpectationType(type);
  if (plain === 'cost') return `at most ${formatCost(threshold)}`;
  if (plain === 'tokens') return `at most ${threshold.toLocaleString('en')}`;
  if (plain === 'latency') return `at most ${formatDuration(threshold)}`;
  const fields = isJsonObject(value) ? value : {};
  switch (plain) {
    case 'rounds':
    case 'trajectory:step-count':
      return describeCount(fields['min'], fields['max']);
    case 'is-json':
    case 'contains-json':
      return listNames(fields['required']) || 'any JSON';
    case 'trajectory:tool-sequence':
      return describeSteps(fields['steps'] ?? value, fields['mode']);
    case 'trajectory:tool-args-match':
      return shorten(`${formatWanted(fields['name'] ?? '')} with ${encodeJson(fields['args'] ?? {})}`, mostShown);
    default:
      return shorten(describeValue(value), mostShown);
  }
}

/** A list and the members of an object with commas between them: `order_id A-20418, reason broken`. */
function describeValue(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(formatWanted).join(', ');
  if (!isJsonObject(value)) return formatWanted(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${formatWanted(member ?? null)}`)
    .join(', ');
}

function describeCount(min: Json | undefined, max: Json | undefined): string {
  if (max === undefined) return `at least ${String(min ?? 0)}`;
  return min === max ? String(max) : `${String(min ?? 0)} to ${String(max)}`;
}

const listNames = (value: Json | undefined): string => (Array.isArray(value) ? value.join(', ') : '');

function describeSteps(steps: Json | undefined, mode: Json | undefined): string {
  const names = Array.isArray(steps) ? (steps as readonly Json[]).map(formatWanted) : [];
  return shorten(names.join(mode === 'any_order' ? ', ' : ', then '), mostShown);
}
