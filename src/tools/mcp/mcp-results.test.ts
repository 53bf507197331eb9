import { describe, expect, it } from 'vitest';
import { maxToolFileBytes } from '../tool-file';
import { buildReply, makeResultTolerant, readToolList } from './mcp-results';

/** What is read of a list of tools. */
function listed(...tools: readonly unknown[]) {
  const page = makeResultTolerant('tools/list', { tools });
  return readToolList(page as unknown as Parameters<typeof readToolList>[0]);
}
/** What is read of a result. */
const called = (...content: readonly unknown[]) => buildReply(makeResultTolerant('tools/call', { content }));

const nested = (levels: number): object => (levels === 1 ? {} : { properties: nested(levels - 1) });

describe('a tool in a list', () => {
  it('has what is sound of it', () => {
    const annotations = { readOnlyHint: true, destructiveHint: false, other: 1 };
    expect(listed({ name: 'a' }, { name: 'b', title: 'B', description: 'Does b.', annotations })).toEqual({
      tools: [
        { name: 'a', description: '', parameters: { type: 'object' } },
        {
          name: 'b',
          description: 'Does b.',
          parameters: { type: 'object' },
          hints: { title: 'B', readOnly: true, destructive: false },
        },
      ],
      problems: [],
    });
    const odd = { name: 'c', title: 1, description: [], annotations: { readOnlyHint: 'yes', destructiveHint: 1 } };
    expect(listed(odd).tools).toEqual([{ name: 'c', description: '', parameters: { type: 'object' } }]);
    expect(listed({ name: 'd', annotations: 'none' }).tools).toHaveLength(1);
    const schema = { properties: { x: {} }, required: ['x'] };
    expect(listed({ name: 'e', inputSchema: schema }).tools[0]?.parameters).toEqual({ ...schema, type: 'object' });
  });

  it.each([
    [null, 'A tool without a name is left out.'],
    [7, 'A tool without a name is left out.'],
    [{}, 'A tool without a name is left out.'],
    [{ name: '' }, 'A tool without a name is left out.'],
    [{ name: 'x'.repeat(257) }, 'A tool whose name has 257 characters is left out.'],
    [{ name: 'a', inputSchema: [] }, 'The tool a is left out: its parameters are not a schema.'],
    [{ name: 'a', inputSchema: { type: 'array' } }, 'The tool a is left out: its parameters are not an object.'],
    [
      { name: 'a\u202e', inputSchema: nested(65) },
      'The tool a\\u202e is left out: its parameters are nested deeper than 64 levels.',
    ],
    [
      { name: 'a', inputSchema: { x: 'x'.repeat(2 ** 16 - 7) } },
      'The tool a is left out: its parameters are longer than 65536 characters.',
    ],
  ])('is left out with the reason, and the others stay: %#', (tool, problem) => {
    const { tools, problems } = listed(tool, { name: 'sound' });
    expect([tools.map(({ name }) => name), problems]).toEqual([['sound'], [problem]]);
  });

  it('may be just as large as the bounds', () => {
    const schema = { x: 'x'.repeat(2 ** 16 - 8) };
    expect(JSON.stringify(schema)).toHaveLength(2 ** 16);
    const description = 'd'.repeat(9000);
    const { tools, problems } = listed(
      { name: 'x'.repeat(256), title: 't'.repeat(300), description, inputSchema: schema },
      { name: 'deep', inputSchema: nested(64) },
    );
    expect(problems).toEqual([]);
    expect([tools.length, tools[0]?.description.length, tools[0]?.hints?.title?.length]).toEqual([2, 8192, 256]);
  });
});

describe('a result', () => {
  const bytes = Buffer.from('pixels');
  const data = bytes.toString('base64');

  it('is its texts, each on lines of its own, with what stands for the rest', () => {
    const { text, isError, files } = called(
      { type: 'text', text: 'one' },
      { type: 'text' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'two' } },
      { type: 'resource', resource: { uri: 'file:///b' } },
      { type: 'resource' },
      { type: 'resource_link', uri: 'file:///c' },
      { type: 'x'.repeat(50) },
      null,
    );
    expect(text.split('\n')).toEqual([
      'one',
      '',
      'two',
      '[file: file:///b]',
      '[file: undefined]',
      '[file: file:///c]',
      `[${'x'.repeat(40)}: a kind of content that is not known here]`,
      '[undefined: a kind of content that is not known here]',
    ]);
    expect([isError, files]).toEqual([false, undefined]);
  });

  it('has its files beside the text, by the order in which they come', () => {
    const { text, files } = called(
      { type: 'image', data, mimeType: 'image/png; q=1' },
      { type: 'text', text: 'x', data },
      { type: 'audio', data, mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///notes/plan.pdf', blob: data, mimeType: 'application/pdf' } },
      { type: 'image', data },
    );
    expect(files?.map(({ name, bytes: found }) => [name, Buffer.from(found).toString()])).toEqual([
      ['image-1.png', 'pixels'],
      ['audio-2.wav', 'pixels'],
      ['plan.pdf', 'pixels'],
      ['image-4', 'pixels'],
    ]);
    expect(text.split('\n').map((line) => line.split(',')[0])).toEqual([
      '[image: image/png',
      'x',
      '[audio: audio/wav',
      '[PDF: application/pdf',
      '[file: of no known type',
    ]);
  });

  it('says of a file that is damaged or too large that it is', () => {
    const large = 'A'.repeat(Math.ceil((maxToolFileBytes + 4) / 0.75));
    const { text, files } = called(
      { type: 'image', data: '***', mimeType: 'image/png' },
      { type: 'image', data: large, mimeType: 'image/png' },
      { type: 'image', mimeType: 'image/png' },
    );
    expect(files).toBeUndefined();
    expect(text.split('\n')).toEqual([
      '[image: image/png, damaged: it is not base64]',
      '[image: image/png, larger than the 20 MB that are read]',
      '[image: a kind of content that is not known here]',
    ]);
  });

  it('is the JSON of its value where it has no content, and an error only if it says so', () => {
    const replied = (result: object) => buildReply(makeResultTolerant('tools/call', { ...result }));
    expect(replied({ structuredContent: { a: 1 } })).toEqual({ text: '{"a":1}', isError: false });
    expect(replied({ content: [{ type: 'text', text: 'x' }], structuredContent: { a: 1 }, isError: true })).toEqual({
      text: 'x',
      isError: true,
    });
    expect(replied({})).toEqual({ text: '', isError: false });
  });

  it('is cut off at a megabyte', () => {
    expect(called({ type: 'text', text: 'x'.repeat(2 ** 20) }).text).toHaveLength(2 ** 20);
    expect(called({ type: 'text', text: 'x'.repeat(2 ** 20 + 1) }).text).toMatch(
      /x\n\[cut off after 1048576 characters\]$/,
    );
  });

  it('of another kind keeps what the protocol knows', () => {
    expect(makeResultTolerant('resources/list', { resources: [{ uri: 'a' }, null, 'x'], nextCursor: 'n' })).toEqual({
      ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private', nextCursor: 'n' },
      resources: [{ uri: 'a' }],
    });
    expect(makeResultTolerant('resources/templates/list', { resourceTemplates: [1, {}], nextCursor: 2 })).toEqual({
      ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
      resourceTemplates: [{}],
    });
    const contents = [{ uri: 'a', mimeType: 't', text: 'x', blob: 'b' }, { blob: 'b' }, { uri: 1, mimeType: 1 }, null];
    expect(makeResultTolerant('resources/read', { contents })).toMatchObject({
      contents: [
        { uri: 'a', mimeType: 't', text: 'x' },
        { uri: '', blob: 'b' },
        { uri: '', text: '' },
        { uri: '', text: '' },
      ],
    });
    expect(makeResultTolerant('ping', { x: 1 })).toEqual({ x: 1 });
    expect(makeResultTolerant('tools/call', { resultType: 'partial', content: [null] })).toEqual({
      resultType: 'partial',
      content: [null],
    });
  });
});
