import { createReadStream, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { eventVersion, runEventSchema } from '@/run/events';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { emptyPlan } from '@/storage/samples.testing';
import { readStateAt } from '@/storage/state-at';
import { readRunFile } from '@/storage/transfer/read-run-file';
import { type GatheredRun, gatherRun, hashPayload, writeGathered } from './gathered-run';
import { prepareShare, type ShareOptions } from './prepare-share';
import { isInParts, measureParts, type SharePart, textParts } from './share-parts';

const figures: ShareOptions = {
  ...{ keys: false, mails: false, phones: false, patterns: [], names: [], secrets: [] },
  ...{ withWorkflow: true, parts: new Set(['files'] as const) },
};

/** What says where and when, rather than what was said; everything else that may be a text has one. */
const places: Readonly<Record<string, string>> = {
  ...{ t: '2026-01-01T00:00:00.000Z', path: 'task/a/attempt/1', parent: 'task/a', id: 'abc', decidedBy: 'task/a' },
  ...{ tasks: 'task/a', instance: 'task/a', workflowId: 'w1', executionId: 'e0', run: 'e0', because: 'a' },
};

/** A value of a schema that has a text wherever it may, optional or not. */
function fill(schema: z.core.$ZodType, say: () => string, key = ''): Json {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable)
    return fill(schema.unwrap() as z.core.$ZodType, say, key);
  if (schema instanceof z.ZodLazy) return { [say()]: [say(), 12345678901234] };
  if (schema instanceof z.ZodString) return places[key] ?? say();
  if (schema instanceof z.ZodRecord) return { [say()]: fill(schema.valueType as z.core.$ZodType, say) };
  if (schema instanceof z.ZodArray) return [fill(schema.element as z.core.$ZodType, say, key)];
  if (schema instanceof z.ZodEnum) return schema.options[0] as Json;
  if (schema instanceof z.ZodLiteral) return schema.value as Json;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 3;
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, one]) => [name, fill(one, say, name)]));
  throw new Error(`No sample of ${schema._zod.def.type}.`);
}

/** A run with an event of every kind, with everything in it; texts are said in plan, events, head and payloads. */
function runThatSays(said: string): GatheredRun {
  let count = 0;
  const say = () => {
    count += 1;
    return `${said}${count}`;
  };
  const text = () => say().slice(0, 200);
  const ref = hashPayload(new TextEncoder().encode(said));
  const part = {
    kind: 'description',
    from: ['a', said],
    message: 0,
    start: 0,
    end: 9,
    messages: 1,
    bytes: 9,
    tokens: 4,
  };
  const parts = JSON.stringify([{ ...part, file: { ref, name: said } }]);
  const kinds = runEventSchema.options.filter(({ shape }) => shape.kind.value !== 'run.started');
  const events = [runEventSchema.options[0], ...kinds].map((schema, index) => {
    const event = fill(schema, text) as JsonObject;
    const data = { ...(event['data'] as JsonObject) };
    if (event['kind'] === 'run.started') data['planHash'] = said;
    if (event['kind'] === 'model.requested') data['parts'] = { text: parts.slice(0, 2000), length: parts.length };
    if (event['kind'] === 'task.started') data['type'] = 'atomic';
    const { taken: _taken, ...rest } = event;
    return { ...rest, v: eventVersion, seq: index + 1, ref, data };
  });
  const values = { [said]: said, amount: 12345678901234 };
  const own = { ...values, prompt: said, description: said, output: said, system: [{ value: said }], options: values };
  const plan = {
    ...{ ...emptyPlan, hash: said, variables: values, memoryIndex: values, settings: values, providers: [said] },
    inputs: { [said]: 'text' },
    library: { [`f${said.length}`]: { description: said, parameters: [values], task: plannedTask } },
    tasks: [{ ...plannedTask, ...own, inputs: values, variables: values, returns: { [said]: said } }],
  };
  const head = { heddle_run: 2, id: 'e1', workflow: 'w1', name: 'Boats', startedAt: places['t'] ?? '' };
  return {
    head: {
      ...head,
      events: events.length,
      document: said,
      annotations: { note: said },
      plan,
    } as unknown as JsonObject,
    events: events as unknown as JsonObject[],
    payloads: new Map([[ref, { text: said }]]),
  };
}

const plannedTask = {
  ...{ id: 'a', index: 0, needs: [], reads: [], wave: 0, order: 0, label: 'Write', disabled: false, inputs: {} },
  ...{ inputTasks: [], variables: {}, returns: {}, limits: emptyPlan.limits, retry: { maxRetries: 1 } },
  ...{ context: { mode: 'none', maxBytes: 1, maxTasks: 1 }, type: 'atomic', prompt: '' },
  model: { provider: 'sim', model: 'fast' },
};

async function open(text: string) {
  const stores = createMemoryStores({ now: () => 0 });
  async function* inOne() {
    yield new TextEncoder().encode(text);
  }
  await readRunFile(inOne(), { stores, id: 'copy', workflowId: 'w2', now: 0 });
  return { stores, state: await readStateAt(stores, 'copy') };
}

describe('a run of which only figures are shared', () => {
  it('has no text of anybody, wherever an event, the plan or a payload may have one', async () => {
    const marker = fc.tuple(fc.constantFrom('', 'task/', '"', 'Ask anna@x.org: '), fc.integer({ min: 0, max: 2500 }));
    await fc.assert(
      fc.asyncProperty(marker, async ([before, length]) => {
        const { text } = prepareShare(runThatSays(`${before}Zq7 harbour ${'long '.repeat(length / 5)}`), figures);
        for (const gone of ['Zq7', 'harbour', 'long ', 'anna', '12345678901234']) expect(text).not.toContain(gone);
        await open(text);
      }),
      { numRuns: 6 },
    );
  });

  it('has nothing that was said in a recorded run, and its times, tokens, cost and states', async () => {
    const files = readdirSync('public/gallery', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.recording.jsonl'),
    );
    expect(files.length).toBeGreaterThan(5);
    // Every third is enough to find a kind of text that stays.
    for (const file of files.sort().filter((_, nth) => nth % 3 === 0)) {
      const run = await gatherRun(createReadStream(`public/gallery/${file}`));
      const { text, contents } = prepareShare(run, figures);
      const pieces = new Set(Array.from({ length: text.length }, (_, at) => text.slice(at, at + size)));
      const said = listSaid(run);
      expect(said.length).toBeGreaterThan(10);
      const left = said.filter((words) => pieces.has(words));
      expect(left).toEqual([]);
      expect(contents).toMatchObject({ level: 'figures', events: run.events.length, files: [] });
      const whole = await open(writeGathered(run));
      const { state } = await open(text);
      for (const key of ['status', 'totals', 'startedAt', 'endedAt', 'byModel'] as const)
        expect(state[key]).toEqual(whole.state[key]);
      expect([...state.tasks.keys()]).toEqual([...whole.state.tasks.keys()]);
    }
  });

  it('still tells how large the parts of a prompt were, and which texts were the same', () => {
    const { events } = prepareShare(runThatSays('Zq7'), figures).run;
    const asked = events.find(({ kind }) => kind === 'model.requested');
    expect(asked).toHaveProperty('data.parts.text', expect.stringContaining('"from":["a"]'));
    expect(asked).toHaveProperty('data.parts.text', expect.stringContaining('"tokens":4'));
    expect(events[1]?.['result']).toMatch(/^\[text \d+ left out\]$/);
  });
});

describe('a run of which some parts are shared', () => {
  const share = (...parts: SharePart[]) => {
    const run = runThatSays('Zq7 harbour');
    const prepared = prepareShare(run, { ...figures, parts: new Set(parts) });
    return { run, shared: prepared.run, text: prepared.text };
  };

  it('has the texts of these, and none of the others, and opens', async () => {
    for (const part of textParts) {
      const { run, shared, text } = share(part);
      const said = shared.events.filter((event) => JSON.stringify(event).includes('Zq7'));
      expect(said.length).toBeGreaterThan(0);
      const own = new Set<SharePart>([part]);
      expect(said.map(({ kind }) => kind)).toEqual(
        run.events.filter((event) => isInParts(event, own)).map(({ kind }) => kind),
      );
      expect(JSON.stringify(shared.head).includes('Zq7')).toBe(part === 'prompts');
      // The plan of the sample has a text where a whole one has something else.
      if (part !== 'prompts') await open(text);
    }
  });

  it('opens with any of its parts, and went as it did', async () => {
    const file = 'public/gallery/announce-with-approval/announce-with-approval.recording.jsonl';
    const run = await gatherRun(createReadStream(file));
    const { state: whole } = await open(writeGathered(run));
    for (const parts of [['prompts'], ['outputs'], ['prompts', 'tools'], ['outputs', 'tools', 'files']] as const) {
      const { state } = await open(prepareShare(run, { ...figures, parts: new Set(parts) }).text);
      expect([parts, state.status, state.totals]).toEqual([parts, whole.status, whole.totals]);
    }
  });

  it('has no reply that calls a tool where tool calls are left out', () => {
    const replied = share('prompts', 'outputs').shared.events.find(({ kind }) => kind === 'model.replied');
    expect(JSON.stringify(replied)).not.toContain('Zq7');
  });

  it('says how large each part is', () => {
    const { run } = share('prompts');
    const sizes = measureParts(run, new Set());
    for (const part of textParts) expect(sizes[part]).toBeGreaterThan(100);
    expect(sizes.files).toBe(0);
    const [ref = ''] = run.payloads.keys();
    expect(measureParts(run, new Set([ref])).files).toBe('Zq7 harbour'.length);
  });
});

/** Length of a piece of a text that is looked for. */
const size = 16;

/** Pieces of all that was said in a run: in its plan, its events and its payloads, but not the names of tasks. */
function listSaid({ head, events, payloads }: GatheredRun): string[] {
  const names = JSON.stringify([...listLabels(head), head['id'], head['name']]);
  const pieces: string[] = [];
  const cut = (text: string) => {
    for (let at = 0; at + size <= text.length; at += size) {
      const piece = text.slice(at, at + size);
      if (/ /.test(piece.trim()) && !names.includes(piece)) pieces.push(JSON.stringify(piece).slice(1, -1));
    }
  };
  const visit = (value: Json | undefined): void => {
    if (typeof value === 'string') cut(value);
    else if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isJsonObject(value)) for (const member of Object.values(value)) visit(member as Json);
  };
  visit(head['plan']);
  visit(head['document']);
  for (const event of events) visit(event);
  for (const payload of payloads.values()) if ('text' in payload) cut(payload.text);
  return pieces.filter((piece) => piece.length === size);
}

function listLabels(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(listLabels);
  if (!isJsonObject(value)) return [];
  const own = ['label', 'name'].flatMap((key) => (typeof value[key] === 'string' ? [value[key]] : []));
  return [...own, ...Object.values(value).flatMap((member) => listLabels(member as Json))];
}
