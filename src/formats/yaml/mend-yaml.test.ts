import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { applyTextEdits } from '@/workflow/change';
import { documentSchema } from '@/workflow/document-schema';
import { workflowDocument } from '../document-arbitrary.testing';
import { readFragment } from '../fragment';
import { importPasted, importText } from '../import-file';
import { LiveYaml } from './live/live-yaml';
import { readYaml } from './read-yaml';
import { writeYaml } from './write-yaml';

const sound = `heddle: 1
name: Lab # mine
tasks:
  intro:
    description: |
      Write:
        - an introduction of 3\u00a0km
  mood:
    depends_on: [intro]
    description: "What is the mood of: {{intro}}"
    output_schema:
      type: object
      properties: { mood: { type: string } }
`;
const { document: meant } = readYaml(sound);

/** Puts another space, or a tab for two, wherever a line is indented. */
const indentedBy = (text: string, space: string, width = 1): string =>
  text.replace(/^ +/gm, (lead) => space.repeat(Math.floor(lead.length / width)) + ' '.repeat(lead.length % width));

const around = (text: string): string => `Sure! Here it is:\n\n\`\`\`yaml\n${text}\`\`\`\n\nTell me what to change.\n`;

/** Ways in which a workflow comes out of a chat, a letter or another editor. */
const ways: readonly (readonly [string, (text: string) => string])[] = [
  ['in a code fence amid prose', around],
  ['in a fence of waves, which nothing closes', (text) => `So:\n~~~\n${text}`],
  ['in a fence within a list', (text) => `1. Do:\n   ${around(text).replaceAll('\n', '\n   ')}`],
  ['amid prose without a fence', (text) => `Here is the workflow:\n\n${text}\nI hope that this helps.\n`],
  ['with tabs for indentation', (text) => indentedBy(text, '\t', 2)],
  ['with non-breaking spaces', (text) => indentedBy(text, '\u00a0')],
  ['with wide spaces', (text) => indentedBy(text, '\u3000')],
  ['with a mark of the byte order before each line', (text) => text.replace(/^(?=.)/gm, '\ufeff')],
  ['with Windows line ends, tabs and a fence', (text) => around(indentedBy(text, '\t', 2)).replaceAll('\n', '\r\n')],
];

describe.each(ways)('a workflow %s', (_way, changed) => {
  it('has one problem, whose fix gives the same document, while it is typed too', () => {
    const text = changed(sound);
    const { document, diagnostics, mended } = readYaml(text);
    expect(document).toBeUndefined();
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['HED101 error']);
    const [problem] = diagnostics;
    if (problem?.fix?.kind !== 'replace_text') throw new Error('There is no fix.');
    const { range, text: inserted } = problem.fix;
    const fixed = applyTextEdits(text, [{ at: range.from, removed: text.slice(range.from, range.to), inserted }]);
    expect(fixed).toBe(mended?.text);
    expect(readYaml(fixed)).toMatchObject({ document: meant, diagnostics: [] });
    expect(new LiveYaml(text).read().diagnostics).toEqual(diagnostics);
  });

  it('opens repaired from a file, with its comments, and as it is pasted', () => {
    const text = changed(sound);
    expect(importText(text, 'a.yaml')).toMatchObject({
      status: 'broken',
      asWritten: text,
      saved: expect.stringContaining('# mine'),
    });
    const pasted = importPasted(text);
    expect(pasted).toMatchObject({ status: 'sound', diagnostics: [{ code: 'HED505', severity: 'warning' }] });
    expect(readYaml(pasted.status === 'sound' ? pasted.text : '').document).toEqual(meant);
    const fragment = readFragment(text);
    expect(fragment).toMatchObject({ ok: true, value: { tasks: meant?.tasks, diagnostics: [{ code: 'HED505' }] } });
  });

  it('is the same document, whatever it says', () => {
    const clean = (letters: string) => letters.replace(/[^\n -~]/g, 'x').replaceAll('```', "'''");
    const documents = workflowDocument.filter((document) => documentSchema.safeParse(document).success);
    fc.assert(
      fc.property(documents, (document) => {
        const text = clean(writeYaml(document));
        const read = readYaml(text);
        fc.pre(read.document !== undefined && Object.keys(read.document.tasks).length > 0);
        const other = readYaml(changed(text));
        expect(other.document ?? other.mended?.document).toEqual(read.document);
      }),
      { numRuns: samples('MEND_YAML', 15, 400) },
    );
  });
});

it('names what YAML does not take, with the number of a letter that looks like another', () => {
  const text = around(
    indentedBy(sound, '\u00a0').replace('name:', 'na\u200bme:').replace('\u00a0\u00a0mood', '\tmood'),
  );
  expect(readYaml(text).diagnostics[0]?.message).toBe(
    'YAML does not take a code fence and what is around it, tabs for indentation, non-breaking spaces (U+00A0) and letters that nobody sees (U+200B). Write the workflow without: “Repair the text” does.',
  );
});

it('mends the spaces of sentences too where the text has no others', () => {
  const { mended } = readYaml(sound.replaceAll(' ', '\u00a0'));
  expect(mended?.document).toMatchObject({ tasks: { mood: { description: 'What is the mood of: {{intro}}' } } });
});

it('removes letters that nobody sees from plain text, and leaves them where a script needs them', () => {
  const farsi = 'می\u200cخواهم';
  const { mended } = readYaml(around(`tasks:\n  a:\n    name: Re\u200bport\n    description: ${farsi}\n`));
  expect(mended?.document).toMatchObject({ tasks: { a: { name: 'Report', description: farsi } } });
});

it('takes the longest of several workflows, and says that another is left out', () => {
  const { mended, diagnostics } = readYaml(`${around('tasks:\n  a: {}\n')}Or rather:\n${around(sound)}`);
  expect(mended?.document).toEqual(meant);
  expect(diagnostics[0]?.message).toContain('another workflow');
});

it('reads JSON in a fence', () => {
  const json = JSON.stringify({ tasks: { a: { description: 'One' } } }, null, 2);
  expect(importPasted(around(`${json}\n`))).toMatchObject({
    status: 'sound',
    notation: 'json',
    text: 'heddle: 1\ntasks:\n  a:\n    description: One\n',
  });
});

it('shows other mistakes of the text where they are written', () => {
  const text = around(indentedBy(sound.replace('depends_on', 'dependson'), '\t', 2));
  const { diagnostics } = readYaml(text);
  expect(diagnostics.map(({ code, range }) => [code, range && text.slice(range.from, range.to)])).toEqual([
    ['HED101', 'S'],
    ['HED201', 'dependson'],
  ]);
});

it.each([
  ['a line that lacks its colon', `name Lab of mine\n${sound}`],
  ['a key that is being typed', `nam\n${sound}`],
  [
    'a fence in a prompt',
    sound.replace('Write:', '```yaml\n      tasks: { a: {} }\n      ```').replace('type: object', 'type object'),
  ],
  ['spaces that a prompt holds', sound.replace('depends_on', 'dependson')],
  ['a chat without a workflow', 'Sure! Here it is:\n```js\nlet a;\n```\n'],
])('leaves alone %s', (_what, text) => {
  expect(readYaml(text)).not.toHaveProperty('mended');
});

it('keeps tabs in a prompt that is indented by spaces', () => {
  const text = `${sound}x-old:\n\tname: a\n  make:\n`.replace('  - an', '\t- an');
  const { mended } = readYaml(text.replace('  make:\n', ''));
  expect(mended?.text).toContain('      \t- an introduction');
});

it('is mended where that leaves fewer errors, though it is no workflow then either', () => {
  const { document, mended, diagnostics } = readYaml('name: A\ntasks:\n\ta:\n\t\ttype: nonsense\n');
  expect([document, mended?.document]).toEqual([undefined, undefined]);
  expect(mended?.text).toBe('name: A\ntasks:\n  a:\n    type: nonsense\n');
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('does not take tabs'),
    expect.stringContaining('no task type "nonsense"'),
  ]);
});
