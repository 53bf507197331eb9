import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { decodeJson } from '@/base/json-text';
import { samples } from '@/base/samples.testing';
import { type Diagnostic, type DocumentPath, formatPath } from '@/workflow/diagnostic';
import { documentSchema } from '@/workflow/document-schema';
import { workflowDocument } from '../document-arbitrary.testing';
import { buildDocumentJsonSchema } from '../json-schema';
import { maxWorkflowBytes } from '../limits';
import { readYaml } from './read-yaml';
import { writeYaml } from './write-yaml';

const folder = new URL('../../../tests/fixtures/yaml/', import.meta.url);
const filesIn = (name: string): string[] =>
  readdirSync(new URL(name, folder))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => `${name}${file}`);
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

/** Problems as a person would list them, with the text that they point at. */
function listed(text: string, diagnostics: readonly Diagnostic[]): string {
  const lines = diagnostics.map(({ code, severity, message, path, range, fix }) => {
    const place = range ? `${range.line}:${range.column}` : '-';
    const at = JSON.stringify(range ? text.slice(range.from, range.to) : '');
    const mend = fix?.kind === 'replace_text' ? `\n    fix: ${fix.title}: ${JSON.stringify(fix.text)}` : '';
    return `${place} ${code} ${severity} ${formatPath(path)} ${at}\n    ${message}${mend}\n`;
  });
  return lines.join('');
}

const beside = (file: string, ending: string): string =>
  `../../../tests/fixtures/yaml/${file.replace(/\.yaml$/, ending)}`;

describe('readYaml', () => {
  it.each(filesIn('good/'))('reads %s', async (file) => {
    const { document, diagnostics } = readYaml(textOf(file));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(beside(file, '.json'));
    expect(documentSchema.safeParse(document).error).toBeUndefined();
  });

  const seeds = filesIn('seeds/');
  it.each(seeds.filter((file) => !file.includes('four-steps')))('takes %s as it stands in its seed', async (file) => {
    const { document, diagnostics } = readYaml(textOf(file));
    // What Heddle does not use is kept, and an id of digits is read as another; both with a warning.
    const odd = diagnostics.filter(({ code }) => code !== 'HED502' && code !== 'HED524');
    expect(odd).toEqual([]);
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(beside(file, '.json'));
  });

  it.each(seeds.filter((file) => file.includes('four-steps')))(
    'tells in %s, four texts in one, what appears twice',
    (file) => {
      const { saved, diagnostics } = readYaml(textOf(file));
      expect(diagnostics.map(({ code, range }) => [code, range?.line])).toEqual([
        ['HED103', 6],
        ['HED103', 12],
      ]);
      expect(Object.keys(saved?.tasks ?? {})).toEqual(['verbose_task']);
    },
  );

  it.each(filesIn('good/'))('writes %s so that it reads back and satisfies the JSON Schema', (file) => {
    const { document } = readYaml(textOf(file));
    if (document === undefined) throw new Error('There is no document.');
    const text = writeYaml(document);
    expect(readYaml(text).document).toEqual({ ...document, heddle: 1 });
    expect(new Validator(buildDocumentJsonSchema(), '7').validate(parse(text)).errors).toEqual([]);
  });

  it.each(filesIn('bad/'))('says what is wrong in %s, and where', async (file) => {
    const text = textOf(file);
    const { document, saved, diagnostics } = readYaml(text);
    expect(document).toBeUndefined();
    if (saved) expect(documentSchema.safeParse(saved).error).toBeUndefined();
    await expect(listed(text, diagnostics)).toMatchFileSnapshot(beside(file, '.txt'));
  });

  it('warns of settings that were dropped, and keeps them', () => {
    const { document, diagnostics } = readYaml(textOf('good/dropped-settings.yaml'));
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(Array(4).fill('HED502 warning'));
    expect(document?.checkpoint?.extensions).toMatchObject({ 'x-legacy': { path: './checkpoints', auto_save: true } });
  });

  it('saves what is left of a text without the parts that are wrong', () => {
    const { document, saved } = readYaml(
      'name: x\nnmae: y\ntasks:\n  a: { description: x, priority: soon, depends_on: [b, [c]] }\n  1st: {}\n  c: text\n',
    );
    expect(document).toBeUndefined();
    expect(saved).toEqual({ name: 'x', tasks: { a: { type: 'atomic', description: 'x', dependsOn: ['b'] } } });
    // What is broken in a nested task makes no plain value of it.
    expect(readYaml('tasks: { a: { inputs: { x: { task: { name: y }, task: z } } } }').saved?.tasks).toMatchObject({
      a: { inputs: { x: { task: { type: 'atomic', name: 'y' } } } },
    });
    expect(readYaml('name: x').saved).toBeUndefined();
    expect(readYaml('name: x\n  tasks: [').saved).toBeUndefined();
    expect(readYaml('heddle: 2\ntasks: {}').saved).toBeUndefined();
  });

  it('reads what many aliases lead to no more often than the bound allows', () => {
    const levels = Array.from({ length: 60 }, (_, at) => `x-${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
    const { diagnostics } = readYaml(`x-0: &a0 x\n${levels.join('\n')}\ntasks: {}\n`);
    expect(diagnostics.map(({ code, path }) => `${code} ${formatPath(path)}`)).toEqual(['HED104 x-12[0]']);
  });

  it('edits nothing piece by piece where merge keys or older spellings bring tasks that the text does not show', () => {
    const blocks = (tasks: string): readonly unknown[] => readYaml(`tasks:\n${tasks}`).source.blocks;
    expect(blocks('  a: { <<: { agent: b } }\n  c: {}\n')).toHaveLength(3);
    expect(blocks('  <<: { b: {} }\n  c: {}\n')).toEqual([]);
    expect(blocks('  f: { type: function }\n  c: {}\n')).toEqual([]);
  });

  it('reads the model as JSON back, as JSON is YAML', () => {
    fc.assert(
      fc.property(workflowDocument, (document) => {
        fc.pre(documentSchema.safeParse(document).success);
        const text = JSON.stringify(document, null, 2);
        const read = readYaml(text);
        expect(read.diagnostics).toEqual([]);
        expect(read.document).toEqual(decodeJson(text));
      }),
      { numRuns: samples('READ_BACK', 20, 200) },
    );
  });

  it('takes the id of a group away from those of its subtasks as often as it stands there, so that it stays away', () => {
    const read = readYaml('tasks: { g: { type: group, subtasks: { g.g.a: {}, g.g.b: { depends_on: [g.g.a] } } } }');
    expect(read.document).toMatchObject({ tasks: { g: { subtasks: { a: {}, b: { dependsOn: ['a'] } } } } });
  });

  it('refuses a text over the limit, counted in bytes', () => {
    const codes = (text: string): string[] => readYaml(text).diagnostics.map(({ code }) => code);
    expect(codes(`# ${'x'.repeat(maxWorkflowBytes)}`)).toEqual(['HED105']);
    expect(codes(`# ${'é'.repeat(maxWorkflowBytes / 2)}`)).toEqual(['HED105']);
  });

  it.each([
    ['lists', (levels: number) => `x-a: ${'['.repeat(levels)}${']'.repeat(levels)}`],
    [
      'maps of a task',
      (levels: number) => `tasks: { a: { inputs: { x: ${'{ a: '.repeat(levels)}1${' }'.repeat(levels)} } } }`,
    ],
    [
      'aliases',
      (levels: number) =>
        `x-0: &a0 1\n${Array.from({ length: levels / 100 }, (_, at) => `x-${at + 1}: &a${at + 1} ${'['.repeat(101)}*a${at}${']'.repeat(101)}\n`).join('')}`,
    ],
  ])('refuses %s that are nested without end, in the same words however deep', (_what, nested) => {
    for (const levels of [300, 10_000]) {
      const { document, diagnostics } = readYaml(nested(levels));
      expect(document).toBeUndefined();
      expect(diagnostics[0]?.message).toBe('The text is nested more than 200 levels deep. Write it flatter.');
    }
  });

  it('applies its own fixes to a text that reads', () => {
    for (const file of ['bad/booleans.yaml', 'bad/bare-templates.yaml']) {
      let text = textOf(file).replace(', breakpoint: maybe', '');
      for (const { fix } of readYaml(text).diagnostics.toReversed()) {
        if (fix?.kind !== 'replace_text') throw new Error('A fix is missing.');
        text = text.slice(0, fix.range.from) + fix.text + text.slice(fix.range.to);
      }
      expect(readYaml(text).diagnostics).toEqual([]);
    }
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      'tasks',
      ':',
      ' ',
      '\n',
      '  ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '{{a}}',
      '"',
      '&a ',
      '*a',
      '? ',
      '|',
      '#',
      'x-',
      '\t',
      '!!',
      '!x ',
      '---',
      '<<',
      '%',
      'a',
      'description',
      'layout',
      'workflows',
      'checkpoint',
      'null',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { document, saved = document, locate } = readYaml(pieces.join(''));
        locate(['tasks', 'a', 'x']);
        if (saved) expect(documentSchema.safeParse(saved).error).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
    expect(readYaml(`x-a: ${'['.repeat(100_000)}`).document).toBeUndefined();
  });
});

describe('the places that readYaml locates', () => {
  const text = `name: x
tasks:
  a:
    description: Hello
    dependsOn: [b, c]
    inputs:
      one: { from: d }
  b: { depends_on: a }
`;
  const { locate } = readYaml(text);
  const at = (...path: DocumentPath): string | undefined => {
    const range = locate(path);
    return range && `${range.line}:${range.column} ${text.slice(range.from, range.to)}`;
  };

  it('are the values of single entries, and the keys of blocks', () => {
    expect(at('name')).toBe('1:7 x');
    expect(at('tasks', 'a')).toBe('3:3 a');
    expect(at('tasks', 'a', 'description')).toBe('4:18 Hello');
    expect(at('tasks', 'a', 'depends_on', 1)).toBe('5:20 c');
    expect(at('tasks', 'a', 'inputs', 'one', 'from')).toBe('7:20 d');
    expect(at('tasks', 'b', 'depends_on', 0)).toBe('8:20 a');
  });

  it('are those of the nearest holder where a path leads nowhere', () => {
    expect(at('tasks', 'a', 'model')).toBe('3:3 a');
    expect(at('tasks', 'nobody', 'model')).toBe('2:1 tasks');
    expect(at('default_model')).toBe('1:1 name: x');
  });

  it('are found in lists of tasks and in single tasks', () => {
    expect(readYaml('tasks:\n  - id: a\n    name: A\n').locate(['tasks', 'a', 'name'])).toMatchObject({
      line: 3,
      column: 11,
    });
    expect(readYaml('description: x\nmodel: y\n').locate(['tasks', 'task', 'model'])).toMatchObject({
      line: 2,
      column: 8,
    });
  });
});
