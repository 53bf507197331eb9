import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunJournal } from '../run-journal';
import { events, execution } from '../samples.testing';
import { openRunJournal } from './open-run-journal';

let root = '';
let journal: RunJournal;
const at = (...parts: string[]): string => join(root, ...parts);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'heddle-upkeep-'));
  journal = openRunJournal(root, () => {});
  await journal.executions.create(execution('e1'));
  await journal.events.append('e1', events(1, 3), 'strict');
});
afterEach(() => {
  journal.close();
});

/** Creates a file that was last written some time ago. */
function old(...parts: string[]): void {
  mkdirSync(at(...parts, '..'), { recursive: true });
  writeFileSync(at(...parts), 'x'.repeat(100));
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(at(...parts), hourAgo, hourAgo);
}

const orphans = async () => (await journal.upkeep.orphans()).map(({ executionId }) => executionId).sort();

describe('the upkeep of a folder of runs', () => {
  it('counts artifacts as their run’s, and a file of two names once', async () => {
    const size = async () => (await journal.upkeep.sizes()).get('e1') ?? 0;
    const before = await size();
    await journal.keepOutput('e1', 'docs/report.md', pages(5000));
    expect(await size()).toBe(before + 5000);
    linkSync(at('e1', 'outputs', 'docs', 'report.md'), at('e1', 'outputs', 'same.md'));
    expect(await size()).toBe(before + 5000);
  });

  it('removes what began to be written, and nothing that only looks like it', async () => {
    const unique = '0b5a5a3e-7e5c-4b6c-9a2f-1d3c5e7f9a0b';
    const leftovers = [
      ['e1', `events.jsonl.${unique}.tmp`],
      ['e1', 'checkpoints', `000000000003.jsonl.gz.${unique}.tmp`],
      ['e1', 'blobs', `${unique}.tmp`],
      ['e1', 'blobs', `${unique}-12.tmp`],
      ['e1', 'blobs', `${'ab'.repeat(32)}.gz.123-4.tmp`],
      ['e1', 'outputs', `report.md.${unique}.tmp`],
    ];
    for (const parts of leftovers) old(...parts);
    old('e1', 'outputs', 'mine.tmp');
    old('e1', 'notes.tmp');
    expect(await journal.upkeep.orphans()).toEqual([{ executionId: 'e1', bytes: 100 * leftovers.length }]);
    expect(await journal.upkeep.removeOrphans()).toEqual([{ executionId: 'e1', bytes: 100 * leftovers.length }]);
    expect(leftovers.filter((parts) => existsSync(at(...parts)))).toEqual([]);
    expect(existsSync(at('e1', 'outputs', 'mine.tmp')) && existsSync(at('e1', 'notes.tmp'))).toBe(true);
    expect(await journal.events.read('e1')).toHaveLength(3);
  });

  it('takes a folder without a head for a run’s only if all in it is, and it is none that is just being made', async () => {
    old('half', 'plan.json');
    old('half', 'blobs', 'cd'.repeat(32));
    old('foreign', 'plan.json');
    old('foreign', 'thesis.doc');
    mkdirSync(at('empty'));
    mkdirSync(at('20200101-000000-aaaaaaaa'));
    utimesSync(at('20200101-000000-aaaaaaaa'), 1_577_836_800, 1_577_836_800);
    mkdirSync(at('new'));
    writeFileSync(at('new', 'plan.json'), '{}');
    old('new', 'source.json');
    writeFileSync(at('README.md'), 'Mine');
    expect(await orphans()).toEqual(['20200101-000000-aaaaaaaa', 'half']);
    await journal.upkeep.removeOrphans();
    expect(readdirSync(root).sort()).toEqual(['README.md', 'e1', 'empty', 'foreign', 'new']);
    expect(readdirSync(at('foreign')).sort()).toEqual(['plan.json', 'thesis.doc']);
  });

  it('leaves alone what belongs to a run that goes on', async () => {
    old('e1', 'blobs', '0b5a5a3e-7e5c-4b6c-9a2f-1d3c5e7f9a0b.tmp');
    old('half', 'blobs', 'cd'.repeat(32));
    const holds = await Promise.all(['e1', 'half'].map((id) => journal.locks.hold(id)));
    expect([await orphans(), await journal.upkeep.removeOrphans()]).toEqual([[], []]);
    for (const hold of holds) if (hold.ok) hold.value.release();
    expect(await orphans()).toEqual(['e1', 'half']);
    await journal.upkeep.removeOrphans();
    expect([await orphans(), readdirSync(root)]).toEqual([[], ['e1']]);
  });

  it('leaves no folder of a run that is not there, when it was only held', async () => {
    const hold = await journal.locks.hold('nowhere');
    if (hold.ok) hold.value.release();
    expect(readdirSync(root)).toEqual(['e1']);
  });
});

async function* pages(bytes: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(bytes);
}
