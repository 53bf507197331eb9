import { describe, expect, it } from 'vitest';
import { run } from '../memory-io.testing';

const files = { 'a.yaml': 'default_model: "sim:fast"\ntasks:\n  fetch: { description: Fetch the tides }\n' };

describe('heddle export --svg', () => {
  it('writes a picture of a workflow, to a file or to standard output', async () => {
    const toFile = await run('export a.yaml --svg a.svg --theme dark', { files });
    expect(toFile.code).toBe(0);
    expect(toFile.files['a.svg']).toMatch(/^<svg .*>Fetch the tides<.*<\/svg>\n$/s);
    expect(toFile.files['a.svg']).not.toContain('prefers-color-scheme');
    const toOut = await run('export a.yaml --svg', { files });
    expect(toOut.out).toContain('prefers-color-scheme');
  });

  it('says what it does not draw', async () => {
    const cases = [
      ['export --svg a.svg', 'Which workflow?'],
      ['export a.yaml --svg --theme pink', '--theme pink: it is light, dark or auto.'],
      ['export none.yaml --svg a.svg', 'none.yaml'],
    ];
    for (const [line = '', why = ''] of cases)
      expect(await run(line, { files })).toMatchObject({ code: 2, files: {}, err: expect.stringContaining(why) });
    const broken = await run('export a.yaml --svg a.svg', { files: { 'a.yaml': 'tasks: { a: { colour: red } }' } });
    expect(broken).toMatchObject({ code: 1, files: {} });
  });
});
