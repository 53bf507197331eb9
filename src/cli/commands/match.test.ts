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

  it('gives the five definitions that fit best, and all files', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    const library = Object.fromEntries(
      names.map((name) => [name, { description: `Tides, ${name}`, task: { description: 'x' } }]),
    );
    const index = Object.fromEntries(names.map((name) => [`/${name}.md`, 'Tides']));
    const files = { 'flow.json': JSON.stringify({ library, memory: { index }, tasks: {} }) };
    const { out } = await run(['match', 'tides', 'flow.json', '--json'], { files });
    const kinds = (JSON.parse(out) as readonly { readonly kind: string }[]).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'definition')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'file')).toHaveLength(7);
  });

  it('finds what heddle run --match runs, in the file or among what is saved', async () => {
    const shout = (text: string) => ({
      description: `Shouts a ${text}`,
      parameters: [{ name: 'words', type: 'string' }],
      task: { type: 'script', inputs: { said: `${text}: {{words}}` } },
    });
    const own = { default_model: 'sim:echo', library: { bark: shout('dog'), meow: shout('cat') }, tasks: {} };
    const files = { 'flow.json': JSON.stringify(own) };
    const all = ['run', 'flow.json', '--match'];
    const found = await run([...all, 'shout like a {{cat}}'], { files });
    expect(found.err).toContain('“shout like a {{cat}}” is done by meow.');
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining('cat: shout like a {{cat}}') });
    const told = await run([...all, 'a dog', '--var', 'words=woof'], { files });
    expect(told.out).toContain('dog: woof');
    const none = await run([...all, 'bake bread'], { files });
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringContaining('No definition fits “bake bread”. There are:'),
    });

    const definitions = createDefinitionRepository(() => 0);
    await run(['library', 'save', 'flow.json', 'meow'], { files, definitions });
    const saved = await run(['run', '--match', 'cat'], { definitions });
    expect(saved).toMatchObject({ code: 0, out: expect.stringContaining('cat: cat') });
  });

  it('says when nothing fits, and what it takes', async () => {
    expect(await run(['match', 'bake bread'])).toMatchObject({ code: 0, out: '', err: 'None of 0 fits.\n' });
    expect((await run(['match'])).code).toBe(2);
    expect((await run(['match', 'x', 'missing.yaml'])).code).toBe(2);
  });
});
