import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBlobs } from '@/engine/testing/memory-stores.testing';
import { readMakerWork } from '@/plan/maker-work';
import { isRecord, type Json, records } from '../../e2e/servers/makers/json';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import type { LabRun, MakerCase } from './lab';
import { lookTool, makerCases, providerFor, runLab } from './lab';

const withTools = makerCases.filter(({ maker }) => maker !== 'plain');
const searchTool = '{ type: provider, name: web_search }';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers();
});
beforeEach(() => makers.reset());
afterAll(() => makers.close());

/** A task that may look up pages with a local tool, and search with its provider's. */
const asks = ({ maker, model }: MakerCase, directives: string, more = `tools: [${searchTool}]`) => `
default_model: "${maker}:${model}"
${lookTool}
tasks:
  ask: { description: "When does it ebb? ${directives}", ${more} }
`;

const strictBase = ({ maker }: MakerCase) => makers.base[maker].replace(/\/v1/, '/strict/v1');

const run = (one: MakerCase, text: string, more: Partial<Parameters<typeof runLab>[1]> = {}) =>
  runLab(text, { providers: [providerFor(one, strictBase(one))], ...more });

const workOf = (lab: LabRun) => lab.of('model.replied').map(({ data }) => readMakerWork(data.maker?.text ?? ''));

describe.each(withTools)('$maker', (one) => {
  it('searches at its maker, is told unmodified what came of it, and nothing of it is performed here', async () => {
    const lab = await run(one, asks(one, '[tools:1][search:tides of Emden]'));
    expect([lab.failure, makers.refused()]).toEqual(['', []]);
    expect(lab.status).toBe('completed');
    expect(makers.requests).toHaveLength(2);
    // The local tool was called once, by its own call.
    expect(lab.of('tool.called').map(({ data }) => data.tool)).toEqual(['look']);
    const [first] = workOf(lab);
    expect(first?.calls).toMatchObject([{ input: 'tides of Emden' }]);
    expect(first?.calls[0]?.name).toMatch(/search/);
    // OpenAI gives titles only for pages that its text cites.
    const title = one.maker === 'openai' ? {} : { title: 'Tides of Emden, page 1' };
    expect(first?.sources[0]).toEqual({ url: 'https://tides.example.com/1', ...title });
    expect(lab.of('model.replied')[0]?.data.usage.makerCalls).toBe(1);
  });

  it('is sent its options as they are written, which cannot make another tool of it', async () => {
    const options = {
      openai: 'search_context_size: low, filters: { allowed_domains: [example.com] }',
      anthropic: 'max_uses: 3, allowed_domains: [example.com], name: look',
      google: 'excludeDomains: [example.com]',
      plain: '',
    }[one.maker];
    const tool = `{ type: provider, name: web_search, options: { ${options} } }`;
    const lab = await run(one, asks(one, '', `tools: [${tool}]`));
    expect([lab.failure, makers.refused()]).toEqual(['', []]);
    const sent = JSON.stringify(records(makers.requests[0]?.body.tools));
    expect(sent).toContain(
      {
        openai: '"type":"web_search","search_context_size":"low","filters":{"allowed_domains":["example.com"]}',
        anthropic: '"type":"web_search_20250305","name":"web_search","max_uses":3,"allowed_domains":["example.com"]',
        google: '{"googleSearch":{"excludeDomains":["example.com"]}}',
        plain: '',
      }[one.maker],
    );
  });

  it('resumes from what is recorded without a search being made again', async () => {
    const text = asks(one, '[tools:1][search:tides]');
    const whole = await run(one, text);
    const asked = makers.requests.length;
    const reply = whole.events.findIndex(({ kind }) => kind === 'model.replied');
    makers.reset();
    const resumed = await run(one, text, { log: whole.events.slice(0, reply + 1) });
    expect([resumed.failure, makers.refused()]).toEqual(['', []]);
    expect(makers.requests).toHaveLength(asked - 1);
    expect(JSON.stringify(makers.requests[0]?.body)).toContain('A page that tells little');
  });

  it('is read the same where the answer comes whole', async () => {
    const lab = await run(one, asks(one, '[whole][tools:1][search:tides of Emden]'));
    expect([lab.failure, makers.refused()]).toEqual(['', []]);
    expect(makers.requests).toHaveLength(2);
    expect(workOf(lab)[0]?.calls).toMatchObject([{ input: 'tides of Emden' }]);
    expect(lab.of('tool.called').map(({ data }) => data.tool)).toEqual(['look']);
  });

  it('keeps the address and the title of a hostile page as text, and does not link it', async () => {
    const lab = await run(one, asks(one, '[search:x][pages:javascript:alert(1)]'));
    expect(lab.status).toBe('completed');
    expect(workOf(lab)[0]?.sources).toEqual([]);
  });

  it('keeps a hundred of ten thousand pages, and how many more there were', async () => {
    const blobs = createMemoryBlobs();
    const lab = await run(one, asks(one, '[search:x][pages:10000][reply:At noon.]'), { blobs });
    expect([lab.failure, lab.status]).toEqual(['', 'completed']);
    const ref = lab.of('model.replied')[0]?.data.maker?.ref ?? '';
    const work = readMakerWork((await blobs.get('run', ref)) ?? '');
    expect(work?.sources).toHaveLength(100);
    expect(work?.sources[0]?.title).toBe('Tides of Emden, page 1');
    expect(work?.moreSources).toBe(9900);
  });
});

const anthropic = makerCases[1] as MakerCase;

describe('Anthropic', () => {
  it('pauses a turn, which goes on with what it said and did so far', async () => {
    const lab = await run(anthropic, asks(anthropic, '[search:tides][pause][reply:It ebbs at noon.]'));
    expect([lab.failure, makers.refused()]).toEqual(['', []]);
    expect(lab.of('model.replied').map(({ data }) => data.finishReason)).toEqual(['paused', 'stop']);
    const last = records(makers.requests[1]?.body.messages).at(-1);
    expect(last?.role).toBe('assistant');
    expect(records(last?.content).map(({ type }) => type)).toEqual([
      'thinking',
      'text',
      'server_tool_use',
      'web_search_tool_result',
    ]);
    expect(lab.of('task.completed')[0]?.result).toBe('I look it up. It ebbs at noon.');
  });

  it('calls a tool of its own by the name of one here: it is shown, and not performed', async () => {
    const lab = await run(anthropic, asks(anthropic, '[server-call:look]'));
    expect(lab.status).toBe('completed');
    expect(lab.of('tool.called')).toEqual([]);
    expect(workOf(lab)[0]?.calls).toMatchObject([{ name: 'look', input: '666' }]);
  });

  it('is refused a changed and a missing block in the next turn', async () => {
    await run(anthropic, asks(anthropic, '[tools:1][search:tides]'));
    const second = makers.requests[1];
    if (second === undefined) throw new Error('There was no second turn.');
    const { body, headers } = second;
    const again = async (change: (block: Json) => readonly Json[]) => {
      const messages = records(body.messages).map((message) => ({
        ...message,
        content: Array.isArray(message.content) ? records(message.content).flatMap(change) : message.content,
      }));
      const response = await fetch(`${strictBase(anthropic)}/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': 'k',
          'anthropic-version': '2023-06-01',
          ...pick(headers),
        },
        body: JSON.stringify({ ...body, messages }),
      });
      await response.text();
      return makers.requests.at(-1)?.refused?.rule;
    };
    expect(await again((block) => [block])).toBeUndefined();
    expect(await again((block) => (block.type === 'web_search_tool_result' ? [] : [block]))).toBe(
      'anthropic.search-pair',
    );
    const made = (block: Json) => block.type === 'web_search_tool_result' || block.type === 'server_tool_use';
    expect(await again((block) => (made(block) ? [] : [block]))).toBe('anthropic.search-missing');
    expect(await again((block) => [changedPage(block)])).toBe('anthropic.search-content');
  });
});

const pick = (headers: Readonly<Record<string, string | undefined>>) =>
  headers['anthropic-beta'] === undefined ? {} : { 'anthropic-beta': headers['anthropic-beta'] };

function changedPage(block: Json): Json {
  if (block.type !== 'web_search_tool_result') return block;
  return { ...block, content: records(block.content).map((page) => ({ ...page, title: 'Other' })) };
}

describe('OpenAI', () => {
  it('has the item of a search behind its thoughts in the next turn, as it was', async () => {
    const openai = makerCases[0] as MakerCase;
    await run(openai, asks(openai, '[tools:1][search:tides]'));
    const items = records(makers.requests[1]?.body.input).filter(isRecord);
    expect(items.map(({ type, role }) => type ?? role)).toEqual([
      'user',
      'reasoning',
      'web_search_call',
      'function_call',
      'function_call_output',
    ]);
  });
});

describe('the simulated model', () => {
  it('says what it was given, and makes up a search', async () => {
    const text = `default_model: sim:fast\ntasks:\n  ask: { description: Ebb?, tools: [${searchTool}] }\n`;
    const lab = await runLab(text, {
      providers: [{ id: 'sim', label: 'Simulated', protocol: 'simulated', baseUrl: '', needsKey: false }],
    });
    expect([lab.failure, lab.status]).toEqual(['', 'completed']);
    expect(lab.of('task.completed')[0]?.result).toContain('I was given web_search of my maker');
    const [work] = workOf(lab);
    expect(work?.calls).toMatchObject([{ name: 'web_search', input: expect.stringContaining('Ebb?') }]);
    expect(work?.sources[0]?.url).toBe('https://example.com/simulated-web_search');
  });
});

describe('a model that is called in the place of another', () => {
  it('is told the words alone, and the run is warned of a tool that it does not have', async () => {
    const openai = makerCases[0] as MakerCase;
    const plain = makerCases[3] as MakerCase;
    const text = asks(openai, '[tools:1][search:tides]', `tools: [${searchTool}], fallback_models: ["plain:test"]`);
    const providers = [providerFor(openai, strictBase(openai)), providerFor(plain, strictBase(plain))];
    const before = await runLab(text, { providers });
    const reply = before.events.findIndex(({ kind }) => kind === 'model.replied');
    // From then on the first one is unavailable.
    const lab = await runLab(text, {
      providers: [providerFor(openai, 'http://127.0.0.1:9/v1'), providerFor(plain, strictBase(plain))],
      log: before.events.slice(0, reply + 1),
    });
    expect([lab.failure, lab.status]).toEqual(['', 'completed']);
    const last = makers.requests.at(-1);
    expect(last?.maker).toBe('plain');
    expect(JSON.stringify(last?.body)).not.toContain('tides.example.com');
    expect(
      lab
        .of('resource.warning')
        .map(({ data }) => data.message)
        .join(),
    ).toContain('It is called without.');
  });
});
