import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../memory-io.testing';

const app = readFileSync('tests/fixtures/dify/loop-0.4.0.yml', 'utf8');

it('prints the report of a file, and writes the workflow where it is asked to', async () => {
  const { code, out, files } = await run('import a.yml', { files: { 'a.yml': app } });
  expect(code).toBe(0);
  expect(files).toEqual({});
  expect(out).toContain('This is a Dify workflow, DSL 0.4.0, 8 nodes, 6 wires.');
  expect(out).toContain('Of 8 nodes 7 exact, 1 adapted, 0 dropped.');
  expect(out).toMatch(/Dry run: \d tasks ran, 1 skipped, 0 failed\. Nothing was sent\./);
  expect(out).toContain('- TOKEN (');
  expect(out).toMatch(/A real run makes \d+ – \d+ calls and costs .* at the listed prices/);
  expect(out).toMatch(/## Before the first real run\n\n- TOKEN: Give its value/);

  const xml = await run('import a.yml --to xml --report json', { files: { 'a.yml': app } });
  expect(xml.out).toMatch(/^<\?xml|^<workflow/);
  expect(JSON.parse(xml.err)).toMatchObject({ format: 'dify', dryRun: { failed: 0 } });
  const written = await run('import a.yml --out a.xml', { files: { 'a.yml': app } });
  expect(Object.keys(written.files)).toEqual(['a.xml']);
});

it('reads several files, and goes on after one that it cannot read', async () => {
  const files = {
    'a.yml': app,
    'b.json': '{"nodes": [{"typeVersion": 1}], "connections": {}}',
    'c.yaml': 'tasks: { a: { description: A } }',
  };
  const { code, out, err } = await run('import a.yml b.json c.yaml --report json', { files });
  expect(code).toBe(2);
  expect(JSON.parse(out)).toHaveLength(1);
  expect(err).toContain('b.json: This is an n8n workflow, 1 node. Heddle cannot read this yet.');
  expect(err).toContain('c.yaml: This is a workflow of Heddle already.');
});

it('what is no file of a known program is told by its keys, or read as that of a run', async () => {
  const unknown = await run('import a.json', { files: { 'a.json': '{"some": ["thing"]}\n' } });
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('No known format. It has the keys some;') });
  const tests = await run('import a.yml', { files: { 'a.yml': 'prompts: [a]\ntests: [{ vars: { a: 1 } }]' } });
  expect(tests.err).toContain('These are promptfoo tests: 1 case, 1 prompt. heddle test import FILE takes them over.');
  const { code, err } = await run('import a.json', { files: { 'a.json': 'no JSON\n' } });
  expect(code).not.toBe(0);
  expect(err).toMatch(/Line 1/);
  const html = await run('import a.html', { files: { 'a.html': '<!doctype html><p>Hello</p>' } });
  expect(html.code).not.toBe(0);
  expect(html.err).not.toMatch(/known/);
});
