import { mkdtempSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDefinitionFolder } from '@/cli/library/definition-folder';
import type { Stores } from '@/storage/stores';
import type { WorkflowDocument } from '@/workflow/document';
import { describeEachStore } from './each-store';

const start = Date.parse('2026-11-01T10:00:00.000Z');
const holding = (name: string, prompt: string, description?: string): WorkflowDocument => ({
  tasks: {},
  library: { [name]: { ...(description && { description }), task: { type: 'atomic', description: prompt } } },
});

type Open = (options?: { readonly now?: () => number }) => Promise<Pick<Stores, 'definitions'>>;

const suite = (open: Open) => {
  it('counts the versions of each definition, and gives back any of them', async () => {
    let now = start;
    const { definitions } = await open({ now: () => now });
    expect(await definitions.save('report', holding('report', 'one'))).toBe(1);
    now += 1000;
    expect(await definitions.save('report', holding('report', 'two', 'Writes'))).toBe(2);
    expect(await definitions.save('a', holding('a', 'one'))).toBe(1);
    const times = ['2026-11-01T10:00:00.000Z', '2026-11-01T10:00:01.000Z'];
    expect(await definitions.list()).toEqual([
      { name: 'a', versions: [{ version: 1, savedAt: times[1] }] },
      {
        name: 'report',
        description: 'Writes',
        versions: [
          { version: 2, savedAt: times[1] },
          { version: 1, savedAt: times[0] },
        ],
      },
    ]);
    expect(await definitions.load('report', 1)).toEqual({
      name: 'report',
      version: 1,
      savedAt: times[0],
      document: holding('report', 'one'),
    });
    expect(await definitions.load('report')).toMatchObject({ version: 2 });
    expect(await definitions.load('report', 3)).toBeUndefined();
    expect(await definitions.load('nowhere')).toBeUndefined();
  });

  it('adds no version that is the same as the newest', async () => {
    const { definitions } = await open();
    const [one, two] = [holding('a', 'one'), holding('a', 'two')];
    for (const [document, version] of [
      [one, 1],
      [one, 1],
      [two, 2],
      [one, 3],
    ] as const) {
      expect(await definitions.save('a', document)).toBe(version);
    }
  });

  it('removes a definition with all its versions, and no other', async () => {
    const { definitions } = await open();
    await definitions.save('a', holding('a', 'one'));
    await definitions.save('a', holding('a', 'two'));
    await definitions.save('ab', holding('ab', 'one'));
    await definitions.remove('a');
    await definitions.remove('nowhere');
    expect((await definitions.list()).map(({ name }) => name)).toEqual(['ab']);
  });
};

describeEachStore('The repository of definitions', suite);
describe('The repository of definitions in a folder', () => {
  // The time is that of the file.
  suite(async ({ now = () => start } = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-library-'));
    const { save, ...rest } = createDefinitionFolder(folder);
    return {
      definitions: {
        ...rest,
        save: async (name, document) => {
          const version = await save(name, document);
          const seconds = now() / 1000;
          utimesSync(join(folder, `${name}@${version}.yaml`), seconds, seconds);
          return version;
        },
      },
    };
  });
});
