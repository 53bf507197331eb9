import { expect, it } from 'vitest';
import { run } from '../memory-io.testing';

const text = `
name: Zoo
x-note: [1, 2]
defaultModel: sim:default
tasks:
  b:
    dependsOn: a
    description: Second
  a: { description: First }
layout: { tasks: { a: [0, 0], b: [300, 0] } }
`;

const yaml = `heddle: 1
name: Zoo
default_model: sim:default
x-note: [ 1, 2 ]
tasks:
  b:
    description: Second
    depends_on: [ a ]
  a:
    description: First
`;

it('writes YAML in canonical form', async () => {
  const ran = await run('convert a.yaml --to yaml --no-layout', { files: { 'a.yaml': text } });
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out.replace(/\[ ?(.*?) ?\]/g, '[ $1 ]')).toBe(yaml);
});

it('writes JSON with every key sorted, which is read again as the same workflow', async () => {
  const { out, code } = await run('convert - --to json', { files: { '-': text } });
  expect(code).toBe(0);
  expect(out).toMatch(/\n$/);
  expect(Object.keys(JSON.parse(out))).toEqual(['default_model', 'heddle', 'layout', 'name', 'tasks', 'x-note']);
  expect(JSON.parse(out)).toEqual({
    default_model: 'sim:default',
    heddle: 1,
    layout: { tasks: { a: [0, 0], b: [300, 0] } },
    name: 'Zoo',
    tasks: { a: { description: 'First' }, b: { depends_on: ['a'], description: 'Second' } },
    'x-note': [1, 2],
  });
  expect((await run('convert - --to json', { files: { '-': out } })).out).toBe(out);
});

it('writes XML, which is read again as the same workflow', async () => {
  const xml = await run('convert - --to xml', { files: { '-': text } });
  expect(xml).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^<workflow [^>]*name="Zoo"/) });
  const files = { '-': text, 'a.xml': xml.out };
  for (const notation of ['yaml', 'json', 'xml']) {
    const back = await run(`convert a.xml --to ${notation}`, { files });
    expect(back).toEqual(await run(`convert - --to ${notation}`, { files }));
  }
});

it('leaves out the layout on request', async () => {
  expect((await run('convert - --to json --no-layout', { files: { '-': text } })).out).not.toContain('layout');
});

it('says that it writes pinned outputs, or leaves them out on request, nested ones too', async () => {
  const pinned =
    'tasks: { g: { type: group, subtasks: { a: { description: A, pinned: mine } } }, b: { description: B } }';
  const kept = await run('convert - --to json', { files: { '-': pinned } });
  expect(kept.out).toContain('mine');
  expect(kept.err).toBe('-: 1 pinned output is written too. Leave out what a run gave with --no-pins.\n');
  const left = await run('convert - --to json --no-pins', { files: { '-': pinned } });
  expect([left.code, left.err, left.out.includes('pinned')]).toEqual([0, '', false]);
});

it('writes to a file, and then prints nothing', async () => {
  const { files, ...ran } = await run('convert - --to json --out b.json', { files: { '-': text } });
  expect(ran).toEqual({ code: 0, out: '', err: '' });
  expect(files['b.json']).toBe((await run('convert - --to json --out -', { files: { '-': text } })).out);
});

it('writes nothing of a text with errors', async () => {
  const { code, out, err, files } = await run('convert - --to json --out b.json', {
    files: { '-': 'tasks: { a: { nme: 1 } }' },
  });
  expect({ code, out, files }).toEqual({ code: 1, out: '', files: {} });
  expect(err).toMatch(/^-:1:15: error HED201: .*\n {2}fix: /);
});

it('saves what it can of a text with errors on request, and warns of what is lost', async () => {
  const files = { '-': 'name: Zoo\ntasks: { a: { description: First, nme: 1 } }' };
  const { code, out, err } = await run('convert - --to json --lenient', { files });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ heddle: 1, name: 'Zoo', tasks: { a: { description: 'First' } } });
  expect(err).toMatch(/^-:2:35: warning HED201: /);
  const broken = await run('convert - --to json --lenient', { files: { '-': 'a: [' } });
  expect(broken).toMatchObject({ code: 1, out: '', err: expect.stringContaining('error HED101') });
});

it('saves what it can of XML that is not well-formed', async () => {
  const files = { 'reply.xml': 'Here it is:\n<task id="a"><description>First</description>' };
  expect(await run('convert reply.xml --to yaml', { files })).toMatchObject({ code: 1, out: '' });
  const { code, out, err } = await run('convert reply.xml --to json --lenient', { files });
  expect({ code, tasks: JSON.parse(out).tasks }).toEqual({ code: 0, tasks: { a: { description: 'First' } } });
  expect(err).toContain('reply.xml:1:1: warning HED108: ');
});

it('saves YAML as a chat gives it', async () => {
  const files = { 'reply.txt': 'Here it is:\n```yaml\ntasks:\n\ta:\n\t\tdescription: First\n```\nBye.\n' };
  const refused = await run('convert reply.txt --to json', { files });
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('reply.txt:1:1: error HED101: ') });
  expect(refused.err).toContain('a code fence and what is around it and tabs for indentation');
  const { code, out } = await run('convert reply.txt --to json --lenient', { files });
  expect({ code, tasks: JSON.parse(out).tasks }).toEqual({ code: 0, tasks: { a: { description: 'First' } } });
});

it('does not ask what the tasks mean', async () => {
  expect(await run('convert - --to yaml', { files: { '-': 'tasks: { a: { depends_on: [b] } }' } })).toMatchObject({
    code: 0,
    err: '',
  });
});

it('warns of further workflows of a file, with their place, and keeps them', async () => {
  const several =
    'workflows:\n  main: { tasks: { a: { description: x } } }\n  side: { tasks: { b: { description: y } } }\n';
  const { out, err, code } = await run('convert a.yaml --to json', { files: { 'a.yaml': several } });
  expect(code).toBe(0);
  expect(err).toMatch(/^a\.yaml:3:3: warning HED523: .*“side” is not opened/);
  expect(JSON.parse(out)).toMatchObject({
    tasks: { a: { description: 'x' } },
    'x-legacy': { workflows: { side: { tasks: { b: { description: 'y' } } } } },
  });
});
