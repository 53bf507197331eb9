import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryBlobs } from '@/engine/testing/memory-stores.testing';
import { listRefs } from '@/storage/transfer/refs-of';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type MakerCase, makerCases, providerFor, runLab } from './lab';
import { recordingOf } from './recording-of';
import { base64, jpeg, pdf, png, textBytes, wav } from './sample-files';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers();
});
afterAll(() => makers.close());
beforeEach(() => makers.reset());

const picture = png(640, 480, 100_000);
const paper = pdf(3);
const files = {
  '/plan.png': picture,
  '/paper.pdf': paper,
  '/notes/a.txt': textBytes('Grüße, 🌍!'),
};
const all = '["/plan.png", {glob: "/*.pdf"}, {glob: "/notes/**"}]';

const workflow = ({ maker, model }: MakerCase, attachments = all, more = '') => `default_model: "${maker}:${model}"
tasks:
  look: { description: "What is it? ${more}", attachments: ${attachments} }
`;
const providersOf = (one: MakerCase) => [providerFor(one, makers.base[one.maker])];
const lastBody = () => JSON.stringify(makers.requests.at(-1)?.body);

describe.each(makerCases)('$maker', (one) => {
  const run = (options: Partial<Parameters<typeof runLab>[1]> = {}, text = workflow(one)) =>
    runLab(text, { providers: providersOf(one), files, ...options });

  test('is sent a picture, a PDF and a text, as it wants them, and no event has their bytes', async () => {
    const ran = await run();
    expect(makers.refused().map(({ refused }) => refused)).toEqual([]);
    expect([ran.status, ran.failure]).toEqual(['completed', '']);
    const body = lastBody();
    for (const bytes of [picture, paper]) expect(body).toContain(base64(bytes));
    expect(body).toContain('<attachment name=\\"notes/a.txt\\">\\nGrüße, 🌍!');
    expect(body).toMatch(forms[one.protocol]);
    expect(JSON.stringify(ran.events)).not.toContain(base64(picture).slice(0, 200));
    expect(JSON.stringify(ran.events).length).toBeLessThan(20_000);
    // The events name them by refs, so they are part of an export of the run.
    const refs = new Set(ran.events.flatMap(listRefs));
    for (const bytes of Object.values(files)) expect(refs).toContain(bytesToHex(sha256(bytes)));
  });

  test('is sent the same by a run that is taken up, although the files are gone', async () => {
    const blobs = createMemoryBlobs();
    const whole = await run({ blobs });
    const body = lastBody();
    const cut = whole.events.findIndex(({ kind }) => kind === 'model.requested');
    makers.reset();
    const again = await run({ blobs, log: whole.events.slice(0, cut), files: {} });
    expect([again.status, again.failure]).toEqual(['completed', '']);
    expect(lastBody()).toBe(body);
  });

  test('is sent the same by a fork, although the files are gone', async () => {
    const blobs = createMemoryBlobs();
    const whole = await run({ blobs });
    const body = lastBody();
    const cut = whole.events.findIndex(({ kind }) => kind === 'model.requested');
    makers.reset();
    const again = await run({ recording: await recordingOf(whole.events.slice(0, cut), blobs), files: {} });
    expect([again.status, again.failure]).toEqual(['completed', '']);
    expect(lastBody()).toBe(body);
    // With the complete export, no request is repeated.
    makers.reset();
    const same = await run({ recording: await recordingOf(whole.events, blobs), files: {} });
    expect([same.status, makers.requests.length]).toEqual(['completed', 0]);
  });
});

/** The form of a picture in each protocol. */
const forms: Readonly<Record<MakerCase['protocol'], RegExp>> = {
  openai: /"type":"input_image","image_url":"data:image\/png;base64,/,
  anthropic: /"type":"image","source":\{"type":"base64","media_type":"image\/png"/,
  google: /"inlineData":\{"mimeType":"image\/png"/,
  compatible: /"type":"image_url","image_url":\{"url":"data:image\/png;base64,/,
};

describe('what cannot be sent', () => {
  const [one] = makerCases as [MakerCase];
  const failureOf = async (attachments: string, given: Readonly<Record<string, Uint8Array>>, who = one) => {
    const ran = await runLab(workflow(who, attachments), { providers: providersOf(who), files: given });
    expect(makers.requests).toEqual([]);
    expect([ran.status, ran.of('task.failed')[0]?.error?.details]).toEqual(['failed', { reason: 'attachment' }]);
    return ran.failure;
  };

  test.each([
    ['/a.png', png(100_000, 100_000), 'too large an image: 100,000 × 100,000 pixels'],
    ['/a.pdf', pdf(1, '/Encrypt 5 0 R'), 'a PDF with a password'],
    ['/a.png', png(1, 1).subarray(0, 12), 'damaged or cut off'],
    ['/a.bin', new Uint8Array([0, 1, 2, 255]), 'not an image, PDF, audio or text'],
    ['/a.zip', textBytes('PK\x03\x04 and so on'), 'application/zip'],
    ['/a.txt', new Uint8Array(), 'is empty'],
    ['/a.png', png(1, 1, 20 * 2 ** 20), 'too large to be attached'],
  ] as const)('%s', async (path, bytes, says) => {
    expect(await failureOf(`["${path}"]`, { [path]: bytes })).toContain(says);
  });

  test('what is not there', async () => {
    expect(await failureOf('["/gone.png"]', {})).toContain('There is no file /gone.png');
    expect(await failureOf('[{glob: "/*.png"}]', { '/a.txt': textBytes('a') })).toContain('No file');
  });

  test('what the model does not take, with its name', async () => {
    const older = { maker: 'openai', protocol: 'openai', model: 'gpt-4' } as const;
    const said = await failureOf('["/a.png"]', { '/a.png': png(4, 4) }, older);
    expect(said).toBe('openai:gpt-4 takes texts only, so it cannot be sent “a.png” (images).');
  });

  test('more than a call can carry', async () => {
    const large = { '/a.png': png(4, 4, 13 * 2 ** 20), '/b.png': png(4, 4, 13 * 2 ** 20) };
    expect(await failureOf('["/a.png", "/b.png"]', large)).toContain('larger than 24 MB');
  });
});

test('a lying name and an SVG are told, and sent as what they are', async () => {
  const [, one] = makerCases as [MakerCase, MakerCase];
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const ran = await runLab(workflow(one, '["/a.png", "/b.svg"]'), {
    providers: providersOf(one),
    files: { '/a.png': jpeg(20, 10), '/b.svg': textBytes(svg) },
  });
  expect([ran.status, ran.failure]).toEqual(['completed', '']);
  // A call that is tried again, as on a busy machine, tells it again.
  const told = new Set(ran.of('resource.warning').map(({ data }) => data.message));
  expect([...told]).toEqual([
    '“a.png” is not what its name says: by its content it is image/jpeg, and is sent as such.',
    '“b.svg” is an SVG, which no model takes as a picture: its text is sent. Save it as PNG so that models see the picture.',
  ]);
  expect(lastBody()).toContain('"media_type":"image/jpeg"');
  expect(lastBody()).not.toContain('image/svg');
});

test('what another task gives is sent whole', async () => {
  const [one] = makerCases as [MakerCase];
  const text = `default_model: "${one.maker}:${one.model}"
tasks:
  table: { type: script, script: { content: "print" } }
  look: { description: "What is it?", attachments: [{from: table}], depends_on: [table], context: {mode: none} }
`;
  const ran = await runLab(text, { providers: providersOf(one), gives: 'a,b\n1,2' });
  expect([ran.status, ran.failure]).toEqual(['completed', '']);
  expect(lastBody()).toContain('<attachment name=\\"table\\">\\na,b\\n1,2\\n</attachment>');
});

test('a picture that a script prints is sent as a picture', async () => {
  const [one] = makerCases as [MakerCase];
  const text = `default_model: "${one.maker}:${one.model}"
tasks:
  draw: { type: script, script: { content: "draw" } }
  look: { description: "What is it?", attachments: [{from: draw}], depends_on: [draw] }
`;
  const ran = await runLab(text, { providers: providersOf(one), gives: png(30, 20, 50) });
  expect([ran.status, ran.failure]).toEqual(['completed', '']);
  expect(makers.refused()).toEqual([]);
  expect(lastBody()).toContain(base64(png(30, 20, 50)));
});

test('audio goes to who takes it, and is refused for who does not', async () => {
  const send = (one: MakerCase) =>
    runLab(workflow(one, '["/a.wav"]'), { providers: providersOf(one), files: { '/a.wav': wav() } });
  const [openai, , google] = makerCases as [MakerCase, MakerCase, MakerCase];
  expect((await send(google)).status).toBe('completed');
  expect(lastBody()).toContain('"mimeType":"audio/wav"');
  makers.reset();
  expect((await send(openai)).failure).toContain('takes images and PDF only');
  expect(makers.requests).toEqual([]);
});

test('what the protocol cannot carry is told, and not tried again', async () => {
  const plain = makerCases[3] as MakerCase;
  const ran = await runLab(workflow(plain, '["/a.flac"]'), {
    providers: providersOf(plain),
    files: { '/a.flac': textBytes('fLaC and so on') },
  });
  expect(ran.failure).toContain('plain cannot be sent this file:');
  expect(makers.requests).toEqual([]);
});
