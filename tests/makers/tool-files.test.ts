import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryBlobs } from '@/engine/testing/memory-stores.testing';
import type { SentPart } from '@/plan/message';
import { createToolClient } from '@/tools/create-tool-client';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { startToolServer, type ToolServer } from '../../e2e/servers/tool-server';
import { type MakerCase, makerCases, providerFor, runLab } from './lab';
import { recordingOf } from './recording-of';
import { base64, jpeg, pdf, png, textBytes, wav } from './sample-files';

let makers: Makers;
let server: ToolServer;
const tools = createToolClient();
beforeAll(async () => {
  makers = await startMakers();
  server = await startToolServer();
});
afterAll(async () => {
  await tools.close();
  await Promise.all([makers.close(), server.close()]);
});
beforeEach(() => {
  makers.reset();
  server.files.clear();
});

const picture = png(640, 480, 3000);
const paper = pdf(3);
const sound = wav();
const types = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf', wav: 'audio/wav', csv: 'text/csv' };

/** Puts a file on the server under a name, with the type of its extension. */
function put(name: string, bytes: Uint8Array, more: { readonly type?: string } = {}): void {
  const ending = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types;
  server.files.set(name, { type: types[ending] ?? 'application/octet-stream', bytes, ...more });
}

/** A task whose model calls a tool once for each of the names: of an MCP server, or over HTTP. */
function workflow({ maker, model }: Pick<MakerCase, 'maker' | 'model'>, names: readonly string[], by: 'mcp' | 'http') {
  const parameters = (name: string) =>
    `{ type: object, properties: { name: { enum: ["${name}"] } }, required: [name], additionalProperties: false }`;
  const how =
    by === 'mcp' ? `mcp: { url: "${server.url}/mcp", tool: show }` : `http: { url: "${server.url}/files/{{name}}" }`;
  const declared = names.map(
    (name, index) => `  show_${index + 1}: { description: "Shows a file.", parameters: ${parameters(name)}, ${how} }\n`,
  );
  const called = names.map((_, index) => `[tool:show_${index + 1}@${index + 1}]`).join('');
  return `default_model: "${maker}:${model}"
tools:
${declared.join('')}tasks:
  look:
    description: "What is it? [tools:${names.length}]${called}"
    tools: [${names.map((_, index) => `show_${index + 1}`).join(', ')}]
`;
}

const providersOf = (one: MakerCase) => [
  providerFor(one, makers.base[one.protocol === 'compatible' ? 'plain' : one.maker]),
];
const lastBody = () => JSON.stringify(makers.requests.at(-1)?.body);
const refusals = () => makers.refused().map(({ refused }) => refused);

type Options = Partial<Parameters<typeof runLab>[1]>;
function look(one: MakerCase, names: readonly string[], by: 'mcp' | 'http' = 'mcp', options: Options = {}) {
  return runLab(workflow(one, names, by), { providers: providersOf(one), tools, ...options });
}

const [openai, anthropic, google, plain] = makerCases as [MakerCase, MakerCase, MakerCase, MakerCase];
/** One of the unknown servers stands in for a model that a person declares to accept images. */
const seeing: MakerCase = { ...plain, maker: 'openai', model: 'gpt-4o' };

/** The form of a tool's picture and PDF in each protocol; `…` replaces their content. */
const forms: readonly (readonly [MakerCase, picture: string, paper: string])[] = [
  [
    openai,
    '{"type":"input_image","image_url":"data:image/png;base64,…"}',
    '{"type":"input_file","filename":"paper.pdf","file_data":"data:application/pdf;base64,…"}',
  ],
  [
    anthropic,
    '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"…"}}',
    '{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"…"}}',
  ],
  [
    google,
    '"parts":[{"inlineData":{"mimeType":"image/png","data":"…"}}]',
    '"parts":[{"inlineData":{"mimeType":"application/pdf","data":"…"}}]',
  ],
  [
    seeing,
    '{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,…"}}',
    '{"role":"user","content":[{"type":"file","file":{"filename":"paper.pdf","file_data":"data:application/pdf;base64,…"}}',
  ],
];

describe.each(forms)('$0.protocol', (one, pictureForm, paperForm) => {
  test.each(['mcp', 'http'] as const)('is shown what a tool gives by %s, and no event has the bytes', async (by) => {
    put('plan.png', picture);
    put('paper.pdf', paper);
    const shown = async (name: string, form: string, bytes: Uint8Array) => {
      const ran = await look(one, [name], by);
      expect(refusals()).toEqual([]);
      expect([ran.status, ran.failure]).toEqual(['completed', '']);
      expect(lastBody()).toContain(form.replace('…', base64(bytes)));
      expect(JSON.stringify(ran.events)).not.toContain(base64(bytes).slice(0, 100));
      return ran.of('tool.called')[0];
    };
    const first = await shown('plan.png', pictureForm, picture);
    expect(first?.data.files).toMatchObject([{ kind: 'image', width: 640, height: 480, bytes: picture.length }]);
    const text = '[image: image/png, 640 × 480, 3.0 kB]';
    expect(first?.result).toBe(by === 'mcp' ? `Before it.\n${text}\nAfter it.` : text);
    const second = await shown('paper.pdf', paperForm, paper);
    expect(second?.data.files).toMatchObject([{ kind: 'pdf', pages: 3, name: 'paper.pdf' }]);
  });

  test('is shown the same by a run that is taken up, although the server has it no more', async () => {
    put('plan.png', picture);
    const blobs = createMemoryBlobs();
    const whole = await look(one, ['plan.png'], 'mcp', { blobs });
    const body = lastBody();
    const cut = whole.events.findIndex(({ kind }) => kind === 'tool.called') + 1;
    makers.reset();
    server.files.clear();
    const again = await look(one, ['plan.png'], 'mcp', { blobs, log: whole.events.slice(0, cut) });
    expect([again.status, again.failure]).toEqual(['completed', '']);
    expect(lastBody()).toBe(body);
  });

  test('is shown the same by a fork, although the server has it no more', async () => {
    put('plan.png', picture);
    const blobs = createMemoryBlobs();
    const whole = await look(one, ['plan.png'], 'mcp', { blobs });
    const body = lastBody();
    const cut = whole.events.findIndex(({ kind }) => kind === 'tool.called') + 1;
    makers.reset();
    server.files.clear();
    const recording = await recordingOf(whole.events.slice(0, cut), blobs);
    const again = await look(one, ['plan.png'], 'mcp', { recording });
    expect([again.status, again.failure]).toEqual(['completed', '']);
    expect(lastBody()).toBe(body);
  });
});

describe('what a model is not shown', () => {
  const toldOf = async (one: MakerCase, name: string, by: 'mcp' | 'http' = 'mcp') => {
    const ran = await look(one, [name], by);
    expect(refusals()).toEqual([]);
    expect([ran.status, ran.failure]).toEqual(['completed', '']);
    expect(makers.requests).toHaveLength(2);
    return { ran, body: lastBody(), text: ran.of('tool.called')[0]?.result ?? '' };
  };

  test('a kind that it does not take, or is not known to take', async () => {
    put('plan.png', picture);
    const older = await toldOf({ ...seeing, model: 'gpt-4' }, 'plan.png');
    expect(older.body).toContain('[image: image/png, 640 × 480, 3.0 kB — this model takes no images]');
    expect(older.body).not.toContain(base64(picture));
    makers.reset();
    const unknown = await toldOf(plain, 'plan.png');
    expect(unknown.body).toContain('not shown, as it is not known whether this model takes images]');
  });

  test('a sound is heard by who takes it', async () => {
    put('horn.wav', sound);
    expect((await toldOf(openai, 'horn.wav')).body).toContain('— this model takes no audio]');
    makers.reset();
    const heard = await toldOf(google, 'horn.wav');
    expect(heard.body).toContain('— it follows]');
    expect(heard.body).toContain(`"inlineData":{"mimeType":"audio/wav","data":"${base64(sound)}"`);
  });

  test('a picture that lies about its type is shown as what it is', async () => {
    put('plan.png', jpeg(20, 10));
    const { ran, body } = await toldOf(anthropic, 'plan.png');
    expect(body).toContain('"media_type":"image/jpeg"');
    expect(ran.of('resource.warning').map(({ data }) => data.message)).toEqual([
      '“image-1.png” is not what its name says: by its content it is image/jpeg, and is sent as such.',
    ]);
  });

  test.each([
    ['a page that calls itself a picture', 'plan.png', textBytes('<html>no</html>'), {}, '<html>no</html>'],
    [
      'an SVG with a script, as text',
      'plan.svg',
      textBytes('<svg><script>alert(1)</script></svg>'),
      { type: 'image/svg+xml' },
      '<svg><script>alert(1)</script></svg>',
    ],
    ['100,000 × 100,000 pixels', 'plan.png', png(100_000, 100_000), {}, 'too large an image: 100,000 × 100,000 pixels'],
    ['a PDF with a password', 'paper.pdf', pdf(1, '/Encrypt 5 0 R'), {}, 'is a PDF with a password'],
    ['a picture that is cut off', 'plan.png', png(1, 1).subarray(0, 12), {}, 'is damaged or cut off'],
    ['nothing', 'plan.png', new Uint8Array(), {}, 'is empty'],
    ['an archive', 'a.zip', textBytes('PK\x03\x04 and so on'), {}, 'application/zip, which models do not take'],
    ['a table', 'a.csv', textBytes('a,b\n1,2'), {}, '<file name="a.csv">\na,b\n1,2\n</file>'],
  ])('%s', async (_, name, bytes, more, says) => {
    put(name, bytes, more);
    const { ran, text } = await toldOf(anthropic, name);
    expect(text).toContain(says);
    expect(text).toMatch(/^Before it\.\n[\s\S]+\nAfter it\.$/);
    expect(ran.of('tool.called')[0]?.data.files).toBeUndefined();
    expect(lastBody()).not.toContain('base64');
  });

  test('what is larger than is read, over HTTP', async () => {
    put('plan.png', png(4, 4, 20_000_000));
    const { text } = await toldOf(anthropic, 'plan.png', 'http');
    expect(text).toBe('[image: image/png, larger than the 20 MB that are read]');
  });
});

test('what a call was told names each picture, and its tokens add up', async () => {
  put('plan.png', picture);
  const blobs = createMemoryBlobs();
  const ran = await look(anthropic, ['plan.png'], 'mcp', { blobs });
  const asked = ran.of('model.requested').at(-1);
  const parts = JSON.parse(asked?.data.parts?.text ?? '[]') as SentPart[];
  const [file] = parts.filter((part) => part.file !== undefined);
  expect(file).toMatchObject({ kind: 'conversation', bytes: picture.length, messages: 1 });
  // 640 × 480 in squares of 28 pixels, scaled by the error of the previous turn's count.
  expect(file?.tokens).toBeGreaterThanOrEqual(23 * 18);
  const before = ran.of('model.requested')[0]?.data.window?.sent ?? 0;
  expect(asked?.data.window?.exact).toBe(false);
  expect((asked?.data.window?.sent ?? 0) - before).toBeGreaterThan(23 * 18);
  expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(asked?.data.window?.sent ?? 0);
});

test('the oldest pictures give room to new ones', async () => {
  const names = [1, 2, 3].map((number) => `plan-${number}.png`);
  for (const name of names) put(name, png(40, 40, 8_000_000));
  const ran = await look(anthropic, names, 'http');
  expect(refusals()).toEqual([]);
  expect([ran.status, ran.failure]).toEqual(['completed', '']);
  const sent = makers.requests.map(({ body }) => JSON.stringify(body).split('"type":"image"').length - 1);
  // Two of them fit; the third frees half of the room.
  expect(sent).toEqual([0, 1, 2, 1]);
  expect(lastBody()).toContain('8.0 MB — no longer shown, to make room for newer ones]');
});
