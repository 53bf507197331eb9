import { describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const unpriced = { OLLAMA_BASE_URL: 'http://localhost:1/v1' };
const files = {
  'a.yaml': `limits: { max_total_cost_usd: 1 }
tasks:
  say: { description: Say it, model: "ollama:llama3" }
`,
};

describe('a model of which no price is known, under a budget in USD', () => {
  it('is refused where nobody can be asked, and no run is begun', async () => {
    const journal = createRunJournal();
    const { code, out, err } = await run('run a.yaml', { files, journal, env: unpriced });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('ollama:llama3');
    expect(err).toContain('--unknown-price-usd');
    expect(await journal.ids()).toEqual([]);
  });

  it('is held to the budget at the price that is given', async () => {
    const dear = await run('run a.yaml --unknown-price-usd 400000', { files, env: unpriced });
    expect(dear).toMatchObject({ code: 1, err: expect.stringContaining('0.0000 of 1 US dollars') });
  });

  it('is asked for on a terminal', async () => {
    const asked: string[] = [];
    const answers = ['cheap', 'stop'];
    const ask = async (text: string) => {
      asked.push(text);
      return answers.shift() ?? 'stop';
    };
    const { code, err } = await run('run a.yaml', { files, env: unpriced, ask });
    expect(asked).toEqual([
      expect.stringContaining('ollama:llama3'),
      expect.stringContaining('not a price, such as 5/25'),
    ]);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('ollama:llama3') });
  });

  it('is told of by the plan', async () => {
    const { out } = await run('plan a.yaml', { files, env: unpriced });
    expect(out).toMatch(/^Budget +ollama:llama3 cannot be held to it/m);
    const json = JSON.parse((await run('plan a.yaml --json', { files, env: unpriced })).out);
    expect(json).toMatchObject({ unpriced_under_budget: ['ollama:llama3'] });
  });
});

it('refuses what is no price', async () => {
  const { code, err } = await run('run a.yaml --unknown-price-usd cheap', { files });
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('such as 5/25') });
});
