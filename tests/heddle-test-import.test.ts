import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from './support/run-here';

it('prints tests of promptfoo that run in a workflow, with their rows, and reads nothing outside their folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-import-'));
  const heddle = (command: string) => runHere(command.split(' '), { folder, env: {} });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('rows.csv', 'mail,__expected,__expected2,__threshold\nred,"contains-any:red,blue",icontains:RED,\n');
  write(
    'promptfooconfig.yaml',
    `tests:
  - { description: One, vars: { mail: green }, assert: [{ type: contains, value: "{{mail}}" }] }
  - file://rows.csv
  - file://../outside.yaml
`,
  );
  writeFileSync(join(folder, '..', 'outside.yaml'), '- { vars: { mail: outside } }');
  const imported = await heddle('test import promptfooconfig.yaml');
  expect(imported).toMatchObject({
    code: 0,
    err: expect.stringContaining('promptfooconfig.yaml:4: ../outside.yaml cannot'),
  });
  const flow = 'default_model: sim:echo\nvariables: { mail: "" }\ntasks: { say: { description: "Say {{mail}}" } }\n';
  write('flow.yaml', `${flow}${imported.out}`);
  const ran = await heddle('test flow.yaml --offline');
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('2 passed') });
  expect((await heddle('test import gone.yaml')).code).toBe(2);
  expect((await heddle('test import')).code).toBe(2);
  write('empty.yaml', 'prompts: [x]');
  expect(await heddle('test import empty.yaml')).toMatchObject({ code: 2, out: '' });
});
