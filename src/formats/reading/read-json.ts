import type { Json } from '@/base/json';
import type { DocumentPath } from '@/workflow/diagnostic';
import { readBoolean } from './read-scalar';
import { isTooDeep, type Reading, replaceText, reportProblem, reportReadingProblem } from './reading';
import type { MapNode, ScalarNode, SyntaxNode } from './syntax-node';

/** Reads a node that may hold any JSON value. If it is not valid JSON, reports a problem and returns undefined. */
export function readJson(reading: Reading, node: SyntaxNode | null, path: DocumentPath): Json | undefined {
  if (isTooDeep(reading, node, path)) return undefined;
  switch (node?.kind) {
    case 'map':
      return readMembers(reading, node, path);
    case 'list':
      return node.items
        .map((item, index) => readJson(reading, item, [...path, index]))
        .filter((item) => item !== undefined);
    case 'scalar':
      return readPlain(reading, node, path);
    case 'broken':
      if (node.problem) reportProblem(reading, node.problem, path);
      return undefined;
    default:
      return null;
  }
}

function readMembers(reading: Reading, map: MapNode, path: DocumentPath): Json {
  for (const problem of map.problems ?? []) reportProblem(reading, problem, path);
  const object: Record<string, Json> = {};
  for (const { key, value } of map.entries) {
    const read = readJson(reading, value, [...path, key]);
    if (read !== undefined) object[key] = read;
  }
  return object;
}

function readPlain(reading: Reading, node: ScalarNode, path: DocumentPath): Json | undefined {
  const { value } = node;
  if (typeof value === 'boolean') return readBoolean(reading, node, path);
  if (typeof value === 'number' && Number.isFinite(value)) warnOfShortened(reading, node, path);
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  reportReadingProblem(reading, 'HED202', `${node.text} is not a JSON value. Put it in quotes.`, path, node.span);
  return undefined;
}

/** Fields whose values authors mean as they are written, such as versions. */
const givenValues: ReadonlySet<string | number> = new Set(['variables', 'inputs', 'args', 'initial_value']);

/** Warns of a number that is not written as it is read: `1.10` is 1.1, and `007` is 7. */
function warnOfShortened(reading: Reading, { text, value, span }: ScalarNode, path: DocumentPath): void {
  if (!/^-?(?:\d+\.\d*0|0\d+(?:\.\d+)?)$/.test(text) || !path.some((key) => givenValues.has(key))) return;
  const message = `${text} is read as ${value}. Put it in quotes to keep it as it is written.`;
  const fix = replaceText(reading, 'Put it in quotes', span, JSON.stringify(text));
  reportReadingProblem(reading, 'HED524', message, path, span, { severity: 'warning', fix });
}
