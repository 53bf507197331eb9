import { expect, it } from 'vitest';
import { commands } from './commands';
import { run } from './memory-io.testing';

const fine = 'name: Notes\ntasks:\n  a: { description: Hi, model: "sim:default" }\n';

it('tells its version and its help', async () => {
  expect(await run('--version')).toMatchObject({ code: 0, out: '1.2.3\n', err: '' });
  const { out, code } = await run('--help');
  expect(code).toBe(0);
  for (const name of Object.keys(commands)) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  expect(await run('help')).toMatchObject({ code: 0, out });
  expect(await run('')).toMatchObject({ code: 2, out: '', err: out });
});

it.each(Object.keys(commands))('tells how to use %s', async (name) => {
  const { code, out } = await run(`help ${name}`);
  expect(code).toBe(0);
  expect(out).toContain(`Usage: heddle ${name} `);
  expect((await run(`${name} --help`)).out).toBe(out);
  expect((await run(`${name} a.yaml -h`)).out).toBe(out);
});

it.each([
  ['validat a.yaml', "Unknown command 'validat'. Did you mean validate?"],
  ['constructor a.yaml', "Unknown command 'constructor'."],
  ['help nothing', "Unknown command 'nothing'."],
  ['--jsn', "Unknown option '--jsn'."],
  ['validate --jsn a.yaml', "Unknown option '--jsn'."],
  ['validate --json=yes a.yaml', "Option '--json' does not take an argument."],
  ['convert a.yaml --to', "Option '--to <value>' argument missing."],
  ['validate', 'Which file?'],
  ['convert --to yaml', 'Which file?'],
  ['convert a.yaml b.yaml --to yaml', 'takes one'],
  ['convert a.yaml', '--to'],
  ['convert a.yaml --to toml', '--to'],
  ['plan', 'Which file?'],
  ['plan a.yaml a.yaml', 'takes one'],
  ['run', 'Which file?'],
  ['run a.yaml b.yaml', 'takes one'],
  ['run a.yaml --model gpt-4o', 'provider:name'],
  ['run - --input -', 'Standard input cannot be'],
  ['run a.yaml --provider lab', 'Set LAB_BASE_URL'],
  ['run --resume', 'There is no run in /here/.heddle/runs.'],
  ['run --resume 20200101-000000-00000000 --journal kept', 'There is no run 20200101-000000-00000000 in /here/kept.'],
  ['run --resume --var a=1', '--var is for new ones'],
  ['dry-run', 'Which file?'],
  ['dry-run a.yaml --model openai:gpt-4o', 'simulated model'],
  ['schema', 'Which schema?'],
  ['schema yaml', 'Which schema?'],
  ['schema toString', 'Which schema?'],
  ['validate missing.yaml', 'missing.yaml: no such file or folder'],
  ['convert missing.yaml --to json', 'missing.yaml: no such file or folder'],
  ['plan folder', 'folder: is a folder, not a file'],
  ['convert a.yaml --to json --out folder', 'folder: is a folder, not a file'],
])('refuses “heddle %s” and says why', async (line, why) => {
  const { code, out, err } = await run(line, { files: { 'a.yaml': fine, folder: null } });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^heddle: .*\n$/);
  expect(err).toContain(why);
});

it('takes what stands behind -- for a file', async () => {
  expect(await run('validate -- --help', { files: { '--help': fine } })).toMatchObject({ code: 0, out: '' });
});

it('tells what a problem is, and what to do, by its code', async () => {
  const { code, out } = await run('help hed301');
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^HED301\n\nDepends on a task.*\n\nFix: /s),
  });
  expect(out).not.toContain('HED302');
  expect(await run('help HED999')).toMatchObject({ code: 2 });
});
