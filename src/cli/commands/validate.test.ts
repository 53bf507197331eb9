import { expect, it } from 'vitest';
import { maxWorkflowBytes } from '@/formats/limits';
import { run } from '../memory-io.testing';

const fine = 'default_model: sim:default\ntasks:\n  fetch: { description: Hi }\n';
const misspelt = `${fine}  review:\n    description: Look\n    depends_on: [fetsh]\n`;
const foreign = 'tasks:\n  a: { description: x, model: "lab:big" }\n';

it('says nothing of a sound file but that it is', async () => {
  expect(await run('validate a.yaml', { files: { 'a.yaml': fine } })).toEqual({
    code: 0,
    out: '',
    err: '1 file: no problems.\n',
    files: {},
  });
});

it('tells place, code and message of a problem, and how to mend it', async () => {
  const { code, out, err } = await run('validate dir/b.yaml', { files: { 'dir/b.yaml': misspelt } });
  expect(out).toBe('dir/b.yaml:6:18: error HED301: No task “fetsh”. Did you mean fetch?\n  fix: Change to fetch\n');
  expect(err).toBe('1 file: 1 error.\n');
  expect(code).toBe(1);
});

it.each(['', '# only a remark\n', 'name: Nothing\ntasks: {}\n'])(
  'calls a file without a task an error, which no run completes: %j',
  async (text) => {
    const validated = await run('validate a.yaml', { files: { 'a.yaml': text } });
    expect(validated.out).toBe('a.yaml:1:1: error HED107: There is no task in this file. Write one under tasks.\n');
    expect(validated.code).toBe(1);
    expect(await run('run a.yaml', { files: { 'a.yaml': text } })).toMatchObject({ code: 1, err: validated.out });
    expect((await run('dry-run a.yaml', { files: { 'a.yaml': text } })).code).toBe(1);
  },
);

it('sets variables and the model as a run does, so that a template can be checked as it is', async () => {
  const template = { 'a.yaml': 'tasks:\n  say: { description: "On {{topic}}" }\n', 'b.yaml': 'topic: looms\n' };
  const bare = await run('validate a.yaml', { files: template });
  expect(bare.out.match(/HED\d+/g)).toEqual(['HED308', 'HED305']);
  for (const line of ['--var topic=looms', '--input b.yaml']) {
    const set = await run(`validate a.yaml --model sim:fast ${line}`, { files: template });
    expect(set).toMatchObject({ code: 0, out: '', err: '1 file: no problems.\n' });
    expect((await run(`plan a.yaml --model sim:fast ${line}`, { files: template })).code).toBe(0);
  }
  expect((await run('validate a.yaml --model fast', { files: template })).code).toBe(2);
  expect((await run('validate - --input -', { files: { '-': '' } })).code).toBe(2);
});

it('tells the same to programs as JSON', async () => {
  const { code, out, err } = await run('validate b.yaml --json', { files: { 'b.yaml': misspelt } });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(JSON.parse(out)).toEqual([
    {
      file: 'b.yaml',
      code: 'HED301',
      severity: 'error',
      message: 'No task “fetsh”. Did you mean fetch?',
      line: 6,
      column: 18,
      path: 'tasks.review.depends_on[0]',
      fix: 'Change to fetch',
    },
  ]);
  expect(JSON.parse((await run('validate a.yaml --json', { files: { 'a.yaml': fine } })).out)).toEqual([]);
});

it('is content with warnings', async () => {
  const { code, out, err } = await run('validate a.yaml', { files: { 'a.yaml': fine.replace('Hi', '""') } });
  expect(out).toMatch(/^a\.yaml:3:\d+: warning HED503: /);
  expect({ code, err }).toEqual({ code: 0, err: '1 file: 1 warning.\n' });
});

it('tells problems in the order of the text, whoever found them', async () => {
  const text = `${fine.replace('Hi', '""')}checkpoint: { storage: file }\n`;
  const { out } = await run('validate -', { files: { '-': text } });
  // The second is found in reading, the first only after it.
  const codes = out.match(/HED50[23]/g);
  expect(codes).toEqual(['HED503', 'HED502']);
});

it('knows the notation by the name of the file, or by how the text begins', async () => {
  const xml = '<workflow>\n  <task id="a"><depends_on>b</depends_on></task>\n</workflow>';
  for (const name of ['a.xml', 'a.txt', '-']) {
    expect((await run(`validate ${name}`, { files: { [name]: `\ufeff${xml}` } })).out).toContain(`${name}:2:`);
  }
  expect((await run('validate a.yaml', { files: { 'a.yaml': xml } })).out).toContain('a.yaml:1:1: error HED1');
});

it('checks several files, and standard input', async () => {
  const files = { 'a.yaml': fine, '-': misspelt, 'c.json': '{"tasks": {"a": {"nme": 1}}}' };
  const { code, out, err } = await run('validate a.yaml - c.json', { files });
  expect(out.match(/^\S+: error \w+/gm)).toEqual(['-:6:18: error HED301', 'c.json:1:18: error HED201']);
  expect({ code, err }).toEqual({ code: 1, err: '3 files: 2 errors.\n' });
});

it('checks the others though one cannot be read', async () => {
  const { code, out, err } = await run('validate none.yaml b.yaml', { files: { 'b.yaml': misspelt } });
  expect(out).toContain('b.yaml:6:18: error HED301');
  expect({ code, err }).toEqual({ code: 2, err: 'heddle: none.yaml: no such file or folder\n' });
});

it('counts lines of every kind', async () => {
  for (const text of [misspelt.replaceAll('\n', '\r\n'), `\ufeff${misspelt}`]) {
    expect((await run('validate -', { files: { '-': text } })).out).toContain('-:6:18: error HED301');
  }
});

it('tells where bytes are no text, and refuses what is too large', async () => {
  const latin = Buffer.concat([Buffer.from('name: caf'), Buffer.from([0xe9]), Buffer.from('\n')]);
  const files = { 'latin.yaml': latin, 'large.yaml': 'x'.repeat(maxWorkflowBytes + 1), 'image.yaml': 'a\0b' };
  const { code, out } = await run('validate latin.yaml large.yaml image.yaml', { files });
  expect(code).toBe(1);
  expect(out.match(/^\S+: error \w+/gm)).toEqual([
    'latin.yaml:1:10: error HED110',
    'large.yaml:1:1: error HED105',
    'image.yaml:1:1: error HED107',
  ]);
});

it('says how a variable and a model are given that a template lacks', async () => {
  const files = { 'a.yaml': 'tasks: { a: { description: "{{topic}} {{topic}}" }, abc: { description: "{{abd}}" } }' };
  const { err } = await run('validate a.yaml', { files });
  expect(err.trimEnd().split('\n').slice(1)).toEqual([
    'If “topic” is given when it runs: --var topic=VALUE',
    'If the model is given when it runs: --model MODEL',
  ]);
  expect(await run('validate a.yaml --json', { files })).toMatchObject({ err: '' });
});

it('knows the providers that it is told of', async () => {
  const files = { 'a.yaml': foreign };
  expect((await run('validate a.yaml', { files })).out).toContain('HED309');
  expect(await run('validate --provider x --provider lab a.yaml', { files })).toMatchObject({ code: 0, out: '' });
});

it('has colours only where they are wanted', async () => {
  const files = { 'b.yaml': misspelt };
  expect((await run('validate b.yaml', { files, coloured: true })).out).toContain('\u001b[31merror HED301\u001b[0m');
  expect((await run('validate b.yaml', { files })).out).not.toContain('\u001b');
});

it('lets no file steer the terminal', async () => {
  const { out } = await run(['validate', 'a\u001b[2J.yaml'], {
    files: { 'a\u001b[2J.yaml': 'tasks: { a: { "\\e[31mx\\nb.yaml:1:1": 1 } }' },
  });
  expect(out).not.toContain('\u001b');
  expect(out).toContain('a\\u001b[2J.yaml:1:');
  expect(
    out
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('  fix:')),
  ).toHaveLength(1);
});
