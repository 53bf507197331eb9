import { expect, it } from 'vitest';
import { serveHere } from './served';

/** A server whose models answer, and hold what they were asked. */
function serveAsking() {
  const asked: string[] = [];
  const served = serveHere(
    {},
    {
      models: {
        generate: async ({ messages }) => {
          const prompt = messages.at(-1)?.content ?? '';
          asked.push(prompt);
          const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 };
          return { content: `${prompt}!`, finishReason: 'stop', ...usage };
        },
        keyState: () => 'ready',
        whenReady: async () => {},
      },
    },
  );
  /** Starts a run of what is sent; gives its result, and what the models were asked for it. */
  const run = async (description: string, more: object = {}) => {
    const before = asked.length;
    const text = `default_model: openai:gpt-6-sol\ntasks: { first: { description: ${description} } }`;
    const started = await served.call('POST', '/api/v1/runs', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mine', text, ...more }),
    });
    const at = `/api/v1/runs/${started.json.id}`;
    await expect.poll(async () => (await served.call('GET', at)).json.status).toBe('completed');
    const { response } = await served.call('GET', `${at}/result`);
    return { text: await response.text(), asked: asked.slice(before) };
  };
  return run;
}

it('a workflow that is as it was two runs ago asks nothing at a server, if that is wished', async () => {
  const run = serveAsking();
  const reuse = { reuse: 'all' };
  const first = await run('A', reuse);
  expect(first.asked).toHaveLength(1);
  expect((await run('B', reuse)).asked).toHaveLength(1);
  expect(await run('A', reuse)).toEqual({ ...first, asked: [] });
  // Another workflow with the same call has its answer too; without the wish, or against it, it is asked.
  expect(await run('A', { ...reuse, name: 'Other' })).toEqual({ ...first, asked: [] });
  expect((await run('A')).asked).toHaveLength(1);
  expect((await run('A', { reuse: 'never' })).asked).toHaveLength(1);
});
