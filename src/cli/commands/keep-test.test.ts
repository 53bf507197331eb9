import { describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const yaml = 'default_model: sim:echo\ntasks:\n  say: { description: Say A-1 }\n';
const json = `{
    "tasks": { "z": { "description": "Say A-1", "model": "sim:echo" }, "a": { "description": "Say", "model": "sim:echo" } },
    "name": "Two"
}`;
const xml = `<workflow>
  <!-- the only one -->
  <tasks>
    <task id="say" type="atomic"><description>Say A-1</description><model>sim:echo</model></task>
  </tasks>
</workflow>
`;

/** Runs a workflow once, keeps the run as a test, and tests it. */
async function keep(file: string, text: string, ...more: readonly string[]) {
  const journal = createRunJournal();
  expect((await run(['run', file], { files: { [file]: text }, journal })).code).toBe(0);
  const files = { [file]: text };
  const kept = await run(['test', 'keep', file, '--as', 'one', ...more], { files, journal });
  const written = kept.files[file] ?? '';
  const recording = { '/here/tests/one.jsonl': kept.files['tests/one.jsonl'] ?? '' };
  const tested = kept.code === 0 && (await run(['test', file], { files: { [file]: written, ...recording }, journal }));
  return { ...kept, written, tested: tested ? tested.out : '' };
}

describe('heddle test keep', () => {
  it('keeps the notation of the file, and what it says otherwise', { timeout: 120_000 }, async () => {
    const inYaml = await keep('a.yaml', yaml);
    expect(inYaml.written.startsWith(yaml)).toBe(true);
    const inJson = await keep('a.json', json);
    expect(Object.keys(JSON.parse(inJson.written).tasks)).toEqual(['z', 'a']);
    expect(Object.keys(JSON.parse(inJson.written))).toEqual(['tasks', 'name', 'tests']);
    const inXml = await keep('a.xml', xml);
    expect(inXml.written).toContain('  <!-- the only one -->\n');
    expect(inXml.written).toContain('<test name="one">');
    for (const { tested } of [inYaml, inJson, inXml]) expect(tested).toContain('1 passed');
  });

  it('takes only the kinds that are named, and a judge', { timeout: 120_000 }, async () => {
    const { written, out, err } = await keep('a.yaml', yaml, '--expect', 'bounds,tools', '--judge', 'sim:fast');
    expect(written.slice(yaml.length).replace(/\d+/, 'N')).toBe(
      'tests:\n  one:\n    expect:\n      - type: tokens\n        threshold: N\n' +
        '    judge:\n      model: sim:fast\n    recording: file:///tests/one.jsonl\n',
    );
    expect(out).toMatch(/^one is a test of a\.yaml\.\n {2}tokens: 1\.5 × \d+ tok\n$/);
    expect(err).toContain('sim:fast judges. Write what');
    expect((await keep('a.yaml', yaml, '--expect', 'bound')).err).toContain('--expect bound: some of result, schema');
  });

  it('refuses what cannot be a test, and then writes nothing', { timeout: 120_000 }, async () => {
    const journal = createRunJournal();
    const keepIt = (...args: readonly string[]) =>
      run(['test', 'keep', ...args], { files: { 'a.yaml': yaml }, journal });
    expect(await keepIt('a.yaml', '--as', 'one')).toMatchObject({ code: 2, files: {} });
    await run(['dry-run', 'a.yaml', '--journal', 'x'], { files: { 'a.yaml': yaml }, journal });
    const dry = await keepIt('a.yaml', '--as', 'one');
    expect([dry.code, dry.err, dry.files]).toEqual([2, expect.stringContaining('It was a dry run'), {}]);
    await run(['run', 'a.yaml'], { files: { 'a.yaml': yaml }, journal });
    expect(await keepIt('a.yaml')).toMatchObject({ code: 2, files: {} });
    const named = await keepIt('a.yaml', '--as', '../x');
    expect([named.code, named.files]).toEqual([2, {}]);
  });
});
