import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { workflowDocument } from '@/formats/document-arbitrary.testing';
import { readAny } from '@/formats/read-any';
import { writeXml } from '@/formats/xml/write-xml';
import { buildDocumentXsd } from '@/formats/xsd';
import { checkXsd } from '@/worker/documents/check-xsd';
import { findXmllint } from '../scripts/xmllint.mjs';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-xsd-'));
  await writeFile(join(folder, 'heddle-1.xsd'), buildDocumentXsd());
});

/** What xmllint reports about some of the texts: one process for all of them, in order, undefined if it accepts one. */
async function complaints(texts: readonly string[]): Promise<(string | undefined)[]> {
  const xmllint = findXmllint();
  if (xmllint === undefined) throw new Error('There is no xmllint: node scripts/xmllint.mjs installs it.');
  const files = texts.map((_, index) => `${index}.xml`);
  await Promise.all(files.map((file, index) => writeFile(join(folder, file), texts[index] ?? '')));
  const args = ['--nonet', '--noout', '--schema', 'heddle-1.xsd', ...files];
  const options = { cwd: folder, maxBuffer: 1e8 };
  const said = await run(xmllint, args, options).catch((error: { readonly stderr: string }) => error);
  const lines = said.stderr.split('\n');
  return files.map((file) => {
    if (lines.includes(`${file} validates`)) return undefined;
    return lines.filter((line) => line.startsWith(`${file}:`) || line.startsWith(`${file} `)).join('\n');
  });
}

const workflow = (inner: string): string => `<workflow heddle="1">${inner}</workflow>`;
const task = (inner: string, attributes = ''): string =>
  workflow(`<tasks><task id="a"${attributes}>${inner}</task></tasks>`);

const valid = [
  workflow(''),
  '<task type="sequential"><steps><task><description>x</description></task></steps></task>',
  '<cond><case test="output.ok"><task><description>x</description></task></case></cond>',
  workflow('<tasks><task id="a"/></tasks><name>In any order</name><description>x</description>'),
  workflow('<x:note xmlns:x="urn:heddle:x">{"a": [1]}</x:note><extensions format="json">{"x-a b": 1}</extensions>'),
  workflow('<variables><variable name="a">text</variable><variable name="b" format="json">[1]</variable></variables>'),
  workflow('<memory><file path="/data/log.txt">run 123</file></memory><layout format="json">{}</layout>'),
  workflow(
    '<tools><tool name="a"><http><url>https://x.org</url><headers format="json">{}</headers></http></tool></tools>',
  ),
  workflow(
    '<agents><agent name="a"><system>a</system><system name="b" xml:space="preserve"> c </system></agent></agents>',
  ),
  task('<depends_on>b</depends_on><depends_on>c</depends_on>'),
  task('<depends_on format="json">[]</depends_on><validate> true </validate>'),
  task('<agent>worker</agent><tools><tool>a</tool><tool name="b"><builtin>note</builtin></tool></tools>'),
  task('<agent><inherit_tools>true</inherit_tools><inherit_variables>A</inherit_variables></agent>'),
  task('<inputs><input name="a" from="b.c"/><input name="d"><task><name>x</name></task></input></inputs>'),
  task('<script><language>bash</language><env><variable name="A B">x</variable></env></script>'),
  task('<script type="script"><script><command>ls</command></script></script>', ' type="director_evaluator"'),
  task('<director><task><name>x</name></task></director><evaluator subtype="evaluator"/>'),
  task('<plan>one</plan><plan>two</plan><state from="b"/>'),
  task('<plan><repeat>5</repeat><step>on</step></plan><state format="json">null</state>'),
  task('<limits><max_turns>3</max_turns><cleanup_strategy>lru</cleanup_strategy></limits>'),
  task('<limits><cleanup_strategy type="custom"><keep>true</keep></cleanup_strategy></limits>'),
  task('<loop type="while"><condition>iteration &lt; 3</condition></loop>'),
];

const invalid = [
  '<nothing/>',
  '<workflow heddle="2"/>',
  workflow('<nme>x</nme>'),
  workflow('text'),
  workflow('<tasks><task><description>no id</description></task></tasks>'),
  workflow('<x:note xmlns:x="urn:other">1</x:note>'),
  workflow('<variables><variable>no name</variable></variables>'),
  workflow('<max_concurrency>none</max_concurrency>'),
  workflow('<max_concurrency>0</max_concurrency>'),
  workflow('<layout>{}</layout>'),
  task('<descripton>x</descripton>'),
  task('', ' type="atmic"'),
  task('<priority>highest</priority>'),
  task('<inject_context>yes</inject_context>'),
  task('<depends_on>no id</depends_on>'),
  task('<description format="yaml">x</description>'),
  task('<steps><step/></steps>'),
  task('<loop type="for"/>'),
  task('<limits><max_context_window_fraction>2</max_context_window_fraction></limits>'),
  task('<reparse><on>everything</on></reparse>'),
  '<workflow><name>not well-formed</workflow>',
];

describe('documentXsd', () => {
  it('takes every document as it is written, by xmllint', async () => {
    const texts = fc.sample(workflowDocument, { numRuns: 300 }).map((document) => writeXml(document));
    const found = await complaints(texts);
    const wrong = found.findIndex((complaint) => complaint !== undefined);
    expect(found[wrong], texts[wrong]).toBeUndefined();
  });

  it('takes every example as it is written, by xmllint', async () => {
    const files = (await readdir('tests/fixtures', { recursive: true })).filter((file) => /\.(yaml|xml)$/.test(file));
    const read = files.map(async (file) => {
      const text = await readFile(join('tests/fixtures', file), 'utf8');
      const { document, saved } = readAny[file.endsWith('xml') ? 'xml' : 'yaml'](text);
      return document ?? saved ?? [];
    });
    const documents = (await Promise.all(read)).flat();
    expect(documents.length).toBeGreaterThan(0);
    const found = await complaints(documents.map((document) => writeXml(document)));
    expect(found.filter((complaint) => complaint !== undefined)).toEqual([]);
  });

  it('takes what is right and refuses what is wrong, by xmllint', async () => {
    const found = await complaints([...valid, ...invalid]);
    expect(found.slice(0, valid.length)).toEqual(valid.map(() => undefined));
    expect(found.slice(valid.length)).toEqual(invalid.map(() => expect.any(String)));
  });
});

describe('checkXsd', () => {
  it.each(valid)('takes what xmllint takes: %s', async (text) => {
    expect(await checkXsd(text)).toEqual([]);
  });

  it.each(invalid)('refuses what xmllint refuses: %s', async (text) => {
    expect(await checkXsd(text)).not.toEqual([]);
  });

  it('tells the line', async () => {
    const [problem, ...more] = await checkXsd('<workflow>\n  <nme>x</nme>\n</workflow>');
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: 'HED207', range: { line: 2, endLine: 2 } });
    expect(problem?.message).toContain('nme');
  });
});
