import { describe, expect, it } from 'vitest';
import { createDefinitionRepository } from '@/storage/memory/definition-repository';
import { run } from '../memory-io.testing';

const flow = `
memory: { index: { /notes/tides.md: Tide tables of the harbour } }
library:
  report: { description: Writes a report on the tides, criteria: [Report the tides], task: { description: Report. } }
  clean: { description: Cleans a data set, task: { description: Clean. } }
tasks: { a: { type: call, ref: clean } }
`;

describe('heddle match', () => {
  it('ranks definitions, saved ones and files of the memory index by a sentence', async () => {
    const files = { 'flow.yaml': flow };
    const { code, out } = await run(['match', 'Report the tides', 'flow.yaml'], { files });
    expect(code).toBe(0);
    expect(out).toMatch(/^1\.00 +definition +report +Writes a report on the tides\n\d\.\d\d +file +\/notes\/tides\.md/);
    expect(out).not.toContain('clean');

    const definitions = createDefinitionRepository(() => 0);
    await run(['library', 'save', 'flow.yaml', 'clean'], { files, definitions });
    const json = await run(['match', 'clean data', '--json'], { definitions });
    expect(JSON.parse(json.out)).toMatchObject([{ kind: 'saved', name: 'clean@1' }]);
  });

  it('says when nothing fits, and what it takes', async () => {
    expect(await run(['match', 'bake bread'])).toMatchObject({ code: 0, out: '', err: 'None of 0 fits.\n' });
    expect((await run(['match'])).code).toBe(2);
    expect((await run(['match', 'x', 'missing.yaml'])).code).toBe(2);
  });
});
