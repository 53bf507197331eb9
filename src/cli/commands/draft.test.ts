import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../memory-io.testing';

const env = { LAB_BASE_URL: 'http://lab.example/v1', LAB_API_KEY: 'k' };
const reply = (content: string) =>
  vi.stubGlobal('fetch', async () => {
    const lines = [
      { choices: [{ index: 0, delta: { role: 'assistant', content } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ].map(
      (chunk) =>
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'big', ...chunk })}\n\n`,
    );
    return new Response(`${lines.join('')}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  });
const drafting = (words: readonly string[], files = {}) =>
  run(['draft', 'Sum up the news', ...words, '--provider', 'lab'], { env, files });

const group = `<task type="group"><description>News</description><subtasks>
  <task id="fetch"><description>Fetch the news</description></task>
  <task id="sum"><description>Sum up {{fetch}}</description></task>
</subtasks></task>`;

afterEach(() => void vi.unstubAllGlobals());

describe('heddle draft', () => {
  it('writes the workflow that a model wrote for a sentence, to standard output or a file', async () => {
    reply(group);
    const { code, out, err } = await drafting(['--model', 'lab:big']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('default_model: lab:big');
    expect(out).toContain('depends_on: [fetch]');
    const toFile = await drafting(['--model', 'lab:big', '--out', 'news.yaml']);
    expect(toFile).toMatchObject({ code: 0, out: '', files: { 'news.yaml': out } });
  });

  it('has the simulated model write about the sentence, and not about how to write', async () => {
    const { code, out } = await run(['draft', 'Compare three cities.', '--model', 'sim:fast']);
    expect(code).toBe(0);
    expect(out).toContain('description: "List the points that matter for this: Compare three cities."');
    expect(out).not.toContain('group');
  });

  it('keeps the settings of the file that is named, and drafts with its model', async () => {
    reply(group);
    const files = {
      'a.yaml': 'default_model: lab:big\nvariables: { LANG: en }\ntasks: { old: { description: Old } }\n',
    };
    const { code, out } = await drafting(['a.yaml'], files);
    expect(code).toBe(0);
    expect(out).toContain('LANG: en');
    expect(out).not.toContain('old:');
  });

  it('writes a draft with errors too, tells them, and ends with 1', async () => {
    reply('<task id="a"><description>{{nowhere}}</description></task>');
    const { code, out, err } = await drafting(['--model', 'lab:big']);
    expect(code).toBe(1);
    expect(out).toContain('{{nowhere}}');
    expect(err).toContain('nowhere');
  });

  it('says why there is no draft', async () => {
    reply('I cannot.');
    expect(await drafting(['--model', 'lab:big'])).toMatchObject({ code: 1, out: '' });
    expect((await drafting([])).err).toContain('Which model drafts?');
    expect((await run(['draft', 'x', '--model', 'openai:gpt-6-luna'])).err).toContain('set OPENAI_API_KEY');
    expect((await run('draft')).code).toBe(2);
  });
});
