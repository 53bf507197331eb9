import { expect, it } from 'vitest';
import { createMemoryCatalogueStore } from '@/providers/catalogue/catalogue-store.testing';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { run } from '../memory-io.testing';

const text = `name: Notes
tasks:
  write: { description: "Sum up {{read}}", model: "openai:gpt-4o-mini", depends_on: [read] }
  read: { script: { command: git log } }
  check: { description: "Check {{write}}", model: "ollama:llama3:8b", depends_on: [write], condition: "1 == 1" }
  keep: { type: tool, tool: write_file, args: { path: /a, content: "{{write}}" }, depends_on: [write] }
`;
const files = { 'a.yaml': text };

it('shows the tasks in their order, with calls, tokens and cost', async () => {
  const { code, out, err } = await run('plan a.yaml', { files });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));
  expect(lines[0]).toBe('WAVE | TASK | TYPE | MODEL | CALLS | TOKENS IN | TOKENS OUT | COST');
  expect(lines[1]).toBe('1 | read | script');
  expect(lines[2]).toMatch(
    /^2 \| write \| atomic \| openai:gpt-4o-mini \| 1 \| \d+ – [\d.]+k \| 0 – 16\.4k \| .*\$0\.0\d+$/,
  );
  expect(lines[4]).toBe('3 | keep | tool | write_file');
  expect(lines[3]).toMatch(
    /^3 \| check \| atomic \| ollama:llama3:8b \| 0 – 1 \| ~0 – [\d.]+k \| .* \| price not known$/,
  );
  expect(lines).toContain('Waves | 3, at most 4 tasks at once');
  expect(lines).toContain('Calls | 1 – 2');
  expect(lines).toContain('Longest path | read → write → check');
  expect(out).toMatch(/^Cost .* without ollama:llama3:8b, whose price is not known \(prices of \d{4}-/m);
});

it('names the day of each price: that of the list, or when it was looked up', async () => {
  const [listed, later] = ['openai:gpt-4o-mini', 'openai:gpt-6.1-terra'];
  const asked = (models: readonly string[]) =>
    `tasks:\n${models.map((model, at) => `  t${at}: { description: x, model: "${model}" }`).join('\n')}`;
  const days = async (...models: string[]) => {
    const files = { '-': asked(models) };
    const words = /\(prices of ([^)]*)\)/.exec((await run('plan -', { files })).out)?.[1];
    const { prices_as_of, price_dates } = JSON.parse((await run('plan - --json', { files })).out);
    return [words, prices_as_of, price_dates];
  };
  expect(await days(listed)).toEqual(['2026-09-23', '2026-09-23', { [listed]: '2026-09-23' }]);
  expect(await days(later)).toEqual(['2026-11-22', '2026-11-22', { [later]: '2026-11-22' }]);
  expect(await days(listed, later)).toEqual([
    `2026-09-23, ${later} of 2026-11-22`,
    '2026-09-23',
    { [listed]: '2026-09-23', [later]: '2026-11-22' },
  ]);
  expect(await days('sim:echo')).toEqual(['2026-09-23', '2026-09-23', {}]);
});

it('gives the same figures to programs', async () => {
  const { code, out } = await run('plan - --json', { files: { '-': text } });
  expect(code).toBe(0);
  const plan = JSON.parse(out);
  expect(plan).toMatchObject({
    name: 'Notes',
    max_concurrency: 4,
    waves: [['read'], ['write'], ['check', 'keep']],
    calls: { low: 1, high: 2 },
    unpriced_models: ['ollama:llama3:8b'],
    longest_path: ['read', 'write', 'check'],
    diagnostics: [],
  });
  expect(plan.tasks[0]).toMatchObject({
    id: 'write',
    type: 'atomic',
    wave: 2,
    needs: ['read'],
    calls: { low: 1, high: 1 },
    model: 'openai:gpt-4o-mini',
    // What the script prints is known only in the run.
    tokens_exact: false,
  });
  expect(plan.tasks[2].cost_usd).toBeNull();
  expect(plan.uncounted).toEqual([
    'what is asked again after an error of the provider, or after an empty or cut-off reply',
  ]);
});

it('says that tokens are exact only where a call is sent texts alone, to a model whose tokenizer is known', async () => {
  const told = `tasks:
  known: { description: "Sum up the tides", model: "openai:gpt-4o-mini" }
  other: { description: "Sum up the tides", model: "ollama:llama3:8b" }
  tool: { description: "Sum up the tides", model: "openai:gpt-4o-mini", tools: [note], limits: { max_turns: 1 } }
`;
  const { out } = await run('plan - --json', { files: { '-': told } });
  const tasks: readonly { id: string; input_tokens: object; tokens_exact: boolean }[] = JSON.parse(out).tasks;
  expect(tasks.map(({ id, tokens_exact }) => [id, tokens_exact])).toEqual([
    ['known', true],
    ['other', false],
    ['tool', false],
  ]);
  // Four words are a token each; a message and the start of the reply have three more.
  expect(tasks[0]?.input_tokens).toEqual({ low: 10, high: 10 });
  const { out: shown } = await run('plan -', { files: { '-': told } });
  expect(shown).toMatch(/^1 +known .* 1 +10 +0 – /m);
  expect(shown).toMatch(/^1 +other .* 1 +~\d+ – /m);
  expect(shown).toMatch(/^Not counted +what is asked again after an error of the provider/m);
});

it('says where a call may overflow the window of its model, as the environment sets it', async () => {
  const world = { files, env: { OLLAMA_CONTEXT_WINDOW: '6000' } };
  const { out } = await run('plan a.yaml', world);
  expect(out).toMatch(
    /^Window +check may overflow: up to [\d.]+k tok a call, of 3\.0k tok that it may use of 6\.0k tok$/m,
  );
  const { tasks } = JSON.parse((await run('plan a.yaml --json', world)).out);
  expect(tasks[2].window).toMatchObject({ size: 6000, usable: 3000 });
  expect(tasks[0].window.size).toBe(128_000);
});

it('says from which server a window was learned that a call will overflow', async () => {
  const catalogue = createMemoryCatalogueStore();
  const world = {
    files: { '-': `tasks:\n  a: { description: "${'word '.repeat(400)}", model: "openai:gpt-4o-mini" }\n` },
    catalogue,
  };
  const gateway = { OPENAI_BASE_URL: 'http://127.0.0.1:4714/v1' };
  const opened = await createCatalogue({
    store: catalogue,
    now: () => 0,
    windows: () => [{ id: 'openai', baseUrl: gateway.OPENAI_BASE_URL }],
  });
  const model = { provider: 'openai', model: 'gpt-4o-mini' };
  await opened.learn({ model, parameter: 'context window', instead: '600 tokens at most', said: 'Too long.' });
  const { out } = await run('plan -', { ...world, env: gateway });
  expect(out).toMatch(/^Window +a will overflow: .*, learned from 127\.0\.0\.1:4714 \(heddle models lists it/m);
  expect((await run('plan -', world)).out).not.toMatch(/^Window/m);
});

it('tells the errors that keep a workflow from running, and what is not run yet', async () => {
  const broken = 'tasks: { a: { description: x, depends_on: [b], model: "sim:default" } }';
  const ran = await run('plan -', { files: { '-': broken } });
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toMatch(/^-:1:\d+: error HED301: /);

  const json = await run('plan - --json', { files: { '-': broken } });
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({ diagnostics: [{ code: 'HED301', file: '-' }] });
});
