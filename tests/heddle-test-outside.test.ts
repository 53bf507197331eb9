import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Makers, startMakers } from '../e2e/servers/makers/server';
import { findXmllint } from '../scripts/xmllint.mjs';
import { runHere } from './support/run-here';

// What a model that calls tools reaches in a test: nothing outside, and nothing that says what is expected of it.

let makers: Makers;
/** Counts who performs the tool. */
let shop: Server;
let performed = 0;
let folder = '';

beforeAll(async () => {
  makers = await startMakers({
    says: ({ prompt, results }, ordinal) => {
      if (prompt.includes('sometimes')) return { text: ordinal % 2 === 0 ? 'yes' : 'no' };
      if (results.length > 0) return { text: `It says: ${results.map(({ text }) => text).join(' ')}` };
      if (prompt.includes('Look round'))
        return {
          calls: [
            { name: 'list_files', args: {} },
            ...['/rows.csv', '/before.json', '/run.jsonl', '/known.txt'].map((path) => ({
              name: 'read_file',
              args: { path },
            })),
          ],
        };
      return { calls: [{ name: 'refund', args: { id: 'A-1' } }] };
    },
  });
  shop = createServer((_request, response) => {
    performed += 1;
    response.end('paid back');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  shop.close();
  await makers.close();
});
beforeEach(() => {
  makers.reset();
  performed = 0;
  folder = mkdtempSync(join(tmpdir(), 'heddle-outside-'));
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

function test(options = '') {
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: makers.base.openai, OPENAI_API_KEY: 'key-of-openai' };
  return runHere(['test', 'flow.yaml', ...options.split(' ').filter(Boolean)], { folder, env });
}

const askingModel = 'pay: { description: "Pay A-1 back {{how}}", tools: [refund] }';

const refunding = (tests: string, pay = askingModel) => `default_model: openai:gpt-6-sol
variables: { how: now }
tools:
  refund:
    http: { url: "http://127.0.0.1:${(shop.address() as AddressInfo).port}/{{id}}", method: POST }
    description: Pays an order back
    parameters: { type: object, properties: { id: { type: string } } }
tasks:
  ${pay}
tests:
${tests}`;

it('performs no tool that a model calls, unless the test says live and the person allows it', async () => {
  write(
    'flow.yaml',
    refunding(`  silent: {}
  mocked: { mock: { tools: { refund: [{ output: nothing }] } }, expect: [{ type: contains, value: nothing }] }
  live: { tools: live, expect: [{ type: contains, value: paid back }] }
`),
  );
  const closed = await test();
  expect([closed.code, performed]).toEqual([1, 0]);
  expect(closed.out).toContain('– silent  refund was called with {"id":"A-1"}; nothing answers it.');
  expect(closed.out).toContain('1 passed, 2 held');
  await test('--offline --allow-tools');
  expect(performed).toBe(0);
  const open = await test('--allow-tools');
  expect([performed, open.out]).toEqual([1, expect.stringContaining('2 passed, 1 held')]);
  // What it gave is taken from then on, also without consent.
  expect((await test('--only live')).code).toBe(0);
  expect(performed).toBe(1);
});

it('answers by its mocks what a script calls, and performs the rest only where both are allowed', async () => {
  const pay = `pay:
    type: script
    tools: [refund]
    script:
      language: javascript
      content: |
        return tools.refund({ id: "A-1" }).catch(() => "refused")`;
  const mock = (id: string) => `mock: { tools: { refund: [{ args: { id: ${id} }, output: nothing }] } }`;
  const tests = `  mocked: { tools: live, ${mock('A-1')}, expect: [{ type: equals, value: nothing }] }
  other: { tools: live, ${mock('B-2')} }
  live: { tools: live, expect: [{ type: equals, value: paid back }] }
`;
  write('flow.yaml', refunding(tests, pay));
  // Nothing runs at all where no script may.
  const closed = await test('--allow-tools');
  expect([closed.code, performed]).toEqual([1, 0]);
  expect(closed.out).toContain('3 held');
  const scripts = await test('--allow-scripts');
  expect(performed).toBe(0);
  expect(scripts.out).toContain('1 passed, 2 held');
  expect(scripts.out).toContain('– other  refund was called with {"id":"A-1"}; no mock has these arguments.');
  expect(scripts.out).toContain('– live  refund was called with {"id":"A-1"}; nothing answers it.');
  const both = await test('--allow-scripts --allow-tools --only live');
  expect([performed, both.code]).toEqual([1, 0]);
});

it('performs no live tool in a case that its first line did not count as asked', async () => {
  const expectPaid = 'expect: [{ type: contains, value: paid back }]';
  const tests = `  live: { tools: live, ${expectPaid} }
  later: { tools: live, inputs: { how: later }, ${expectPaid} }
  mocked: { mock: { tools: { refund: [{ output: nothing }] } } }
`;
  write('flow.yaml', refunding(tests));
  const line = ({ out }: { readonly out: string }) => out.split('\n')[0];
  // From then on the call of the model is known, so that looking at what is kept comes as far as the tool.
  await test('--only mocked --allow-tools');
  expect(line(await test('--plan --allow-tools'))).toMatch(/^3 cases: 1 kept, 2 asked/);
  await test('--offline --allow-tools');
  expect(performed).toBe(0);
  expect(line(await test('--allow-tools --only live'))).toMatch(/^1 case: 0 kept, 1 asked/);
  expect(performed).toBe(1);
  const rest = await test('--allow-tools');
  expect([line(rest), performed]).toEqual([expect.stringMatching(/^3 cases: 2 kept, 1 asked/), 2]);
  expect(rest.out).toContain('3 passed');
  const kept = await test('--allow-tools');
  expect([line(kept), performed]).toEqual(['3 cases: 3 kept, 0 asked', 2]);
  // Wished anew, it is counted again, and performed again.
  const anew = await test('--allow-tools --only live --anew pay');
  expect([line(anew), performed]).toEqual([expect.stringMatching(/^1 case: 0 kept, 1 asked/), 3]);
});

it('shows a model none of the files that tests or options name', async () => {
  write('known.txt', 'Everybody may read this.');
  write('rows.csv', 'mail,__expected\nLook round,contains:WANTED\n');
  write('before.json', '{"version":1,"cases":[{"id":"files/1","verdict":"passed","note":"WANTED"}]}');
  write(
    'flow.yaml',
    `default_model: openai:gpt-6-sol
variables: { mail: none }
tasks:
  look: { description: "{{mail}}", tools: [list_files, read_file] }
tests:
  files: { rows: file:///rows.csv }
`,
  );
  await test('--baseline before.json --junit junit.xml');
  expect(makers.requests).toHaveLength(2);
  const sent = JSON.stringify(makers.requests.map(({ body }) => body));
  expect(sent).toContain('Everybody may read this.');
  expect(sent).toContain('known.txt');
  // Its own calls name them; what it was given back does not.
  expect(sent).not.toContain('WANTED');
  expect(sent).not.toContain('flow.yaml');
  const [listed = ''] = sent.match(/known\.txt[^{}]*/) ?? [];
  for (const name of ['rows.csv', 'before.json', 'junit.xml']) expect(listed).not.toContain(name);
});

it('shows them in no ordinary run either, but for a file that a task names itself', async () => {
  write('known.txt', 'Everybody may read this.');
  write('rows.csv', 'mail,__expected\nx,contains:WANTED\n');
  const text = `default_model: openai:gpt-6-sol
tasks:
  look: { description: Look round, tools: [list_files, read_file] }
tests:
  files: { rows: file:///rows.csv }
`;
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: makers.base.openai, OPENAI_API_KEY: 'key-of-openai' };
  const runOf = async (flow: string) => {
    makers.reset();
    write('flow.yaml', flow);
    await runHere(['run', 'flow.yaml'], { folder, env });
    return JSON.stringify(makers.requests.map(({ body }) => body));
  };
  const hidden = await runOf(text);
  expect(hidden).toContain('Everybody may read this.');
  expect(hidden).not.toContain('WANTED');
  expect(await runOf(text.replace('look: {', 'look: { attachments: [/rows.csv],'))).toContain('WANTED');
});

/**
 * Of what Jenkins reads as JUnit the part that is written here, and no name beyond it: whatever this allows, so does
 * `junit-10.xsd` of https://github.com/jenkinsci/xunit-plugin, read on 30 November 2026.
 */
const junitSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="problem"><xs:simpleContent><xs:extension base="xs:string">
    <xs:attribute name="message" type="xs:string"/><xs:attribute name="type" type="xs:string"/>
  </xs:extension></xs:simpleContent></xs:complexType>
  <xs:attributeGroup name="counts">
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="time" type="seconds"/>
  </xs:attributeGroup>
  <xs:simpleType name="seconds"><xs:restriction base="xs:string"><xs:pattern value="[0-9]+\\.[0-9]{3}"/></xs:restriction></xs:simpleType>
  <xs:element name="testsuites"><xs:complexType>
    <xs:sequence><xs:element name="testsuite" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence>
        <xs:element name="properties"><xs:complexType><xs:sequence>
          <xs:element name="property" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
            <xs:attribute name="name" type="xs:string" use="required"/>
            <xs:attribute name="value" type="xs:string" use="required"/>
          </xs:complexType></xs:element>
        </xs:sequence></xs:complexType></xs:element>
        <xs:element name="testcase" maxOccurs="unbounded"><xs:complexType>
          <xs:choice minOccurs="0">
            <xs:element name="failure" type="problem"/><xs:element name="error" type="problem"/>
            <xs:element name="system-out" type="xs:string"/>
          </xs:choice>
          <xs:attribute name="name" type="xs:string" use="required"/>
          <xs:attribute name="classname" type="xs:string" use="required"/>
          <xs:attribute name="time" type="seconds" use="required"/>
        </xs:complexType></xs:element>
      </xs:sequence>
      <xs:attributeGroup ref="counts"/>
      <xs:attribute name="name" type="xs:string" use="required"/>
      <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
    </xs:complexType></xs:element></xs:sequence>
    <xs:attributeGroup ref="counts"/>
  </xs:complexType></xs:element>
</xs:schema>`;

it('writes JUnit as its readers check it, for every verdict and whatever a model says', async () => {
  const hostile = '<b>&amp; ]]> \u0007 "quoted"';
  write(
    'flow.yaml',
    refunding(`  passed: { mock: { tools: { refund: [{ output: nothing }] } } }
  failed: { mock: { tools: { refund: [{ output: ${JSON.stringify(hostile)} }] } }, expect: [{ type: equals, value: x }] }
  held: {}
  flaky: { repeat: 2, pass_rate: 0.5, inputs: { how: sometimes }, expect: [{ type: equals, value: yes }] }
  broken: { recording: file:///gone.jsonl }
`),
  );
  expect((await test('--junit junit.xml')).code).toBe(1);
  const junit = readFileSync(join(folder, 'junit.xml'), 'utf8');
  expect(junit).toMatch(/<testsuites tests="5" failures="1" errors="2" time=/);
  expect(junit).toContain('<system-out>1 of 2 passed, 1 needed.');
  expect(junit).toMatch(/<property name="run of passed" value="\d{8}-\d{6}-[0-9a-f]{8}"\/>/);
  write('junit.xsd', junitSchema);
  const xmllint = findXmllint();
  if (xmllint === undefined) throw new Error('There is no xmllint: node scripts/xmllint.mjs installs it.');
  execFileSync(xmllint, ['--nonet', '--noout', '--schema', 'junit.xsd', 'junit.xml'], { cwd: folder, stdio: 'pipe' });
});
