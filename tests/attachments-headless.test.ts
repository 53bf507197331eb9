import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Makers, startMakers } from '../e2e/servers/makers/server';
import { base64, jpeg, pdf, png, textBytes } from './makers/sample-files';
import { builtCli } from './support/built-cli';
import { runHere } from './support/run-here';

const base = mkdtempSync(join(tmpdir(), 'heddle-attachments-'));
let makers: Makers;
let folder = '';
beforeAll(async () => {
  makers = await startMakers();
});
afterAll(async () => {
  rmSync(base, { recursive: true });
  await makers.close();
});
beforeEach(() => {
  makers.reset();
  folder = mkdtempSync(join(base, 'run-'));
});

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const envOf = () => ({
  PATH: process.env['PATH'] ?? '',
  OPENAI_BASE_URL: makers.base.openai,
  OPENAI_API_KEY: 'k',
  ANTHROPIC_BASE_URL: makers.base.anthropic,
  ANTHROPIC_API_KEY: 'k',
});

/** Runs a command in the folder, with the servers of the providers. */
const heddle = (line: string) => runHere(line.split(' '), { folder, env: envOf() });

/** The warnings about attachments; the models named here end one day, which causes a warning too. */
const told = (err: string) => err.split('\n').filter((line) => /HED(318|517)/.test(line));

const yaml = `default_model: openai:gpt-4
tasks:
  all:
    type: group
    subtasks:
      look:
        description: What is it?
        attachments:
          - /notes.txt
          - /plan.png
`;
const xml = `<workflow default_model="openai:gpt-4">
  <task id="look" description="What is it?">
    <attachments>
      <attachment>/plan.png</attachment>
    </attachments>
  </task>
</workflow>
`;

describe('an attachment that a model does not take', () => {
  beforeEach(() => {
    put('a.yaml', yaml);
    put('a.xml', xml);
    put('plan.png', png(40, 30));
    put('notes.txt', 'A note.');
  });
  const says = 'error HED318: openai:gpt-4 takes texts only, so it cannot be sent “plan.png” (images).';

  it.each([
    ['a.yaml', '10:13'],
    ['a.xml', '4:19'],
  ])('refuses the run of %s with its place, and nothing is asked', async (file, place) => {
    const ran = await heddle(`run ${file}`);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(told(ran.err)).toEqual([`${file}:${place}: ${says}`]);
    expect(makers.requests).toEqual([]);
    expect(existsSync(join(folder, '.heddle'))).toBe(false);
  });

  it('is told by a plan, also for a program', async () => {
    const planned = await heddle('plan a.yaml');
    expect(planned).toMatchObject({ code: 1, out: '' });
    expect(told(planned.err)).toEqual([`a.yaml:10:13: ${says}`]);
    const { code, out } = await heddle('plan a.yaml --json');
    expect(code).toBe(1);
    const path = 'tasks.all.subtasks.look.attachments[1]';
    const place = { code: 'HED318', line: 10, column: 13, path };
    expect(JSON.parse(out).diagnostics).toContainEqual(expect.objectContaining(place));
  });
});

describe('a fallback that does not take an attachment', () => {
  const chain = `default_model: anthropic:claude-opus-5-5
tasks:
  look:
    description: "What is it?"
    attachments: [/plan.png]
    fallback_models: [openai:gpt-4, openai:gpt-6-astra]
`;
  const warning =
    'a.yaml:6:22: warning HED517: openai:gpt-4 takes texts only, so it cannot be sent “plan.png” (images). ' +
    'As a fallback it is passed over.';

  it('is told with its place before the run, and passed over in it', async () => {
    put('a.yaml', chain);
    put('plan.png', png(40, 30));
    expect(told((await heddle('plan a.yaml')).err)).toEqual([warning]);
    makers.next('[404]', { maker: 'anthropic' });
    const { code, err } = await heddle('run a.yaml');
    expect(code).toBe(0);
    expect(told(err)).toEqual([warning]);
    expect(err).toContain('openai:gpt-6-astra is called in its place, as openai:gpt-4 does not take the attachments');
    expect(makers.requests.map(({ body }) => body.model)).toEqual(['claude-opus-5-5', 'gpt-6-astra']);
    expect(JSON.stringify(makers.requests.at(-1)?.body)).toContain(base64(png(40, 30)));
  });

  it('is not called as the last one either, and the task says so', async () => {
    put('a.yaml', chain.replace(', openai:gpt-6-astra', ''));
    put('plan.png', png(40, 30));
    makers.next('[404]', { maker: 'anthropic' });
    const { code, err } = await heddle('run a.yaml');
    expect(code).toBe(1);
    expect(err).toContain('Not used as a fallback, as the attachments of the task cannot be sent to it: openai:gpt-4.');
    expect(makers.requests.map(({ body }) => body.model)).toEqual(['claude-opus-5-5']);
  });
});

describe('a file that cannot be sent', () => {
  const flow = (name: string) => `default_model: openai:gpt-6-astra
tasks:
  look: { description: "What is it?", attachments: ["/${name}"] }
`;

  it.each([
    ['a.png', 'of 100,000 × 100,000 pixels', png(100_000, 100_000), 'too large an image: 100,000 × 100,000 pixels'],
    ['a.pdf', 'with a password', pdf(2, '/Encrypt 5 0 R'), '“a.pdf” is a PDF with a password or other encryption'],
    ['a.png', 'that is cut off', png(4, 4).subarray(0, 12), 'begins as image/png, but is damaged or cut off'],
    ['a.png', 'of nothing', new Uint8Array(), '“a.png” is empty'],
    ['a.png', 'that is an archive', textBytes('PK\x03\x04 and so on'), 'is application/zip, which models do not take'],
  ])('%s %s refuses the run with its place', async (name, _, bytes, says) => {
    put('a.yaml', flow(name));
    put(name, bytes);
    const { code, err } = await heddle('run a.yaml');
    expect(code).toBe(1);
    expect(err).toMatch(/^a\.yaml:3:53: error HED318: /);
    expect(err).toContain(says);
    expect(makers.requests).toEqual([]);
  });

  it('is not read where it has 2 GB', async () => {
    put('a.yaml', flow('a.png'));
    put('a.png', png(4, 4));
    truncateSync(join(folder, 'a.png'), 2 * 2 ** 30);
    // A process of its own, with little memory for objects.
    const env = { ...envOf(), NODE_OPTIONS: '--max-old-space-size=150' };
    const { status, stderr } = spawnSync(await builtCli(), ['run', 'a.yaml'], { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'a.yaml:3:53: error HED318: “a.png” is too large to be attached: 2.1 GB. At most 20 MB are sent.\n',
    });
    expect(makers.requests).toEqual([]);
  });

  it('is sent as what it is where its name lies, and an SVG as its text', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    put('a.yaml', flow('a.png').replace('"]', '", "/b.svg"]'));
    put('a.png', jpeg(20, 10));
    put('b.svg', svg);
    const { code, err } = await heddle('run a.yaml');
    expect(code).toBe(0);
    expect(err).toContain('“a.png” is not what its name says: by its content it is image/jpeg, and is sent as such.');
    expect(err).toContain('“b.svg” is an SVG, which no model takes as a picture: its text is sent.');
    const body = JSON.stringify(makers.requests.at(-1)?.body);
    expect(body).toContain(`data:image/jpeg;base64,${base64(jpeg(20, 10))}`);
    expect(body).toContain(JSON.stringify(svg).slice(1, -1));
    expect(body).not.toContain('image/svg');
  });
});

it('is taken over by a run from an earlier one, though the file is gone', async () => {
  put('a.yaml', 'default_model: openai:gpt-6-astra\ntasks:\n  look: { description: Look., attachments: [/a.png] }\n');
  put('a.png', png(40, 30));
  const first = await heddle('run a.yaml');
  expect(first.code).toBe(0);
  rmSync(join(folder, 'a.png'));
  expect(await heddle('run --from')).toMatchObject({ code: 0, out: first.out });
  expect(makers.requests).toHaveLength(1);
});
