import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseXml } from '@/formats/xml/parse-xml';
import { command, copyOf, galleryNames } from './gallery/record';
import { runHere } from './support/run-here';

/** A server that counts who calls it. */
let server: Server;
let calls = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    calls += 1;
    response.end('performed');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

const workflow = (tests: string, reply = 'Order A-1 came.') => `default_model: sim:fast
variables: { mail: Hello }
tools:
  lookup_order:
    http: { url: "http://127.0.0.1:${(server.address() as AddressInfo).port}/{{id}}" }
    description: Looks an order up
    parameters: { type: object, properties: { id: { type: string } } }
tasks:
  find: { type: tool, tool: lookup_order, args: { id: A-1 } }
  say: { description: "Say {{mail}} {{find}}", depends_on: [find], options: { reply: ${JSON.stringify(reply)} } }
tests:
${tests}`;

const mocked = 'mock: { tools: { lookup_order: [{ args: { id: A-1 }, output: { state: there } }] } }';

function createFolder(text: string, more: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  for (const [name, content] of Object.entries({ 'a.yaml': text, ...more })) writeFileSync(join(folder, name), content);
  return folder;
}

const test = (folder: string, ...args: readonly string[]) => command(['test', join(folder, 'a.yaml'), ...args]);

describe('heddle test', () => {
  it('performs no tool without consent, and with it only where a test says live', { timeout: 300_000 }, async () => {
    const folder = createFolder(
      workflow(`  silent: { expect: [{ type: contains, value: A-1 }] }
  live: { tools: live, expect: [{ type: equals, task: find, value: performed }] }
  wrong: { mock: { tools: { lookup_order: [{ args: { id: B-2 }, output: x }] } } }
`),
    );
    calls = 0;
    const closed = await test(folder);
    expect([closed.code, calls]).toEqual([1, 0]);
    expect(closed.out).toContain('– silent  lookup_order was called with {"id":"A-1"}; nothing answers it.');
    expect(closed.out).toContain('– wrong  lookup_order was called with {"id":"A-1"}; no mock has these arguments.');
    const open = await test(folder, '--allow-tools');
    expect(calls).toBe(1);
    expect(open.out).toContain('1 passed, 2 held');
    expect((await test(folder, '--allow-tools', '--only', 'live')).code).toBe(0);
    expect(calls).toBe(1);
  });

  it('makes a case of each row, and tells what is wrong with rows before anything is asked', {
    timeout: 300_000,
  }, async () => {
    const rows = '\ufeff__id;mail;want;extra\n1;"a ""quoted""\nmail";A-1;x\n2;b;A-2;y\n';
    const folder = createFolder(
      workflow(
        `  mails: { rows: file:///rows.csv, ${mocked}, expect: [{ type: cel, value: content.contains(row.want) }] }\n`,
      ),
      { 'rows.csv': rows },
    );
    const ran = await test(folder);
    expect(ran.err).toContain('mails: the column “extra” is not an input, and no expectation reads row.extra.');
    expect(ran.out).toContain('✗ mails/2  cel: It is false.');
    expect(ran.out).toContain('1 passed, 1 failed');
    writeFileSync(join(folder, 'rows.csv'), 'mail\n"never closed\n');
    const broken = await test(folder);
    expect([broken.code, broken.err]).toEqual([2, 'heddle: mails: rows.csv:2: a quote is opened, and never closed.\n']);
  });

  it('is an error if a recording is missing or is none', { timeout: 300_000 }, async () => {
    const folder = createFolder(
      workflow(`  gone: { ${mocked}, recording: file:///gone.jsonl }
  empty: { ${mocked}, recording: file:///empty.jsonl }
  wrong: { ${mocked}, recording: file:///wrong.jsonl }
  plain: { ${mocked} }
`),
      { 'empty.jsonl': '', 'wrong.jsonl': 'no event\n' },
    );
    const ran = await test(folder);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('1 passed, 3 error');
    expect(ran.out).toMatch(/^! gone {2}tests\.gone\.recording: .*gone\.jsonl.*Write it again \(heddle run /m);
    expect(ran.out).toMatch(/^! empty {2}tests\.empty\.recording: .*it has no event of a run/m);
    expect(ran.out).toMatch(/^! wrong {2}tests\.wrong\.recording: .*wrong\.jsonl:1: this line is not an event/m);
  });

  it('is no success without a case, with a file that has errors, or with a wish that makes no sense', {
    timeout: 300_000,
  }, async () => {
    const folder = createFolder(workflow(`  plain: { ${mocked} }\n`));
    expect((await test(folder, '--only', 'nothing')).code).toBe(2);
    expect((await test(folder, '--jobs', '0')).code).toBe(2);
    writeFileSync(join(folder, 'a.yaml'), workflow('  plain: { target: gone }\n'));
    const ran = await test(folder);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('HED331')]);
  });

  it('without a file tests each workflow of the folder that has tests, and tells of a broken one', {
    timeout: 300_000,
  }, async () => {
    const plain = workflow(`  plain: { ${mocked} }\n`);
    const folder = createFolder(plain, {
      'none.yaml': plain.slice(0, plain.indexOf('tests:')),
      'promptfooconfig.yaml': 'prompts: ["{{q}}"]\ntests: [{ vars: { q: 1 } }]\n',
      'values.json': '{"tasks": 1, "tests": 2}',
    });
    const place = { folder, env: { PATH: process.env['PATH'] } };
    const one = await runHere(['test', '--junit', 'j.xml'], place);
    expect(one).toMatchObject({ code: 0, out: expect.stringMatching(/^1 case: 1 kept, 0 asked\n1 passed in /) });
    mkdirSync(join(folder, 'below'));
    writeFileSync(join(folder, 'below/b.yaml'), plain.replace('A-1 came', 'B-2 came'));
    const two = await runHere(['test'], place);
    expect(two).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^a\.yaml\n1 case[\s\S]*\nbelow\/b\.yaml\n1 case/),
    });
    expect((await runHere(['test', '--junit', 'j.xml'], place)).code).toBe(2);
    writeFileSync(join(folder, 'below/b.yaml'), plain.replace('tasks:', 'tasks: ['));
    expect(await runHere(['test'], place)).toMatchObject({ code: 2, err: expect.stringContaining('b.yaml:') });
    for (const name of ['a.yaml', 'below/b.yaml']) rmSync(join(folder, name));
    expect(await runHere(['test'], place)).toMatchObject({ code: 2, err: expect.stringContaining('No workflow') });
  });

  it('shows what a model wrote as text, in every report', { timeout: 300_000 }, async () => {
    const hostile = '<script>alert(1)</script>]]> @all [x](javascript:1) \u0007 &amp;';
    const folder = createFolder(workflow(`  plain: { ${mocked}, expect: [{ type: equals, value: x }] }\n`, hostile));
    const names = { junit: join(folder, 'j.xml'), html: join(folder, 'h.html'), markdown: join(folder, 'm.md') };
    const flags = Object.entries(names).flatMap(([flag, name]) => [`--${flag}`, name]);
    expect((await test(folder, ...flags)).code).toBe(1);
    const [junit, html, markdown] = Object.values(names).map((name) => readFileSync(name, 'utf8')) as [
      string,
      string,
      string,
    ];
    expect(parseXml(junit).root).toBeDefined();
    expect(junit).toMatch(/<testcase classname="a\.plain" name="plain" time="[\d.]+"><failure message="equals: /);
    for (const text of [html, markdown]) expect(text).not.toContain('<script');
    expect(markdown).not.toMatch(/\]\(javascript|@all/);
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain("default-src 'none'");
  });
});

describe('the tests of the gallery', () => {
  it.each(galleryNames)('%s passes from its recording, and asks nothing', { timeout: 120_000 }, async (name) => {
    const ran = await command(['test', join(copyOf(name), `${name}.heddle.yaml`), '--offline']);
    expect(ran.out).toMatch(/^1 case: 1 kept, 0 asked\n1 passed in /);
    expect(ran.code).toBe(0);
  });
});
