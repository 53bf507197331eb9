import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { documentSchema } from '../document-schema';
import { buildInputsSchema } from './build-inputs-schema';
import { listInputFields } from './input-field';
import { formatInputProblems, formatInputText, parseInputText, readInputs } from './read-inputs';
import { setInputs } from './set-inputs';

const document = documentSchema.parse({
  inputs: {
    mail: { type: 'text', required: true, label: 'Mail', description: 'The mail as it came', maxLength: 10 },
    language: { type: 'choice', options: ['en', 'de'], default: 'en' },
    refund: { type: 'number', min: 0, max: 200, integer: true },
    urgent: { type: 'boolean' },
    orders: { type: 'json', schema: { type: 'array', items: { type: 'object' } }, default: [] },
    invoice: { type: 'file', accept: ['application/pdf', 'image/*', '.csv'], maxBytes: 2_000_000 },
    pages: { type: 'file', multiple: true, required: true },
  },
  tasks: {},
});
const fields = listInputFields(document);
const given = { mail: 'Hello', pages: ['/a.png'] };

/** What is wrong with the values, as lines. */
function problems(values: JsonObject, files?: Readonly<Record<string, number>>): readonly string[] {
  const find = files && ((path: string) => (path in files ? { bytes: files[path] ?? 0 } : undefined));
  const read = readInputs(fields, { ...given, ...values }, find);
  return read.ok ? [] : formatInputProblems(read.error);
}

describe('reading what a run is given', () => {
  it('gives every field its value, its default, or null', () => {
    expect(readInputs(fields, given)).toEqual({
      ok: true,
      value: {
        ...given,
        language: 'en',
        refund: null,
        urgent: null,
        orders: [],
        invoice: null,
      },
    });
  });

  it('names all that is wrong at once', () => {
    const read = readInputs(fields, { language: 'fr', refund: 500, urgent: 'yes', orders: [1], mails: 'x' });
    expect(read.ok ? [] : formatInputProblems(read.error)).toEqual([
      'mails: There is no such input. Did you mean mail?',
      'mail: It is required. Give a text.',
      'language: Choose one of en, de.',
      'refund: 500 is more than 200. Give a whole number from 0 to 200.',
      'urgent: This is neither true nor false. Give true or false.',
      expect.stringContaining('orders: It is not what its schema asks for. #/0: '),
      'pages: It is required. Give one file or more.',
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['blanks alone', { mail: ' \n' }, 'mail: It is required. Give a text.'],
    ['null', { mail: null }, 'mail: It is required. Give a text.'],
    ['a text that is too long', { mail: '12345678901' }, 'mail: It has 11 characters, and the most is 10. Shorten it.'],
    ['a text that is none', { mail: 1 }, 'mail: This is not a text. Give a text.'],
    ['half a number', { refund: 1.5 }, 'refund: 1.5 is not a whole number. Give a whole number from 0 to 200.'],
    ['a text for a number', { refund: '7' }, 'refund: This is not a number. Give a whole number from 0 to 200.'],
    ['an empty text for a number', { refund: '' }, 'refund: This is not a number. Give a whole number from 0 to 200.'],
    ['a relative path', { invoice: 'a.pdf' }, 'invoice: This is not a path of a file, such as /a.md.'],
    ['a path that leads out', { invoice: '/../a.pdf' }, 'invoice: This is not a path of a file, such as /a.md.'],
    [
      'a file of another kind',
      { invoice: '/a.docx' },
      'invoice: /a.docx is none of application/pdf, image/*, .csv. Give a file of one of these.',
    ],
    ['one file for a list', { pages: '/a.png' }, 'pages: This is not a list of files. Give a list of paths.'],
  ])('refuses %s', (_what, values, line) => {
    expect(problems(values)).toEqual([line]);
  });

  it.each<[string, JsonObject]>([
    ['characters beyond the basic plane, each as one', { mail: '🎈'.repeat(10) }],
    ['a bound itself', { refund: 200 }],
    ['null where nothing is required', { refund: null, invoice: null, language: null }],
    ['a file by its media type', { invoice: '/a.PDF' }],
    ['a file by a group of media types', { invoice: '/a.webp' }],
    ['a file by its ending', { invoice: '/a.csv' }],
  ])('takes %s', (_what, values) => {
    expect(problems(values)).toEqual([]);
  });

  it('looks at files where it can', () => {
    const files = { '/a.png': 1, '/big.pdf': 2_000_001 };
    expect(problems({ invoice: '/gone.pdf' }, files)).toEqual([
      'invoice: There is no file /gone.pdf. Add it, or give another path.',
    ]);
    expect(problems({ invoice: '/big.pdf' }, files)).toEqual([
      'invoice: /big.pdf has 2.1 MB, and the most is 2 MB. Give a smaller file.',
    ]);
  });
});

describe('inputs that are typed', () => {
  it.each<[string, string, Json]>([
    ['mail', ' 12 ', ' 12 '],
    ['refund', '12', 12],
    ['urgent', 'no', false],
    ['language', 'de', 'de'],
    ['orders', '[{"id": 1}]', [{ id: 1 }]],
    ['invoice', './a.pdf', '/a.pdf'],
    ['pages', 'a.png', ['/a.png']],
    ['refund', ' ', null],
  ])('%s reads %j', (name, text, value) => {
    const field = fields.find((one) => one.name === name);
    expect(field && parseInputText(field, text)).toEqual({ ok: true, value });
  });

  it('says what is no JSON, and writes values as they are typed', () => {
    const [orders] = fields.filter(({ name }) => name === 'orders');
    if (orders === undefined) throw new Error('It is missing.');
    expect(parseInputText(orders, '{a}').ok).toBe(false);
    expect(formatInputText(orders, [1])).toBe('[1]');
    expect(formatInputText({ type: 'number' }, 3)).toBe('3');
    expect(formatInputText({ type: 'text' }, null)).toBe('');
  });
});

describe('what a run is asked for', () => {
  it('is told to programs as a JSON Schema', () => {
    expect(buildInputsSchema(fields)).toEqual({
      type: 'object',
      properties: {
        mail: { title: 'Mail', description: 'The mail as it came', type: 'string', minLength: 1, maxLength: 10 },
        language: { type: 'string', enum: ['en', 'de'], default: 'en' },
        refund: { type: 'integer', minimum: 0, maximum: 200 },
        urgent: { type: 'boolean' },
        orders: { type: 'array', items: { type: 'object' }, default: [] },
        invoice: { type: 'string', description: 'The path of a file of the run: application/pdf, image/*, .csv.' },
        pages: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'The paths of files of the run.',
        },
      },
      additionalProperties: false,
      required: ['mail', 'pages'],
    });
  });

  it('is its variables where it declares no inputs, which take any value', () => {
    const plain = documentSchema.parse({ variables: { n: 3, t: 'a', l: [1] }, tasks: {} });
    expect(listInputFields(plain).map(({ name, type, required }) => [name, type, required])).toEqual([
      ['n', 'number', false],
      ['t', 'text', false],
      ['l', 'json', false],
    ]);
    expect(setInputs(plain, { n: 'x', more: 1 })).toMatchObject({
      ok: true,
      value: { variables: { n: 'x', more: 1 } },
    });
  });

  it('stands in the document once it is given', () => {
    const set = setInputs(document, given);
    expect(set).toMatchObject({
      ok: true,
      value: { inputs: { mail: { default: 'Hello' }, refund: { default: null } } },
    });
    expect(set.ok && set.value.variables).toBeUndefined();
  });
});
