import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import { documentSchema } from '@/workflow/document-schema';
import { readLooseXml, readXml } from './read-xml';
import { writeXml } from './write-xml';

const folder = new URL('../../../tests/fixtures/xml/', import.meta.url);
const filesIn = (name: string): string[] =>
  readdirSync(new URL(name, folder))
    .filter((file) => file.endsWith('.xml'))
    .map((file) => `${name}${file}`);
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const beside = (file: string, ending: string): string =>
  `../../../tests/fixtures/xml/${file.replace(/\.xml$/, ending)}`;

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

/** Examples that are no document, or not well-formed (see the list beside them). */
const unreadable = new Set([
  'seeds/001-0194-two-roots.xml',
  'seeds/002-0827-three-roots.xml',
  'seeds/002-3417-mismatched-end-tags.xml',
  'seeds/002-1019-input-task.xml',
  'seeds/002-1381-xsd.xml',
]);
const sound = [...filesIn('good/'), ...filesIn('seeds/').filter((file) => !unreadable.has(file))];

describe('readXml', () => {
  it.each(sound)('reads %s', async (file) => {
    const { document, diagnostics } = readXml(textOf(file));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(documentSchema.safeParse(document).error).toBeUndefined();
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(beside(file, '.json'));
  });

  it.each(sound)('writes %s so that it reads back', (file) => {
    const { document } = readXml(textOf(file));
    if (document === undefined) throw new Error('There is no document.');
    expect(readXml(writeXml(document)).document).toEqual({ ...document, heddle: 1 });
  });

  it.each([...filesIn('bad/'), ...unreadable])('says what is wrong in %s, and where', async (file) => {
    const text = textOf(file);
    const { document, diagnostics } = readXml(text);
    expect(document).toBeUndefined();
    await expect(listed(text, diagnostics)).toMatchFileSnapshot(beside(file, '.txt'));
  });

  it('saves what it can of the seed that is not well-formed', () => {
    const { saved } = readXml(textOf('seeds/002-3417-mismatched-end-tags.xml'));
    expect(saved?.tasks).toMatchObject({
      task: {
        description: 'Process data using specific format',
        inputs: { raw_data: { task: { description: 'Load and validate input data' } } },
      },
    });
  });

  it('mends the name of an element at both of its ends', () => {
    const text = '<workflow><tasks><task id="a"><descripton>x</descripton></task></tasks></workflow>';
    const fix = readXml(text).diagnostics[0]?.fix;
    if (fix?.kind !== 'replace_text') throw new Error('There is no mend.');
    const { from, to } = fix.range;
    const mended = applyTextEdits(text, [{ at: from, removed: text.slice(from, to), inserted: fix.text }]);
    expect(mended).toBe(text.replaceAll('descripton', 'description'));
  });

  it.each([
    '<task type="function" name="f"><body><task><description>x</description></task></body></task>',
    '<task type="function"><name>f</name><body><task><description>x</description></task></body></task>',
  ])('takes a function for one of the library, by its name: %s', (task) => {
    const { document, diagnostics } = readXml(`<workflow><tasks>${task}</tasks></workflow>`);
    expect(diagnostics).toEqual([]);
    expect(document).toMatchObject({ tasks: {}, library: { f: { task: { description: 'x' } } } });
  });

  it.each(['director', 'evaluator'])('takes a %s for one atomic task, whatever stands in it', (type) => {
    const step = '<task><description>x</description></task>';
    const { diagnostics } = readXml(
      `<workflow><tasks><task id="a" type="${type}"><steps>${step}</steps></task></tasks></workflow>`,
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The key "steps" is not known here\./),
    ]);
  });

  it('tells where a path stands', () => {
    const text = textOf('good/forms.xml');
    const { locate } = readXml(text);
    const at = (...path: (string | number)[]): string => {
      const range = locate(path);
      return range ? text.slice(range.from, range.to) : '';
    };
    expect(at('name')).toBe('Forms');
    expect(at('tasks', 'fetch')).toBe('fetch');
    expect(at('tasks', 'fetch', 'description')).toBe('Fetch');
    expect(at('tasks', 'review', 'depends_on', 1)).toBe('plan');
    expect(at('tasks', 'review', 'inputs', 'style')).toBe('short');
    expect(at('tasks', 'review', 'output_schema', 'type')).toBe('"object"');
    expect(at('tasks', 'plan', 'steps', 1, 'description')).toBe('Second');
    expect(at('tasks', 'route', 'cases', 0, 'test')).toBe('output.valid == true');
  });
});

describe('readLooseXml', () => {
  it('saves a task amid prose, fences and open tags, with warnings only', () => {
    const { document, diagnostics } = readLooseXml(
      'Here is the plan:\n```xml\n<task type="sequential">\n<steps>\n<task><description>Read & weigh</description></task>\n<task><descripton>Write</description></task>\n</steps>\n```\nGood luck!',
    );
    expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(document?.tasks).toMatchObject({
      task: { type: 'sequential', steps: [{ description: 'Read & weigh' }, {}] },
    });
  });

  it('gives no document for a text without any', () => {
    expect(readLooseXml('I cannot help with that.').document).toBeUndefined();
  });
});
