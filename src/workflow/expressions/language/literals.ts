import type { ASTNode } from '@marcbachmann/cel-js';
import { matchBounded } from '../bounded-match';
import { convertToZone, parseDuration, parseTime } from '../extensions/times';
import { getWrittenName } from './private-names';

/** A literal that the function it is passed to cannot take, whatever else happens. */
export interface LiteralProblem {
  readonly message: string;
  readonly node: ASTNode;
}

/** What a function does with its last argument if that is a text. Throws an Error for a text that is wrong. */
const checks: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['matches', (pattern: string) => matchBounded('', pattern)],
  ['timestamp', parseTime],
  ['duration', parseDuration],
  ...[
    'Date',
    'DayOfMonth',
    'DayOfWeek',
    'DayOfYear',
    'FullYear',
    'Hours',
    'Milliseconds',
    'Minutes',
    'Month',
    'Seconds',
  ].map((part) => [`get${part}`, (zone: string): unknown => convertToZone(new Date(0), zone)] as const),
]);

/** Finds a pattern, time, duration or zone that is written in an expression and is wrong. */
export function findLiteralProblem(node: ASTNode): LiteralProblem | undefined {
  const [name, args] = node.op === 'call' ? node.args : node.op === 'rcall' ? [node.args[0], node.args[2]] : ['', []];
  const last = args.at(-1);
  const check = checks.get(getWrittenName(name));
  if (check !== undefined && last?.op === 'value' && typeof last.args === 'string') {
    try {
      check(last.args);
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error), node: last };
    }
  }
  for (const child of listChildren(node)) {
    const problem = findLiteralProblem(child);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function listChildren(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}
