import { expect, it } from 'vitest';
import { run } from '../memory-io.testing';

const flow = 'tasks: { a: { type: script, inputs: { all: "{{v}}" } } }';
const variable = async (line: readonly string[], files: Readonly<Record<string, string>> = {}) => {
  const { code, out, err } = await run(['dry-run', 'a.yaml', ...line], { files: { 'a.yaml': flow, ...files } });
  return code === 0 ? JSON.parse(out).all : err;
};

it.each([
  ['v=plain text', 'plain text'],
  ['v=a=b', 'a=b'],
  ['v=', ''],
  ['v={"a": [1, null]}', '{"a":[1,null]}'],
  ['v="1"', '1'],
  ['v={not json}', '{not json}'],
])('takes --var %s as JSON if it is some, else as text', async (pair, text) => {
  expect(await variable(['--var', pair])).toBe(text);
});

it('takes the keys of an object in YAML or JSON, and over them what the line says', async () => {
  const input = 'v: file\nother: 1\n';
  expect(await variable(['--input', 'in.yaml'], { 'in.yaml': input })).toBe('file');
  expect(await variable(['--input', 'in.yaml', '--var', 'v=line'], { 'in.yaml': input })).toBe('line');
  expect(await variable(['--input', '-'], { '-': '{"v": "stdin"}' })).toBe('stdin');
});

it.each([
  [['--var', 'v'], 'NAME=VALUE'],
  [['--var', '=1'], 'NAME=VALUE'],
  [['--var', '1v=1'], 'A name starts with a letter'],
  [['--var', 'toString=1'], 'reserved'],
  [['--input', 'none.yaml'], 'none.yaml: no such file'],
  [['--input', 'list.yaml'], 'list.yaml: an object is expected'],
  [['--input', 'bad.yaml'], 'bad.yaml: '],
  [['--input', 'bomb.yaml'], 'bomb.yaml: '],
])('refuses %o and says why', async (line, why) => {
  const bomb = `a: &a [x, x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}\n`;
  const files = {
    'list.yaml': '[1]',
    'bad.yaml': 'a: [1',
    'bomb.yaml': bomb,
  };
  expect(await variable(line, files)).toContain(why);
});
