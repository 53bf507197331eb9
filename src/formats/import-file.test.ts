import { expect, it } from 'vitest';
import { type Imported, importFile, importPasted, importText } from './import-file';
import { maxWorkflowBytes } from './limits';
import { readYaml } from './yaml/read-yaml';

const text = '# mine\nname: Small\ntasks:\n  only: # alone\n    description: Say one\n';
const codes = ({ diagnostics }: Imported) => diagnostics.map(({ code }) => code);
const bytes = (content: string) => new TextEncoder().encode(content);

it('takes YAML to the letter', () => {
  expect(importFile(bytes(text), 'small.yml')).toEqual({
    status: 'sound',
    name: 'small.yml',
    notation: 'yaml',
    text,
    diagnostics: [],
    title: 'Small',
    tasks: 1,
  });
});

it('writes JSON anew as YAML', () => {
  const json = '{\n\t"name": "Small",\n\t"tasks": { "only": { "description": "Say \\/ one" } }\n}';
  expect(importText(json, 'small.json')).toMatchObject({
    status: 'sound',
    notation: 'json',
    text: 'heddle: 1\nname: Small\ntasks:\n  only:\n    description: Say / one\n',
  });
});

it('offers of YAML with mistakes all of it, and what could be read of its tasks', () => {
  const broken = `${text}    dependson: [x]\n    colour: red\n`;
  const found = importText(broken, 'small.yaml');
  expect(found).toMatchObject({ status: 'broken', asWritten: broken });
  expect(codes(found)).toContain('HED201');
  const saved = found.status === 'broken' ? (found.saved ?? '') : '';
  expect(readYaml(saved)).toMatchObject({ diagnostics: [], document: { tasks: { only: { description: 'Say one' } } } });
});

it('offers of broken JSON only what could be read', () => {
  const found = importText('{ "tasks": { "a": { "description": "A", "colour": "red" } } }', 'a.json');
  expect(found).toMatchObject({ status: 'broken', saved: expect.stringContaining('description: A') });
  expect(found).not.toHaveProperty('asWritten');
});

it('offers nothing where the syntax is broken but the text itself', () => {
  expect(importText('tasks:\n  a: [\n', 'a.yaml')).toEqual(expect.not.objectContaining({ saved: expect.anything() }));
});

it.each([
  ['an empty file', 'a.yaml', ' \n', 'HED107'],
  ['a web page', 'a.yaml', '\n<!DOCTYPE html><html></html>', 'HED107'],
  ['a web page without a name', '', '<html lang="en">', 'HED107'],
  ['a mere text', 'a.txt', 'Dear all,', 'HED107'],
  ['a picture', 'a.yaml', 'a\0b', 'HED107'],
  ['a file of a newer version', 'a.yaml', 'heddle: 9\ntasks: {}', 'HED205'],
  ['a text beyond the limit', 'a.yaml', 'x'.repeat(maxWorkflowBytes + 1), 'HED105'],
])('offers nothing of %s', (_what, name, content, code) => {
  const found = importText(content, name);
  expect(codes(found)).toEqual([code]);
  expect(found).not.toHaveProperty('asWritten');
  expect(found).not.toHaveProperty('saved');
});

it('saves settings even if no task could be', () => {
  expect(importText('<workflow name="A & B"></workflow>', 'a.xml')).toMatchObject({
    status: 'broken',
    saved: 'heddle: 1\nname: A & B\ntasks: {}\n',
  });
  expect(importText('<workflow heddle="1" colour="red"></workflow>', 'a.xml')).not.toHaveProperty('saved');
});

it('tells where bytes are no text', () => {
  const found = importFile(new Uint8Array([0x61, 0x0a, 0xff]), 'a.json');
  expect(found).toMatchObject({
    status: 'broken',
    notation: 'json',
    diagnostics: [{ code: 'HED110', range: { line: 2 } }],
  });
  expect(found).not.toHaveProperty('asWritten');
});

it('writes XML anew as YAML, and saves what it can of XML that is not well-formed', () => {
  const xml =
    '<workflow name="Small"><tasks><task id="only"><description>Say one</description></task></tasks></workflow>';
  expect(importText(xml, 'small.xml')).toMatchObject({
    status: 'sound',
    name: 'small.xml',
    notation: 'xml',
    text: 'heddle: 1\nname: Small\ntasks:\n  only:\n    description: Say one\n',
    diagnostics: [],
  });
  expect(importText(xml.replace('</description>', ''), 'small.xml')).toMatchObject({
    status: 'broken',
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'HED108', severity: 'error' })]),
    saved: expect.stringContaining('Say one'),
  });
});

it('takes of a pasted text the workflow in it, with what was repaired', () => {
  const found = importPasted('Here:\n```\n<task id="a"><description>One</description></task>\n```\n');
  expect(found).toMatchObject({ status: 'sound', name: '', notation: 'xml', text: expect.stringContaining('a:') });
  expect(importPasted('Dear all,')).toMatchObject({ status: 'broken', diagnostics: [{ code: 'HED107' }] });
  expect(importPasted(text)).toMatchObject({ status: 'sound', notation: 'yaml', text });
});
