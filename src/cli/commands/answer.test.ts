import { beforeEach, expect, it, vi } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { run } from '../memory-io.testing';

const flow = `name: Release
tasks:
  release:
    type: ask
    message: "Send\u0007 it?"
    form:
      decision: { type: choice, options: [send, drop], required: true }
      copies: { type: number, default: 1 }
      sure: { type: boolean }
  sent:
    type: cond
    cases:
      - { test: "tasks.release.output.decision == 'send'", task: { type: script, inputs: { n: { from: release.output.copies } } } }
    else: { type: script, inputs: { n: -1 } }
    depends_on: [release]
`;
const files = { 'a.yaml': flow, 'answer.json': '{"decision":"send","copies":7}', 'wrong.json': '[1]' };
let journal: RunJournal;
const heddle = (line: string | readonly string[], more: Parameters<typeof run>[1] = {}) =>
  run(line, { files, journal, ...more });

beforeEach(() => {
  journal = createRunJournal();
});

it('without a terminal a run waits for an answer, says what it asks, and goes on with it', async () => {
  const waits = await heddle('run a.yaml');
  expect(waits.code).toBe(3);
  expect(waits.err).toContain('release asks: Send\\u0007 it?');
  expect(waits.err).toMatch(
    /^Paused\. Resume it with: heddle run --resume \S+.*\nAnswer what it asks with: heddle answer \S+/m,
  );

  const shown = await heddle('answer a.yaml');
  expect([shown.code, shown.out]).toEqual([
    0,
    'release asks: Send\\u0007 it?\n  decision: decision (1 send, 2 drop; required)\n  copies: copies (number; default 1)\n  sure: sure (yes or no; optional)\n',
  ]);
  const answered = await heddle('answer a.yaml decision=send copies=3 --task release');
  expect([answered.code, answered.out]).toEqual([0, '{"n":3}\n']);
  expect(await heddle('answer a.yaml decision=drop')).toMatchObject({
    code: 2,
    err: expect.stringContaining('asks for nothing'),
  });
});

it('does not count the time in which it waited for the answer', async () => {
  await heddle('run a.yaml');
  const now = Date.now;
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
  const answered = await heddle('answer a.yaml decision=send');
  later.mockRestore();
  expect(answered.err).toMatch(/Completed in [\d:]+ \([\d.]+ m?s at work\)\./);
  const [listed] = JSON.parse((await heddle('runs --json')).out);
  expect(listed.durationMs).toBeLessThan(600_000);
});

it('takes a whole answer from a file, and a choice by its number', async () => {
  await heddle('run a.yaml');
  expect(await heddle('answer a.yaml --json answer.json')).toMatchObject({ code: 0, out: '{"n":7}\n' });
  await heddle('run a.yaml');
  expect(await heddle('answer a.yaml decision=2')).toMatchObject({ code: 0, out: '{"n":-1}\n' });
});

it('refuses an answer that does not fit, and changes nothing', async () => {
  await heddle('run a.yaml');
  for (const [line, said] of [
    ['decision=maybe', 'decision: Choose one of send, drop.'],
    ['copies=3', 'decision: It is required.'],
    ['decision=send copies=many', 'copies: This is not a number.'],
    ['decision=send other=1', 'other: The form has no such field.'],
    ['--json wrong.json', 'an object in JSON is expected'],
    ['--json none.json', 'none.json'],
    ['--approve', 'This question is a form'],
    ['decision=send --task sent', 'The task sent asks for nothing. Choose with --task: release.'],
  ]) {
    expect(await heddle(`answer a.yaml ${line}`)).toMatchObject({ code: 2, err: expect.stringContaining(said ?? '') });
  }
  expect(await heddle('answer a.yaml decision=send')).toMatchObject({ code: 0 });
});

it('asks on a terminal field by field, until each has a value', async () => {
  const asked: string[] = [];
  const typed = ['3', 'send', 'two', '2', 'yes'];
  const ask = async (text: string) => {
    asked.push(text);
    return typed.shift() ?? '';
  };
  expect(await heddle('run a.yaml', { ask, columns: 80 })).toMatchObject({
    code: 0,
    out: expect.stringContaining('{"n":2}'),
  });
  expect(asked).toEqual([
    'release asks: Send\\u0007 it?\ndecision (1 send, 2 drop; required): ',
    'Choose one of send, drop.\ndecision (1 send, 2 drop; required): ',
    'copies (number; default 1): ',
    'This is not a number.\ncopies (number; default 1): ',
    'sure (yes or no; optional): ',
  ]);
});

const guarded = `tools:
  post:
    http: { url: "https://blog.test/{{to}}", method: POST }
    parameters: { type: object, properties: { to: { type: string } }, required: [to] }
    approve: true
tasks: { a: { type: tool, tool: post, args: { to: all } } }
`;

/** Runs `heddle` with a server that says where it was asked. */
function withServer() {
  const asked: string[] = [];
  const fetch = (async (url: string | URL | Request) => {
    asked.push(String(url instanceof Request ? url.url : url));
    return new Response('posted', { headers: { 'content-type': 'text/plain' } });
  }) as typeof globalThis.fetch;
  return { asked, fetch };
}

it('approves a call, with other arguments, or refuses it', async () => {
  const { asked, fetch } = withServer();
  const world = { files: { 'a.yaml': guarded }, fetch };
  const original = globalThis.fetch;
  globalThis.fetch = fetch;
  try {
    expect(await heddle('run a.yaml', world)).toMatchObject({ code: 3 });
    expect((await heddle('answer', world)).out).toContain('"to": "all"');
    expect(await heddle('answer a.yaml --approve to=7', world)).toMatchObject({
      code: 2,
      err: expect.stringContaining('not what the tool takes'),
    });
    expect(asked).toEqual([]);
    expect(await heddle('answer a.yaml --approve to=some', world)).toMatchObject({ code: 0, out: 'posted\n' });
    expect(asked).toEqual(['https://blog.test/some']);

    await heddle('run a.yaml', world);
    const refused = await heddle(['answer', 'a.yaml', '--refuse', 'Not now'], world);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Not now') });
    const typed = ['maybe', '{"to":1}', 'no: too late'];
    const onTerminal = await heddle('run a.yaml', { ...world, columns: 80, ask: async () => typed.shift() ?? '' });
    expect([onTerminal.code, typed.length, asked.length]).toEqual([1, 0, 1]);
  } finally {
    globalThis.fetch = original;
  }
});

it('gives answers that a replay and a new run from the old one take from the log', async () => {
  await heddle('run a.yaml');
  await heddle('answer a.yaml decision=send copies=3');
  expect(await heddle('replay')).toMatchObject({ code: 0 });
  expect(await heddle('run a.yaml --from')).toMatchObject({ code: 0, out: '{"n":3}\n' });
});

it('answers by itself in a dry run without a terminal: with defaults, or what comes first', async () => {
  expect(await heddle('dry-run a.yaml')).toMatchObject({ code: 0, out: '{"n":1}\n' });
  expect(await heddle('dry-run a.yaml', { files: { 'a.yaml': guarded } })).toMatchObject({ code: 0 });
  const wantsFile = 'tasks: { a: { type: ask, form: { map: { type: file, required: true } } } }';
  expect(await heddle('dry-run a.yaml', { files: { 'a.yaml': wantsFile } })).toMatchObject({ code: 1 });
});
