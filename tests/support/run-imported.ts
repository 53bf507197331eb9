import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Json } from '@/base/json';
import { importForeign } from '@/formats/foreign/import-foreign';
import type { FaultServer } from '../../e2e/servers/fault-server';
import { runHere } from './run-here';

/** Of a file of another program, as it is run. */
interface Imported {
  readonly file: string;
  /** The task whose result is wanted. */
  readonly end: string;
  readonly given: Readonly<Record<string, Json>>;
  /** Nodes that are not told as exact; none if left out. */
  readonly adapted?: readonly string[];
}

/**
 * Imports a file, all nodes of which are told as exact but those that are named, and runs it: what its last task gives,
 * and what was sent to the server, which plays its models.
 */
export async function runImported(server: FaultServer, { file, end, given, adapted = [] }: Imported) {
  const imported = importForeign(file);
  if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
  const { report } = imported.value;
  const others = report.lines.filter(({ place, mark }) => place.startsWith('node:') && mark !== 'exact');
  expect(others.map(({ place }) => place.slice(5)).toSorted()).toEqual(adapted);
  const folder = mkdtempSync(join(tmpdir(), 'heddle-exact-'));
  writeFileSync(join(folder, 'a.yaml'), imported.value.text);
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'k' };
  const before = server.requests.length;
  const values = Object.entries(given).flatMap(([name, value]) => [
    '--var',
    `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ]);
  const { code, out, err } = await runHere(['run', 'a.yaml', '--json', '--allow-scripts', ...values], { folder, env });
  const ends = out.split('\n').flatMap((line) => {
    const event = line.startsWith('{') ? (JSON.parse(line) as { kind?: string; path?: string; result?: string }) : {};
    return event.kind === 'task.completed' && event.path === `task/${end}`
      ? [JSON.parse(event.result ?? 'null') as Json]
      : [];
  });
  expect({ code, err: code === 0 ? '' : err + out }).toEqual({ code: 0, err: '' });
  return { result: ends[0], requests: server.requests.slice(before) };
}
