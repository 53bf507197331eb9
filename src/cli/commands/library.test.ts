import { describe, expect, it } from 'vitest';
import { createDefinitionRepository } from '@/storage/memory/definition-repository';
import { run } from '../memory-io.testing';

const source = `# Kept.
library:
  report: { description: Writes a report., task: { description: "Report on {{text}}" }, parameters: [{ name: text }] }
tasks: { a: { description: x } }
`;
const target = `# A comment that stays.
tasks:
  a: { description: x } # and this one
`;

const started = Date.parse('2026-11-23T10:00:00.000Z');

async function savedOnce() {
  const definitions = createDefinitionRepository(() => started);
  const first = await run('library save a.yaml report', { definitions, files: { 'a.yaml': source } });
  expect(first).toMatchObject({ code: 0, out: 'report@1\n' });
  return definitions;
}

describe('heddle library', () => {
  it('saves a definition, lists it, shows it, and removes it', async () => {
    const definitions = await savedOnce();
    expect((await run('library', { definitions })).out).toBe('report@1  2026-11-23  Writes a report.\n');
    expect((await run('library show report@1', { definitions })).out).toContain('Report on {{text}}');
    expect(await run('library remove report', { definitions })).toMatchObject({ code: 0 });
    expect(await run('library show report', { definitions })).toMatchObject({
      code: 2,
      err: 'heddle: “report” is not saved. Saved: nothing.\n',
    });
  });

  it('puts one into a workflow with its version, or as a copy, and leaves the comments', async () => {
    const definitions = await savedOnce();
    const put = await run('library put b.yaml report', { definitions, files: { 'b.yaml': target } });
    expect(put.code).toBe(0);
    expect(put.files['b.yaml']).toContain('# A comment that stays.');
    expect(put.files['b.yaml']).toContain('# and this one');
    expect(put.files['b.yaml']).toContain('origin: report@1');
    const copy = await run('library put b.yaml report@1 --copy', { definitions, files: { 'b.yaml': target } });
    expect(copy.files['b.yaml']).toContain('Report on');
    expect(copy.files['b.yaml']).not.toContain('origin');
  });

  it('shows what a newer version would change, and writes it when asked', async () => {
    const definitions = await savedOnce();
    const { files } = await run('library put b.yaml report', { definitions, files: { 'b.yaml': target } });
    const world = { definitions, files: { 'b.yaml': String(files['b.yaml']) } };
    expect((await run('library update b.yaml', world)).err).toBe('Every definition is up to date.\n');
    await run('library save a.yaml report', {
      definitions,
      files: { 'a.yaml': source.replace('Report on', 'Tell of') },
    });
    const shown = await run('library update b.yaml', world);
    expect(shown).toMatchObject({ code: 1, files: {} });
    expect(shown.out).toMatch(/^-.*Report on[\s\S]*^\+.*Tell of/m);
    const written = await run('library update b.yaml --write', world);
    expect(written.files['b.yaml']).toContain('origin: report@2');
    expect(written.files['b.yaml']).toContain('# A comment that stays.');
  });

  it('says what is missing', async () => {
    const definitions = await savedOnce();
    const files = { 'a.yaml': source };
    expect((await run('library save a.yaml nothing', { definitions, files })).err).toContain(
      'Its library has: report.',
    );
    expect((await run('library put a.yaml nothing', { definitions, files })).err).toContain('Saved: report.');
    expect((await run('library frob', { definitions })).err).toContain('none of list, show, save');
    expect((await run('library put a.yaml', { definitions, files })).code).toBe(2);
  });
});
