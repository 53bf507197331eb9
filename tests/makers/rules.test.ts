import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../e2e/servers/makers/rules';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { ask } from './ask';
import type { Cases } from './cases';
import { fileCases } from './file-cases';
import { makerToolCases } from './maker-tool-cases';
import { openaiCases } from './openai-cases';
import { anthropicCases, googleCases } from './other-cases';

const cases: Cases = { ...openaiCases, ...anthropicCases, ...googleCases, ...fileCases, ...makerToolCases };

let server: Makers;
beforeAll(async () => {
  server = await startMakers({ keys: { plain: 'right' } });
});
afterAll(() => server.close());

test('every rule has a case, and a source', () => {
  expect(rules.map(({ id }) => id).sort()).toEqual(Object.keys(cases).sort());
  expect(rules.filter(({ source }) => source === '')).toEqual([]);
});

describe.each(rules)('$id', ({ id }) => {
  const { broken, sound, says } = cases[id] ?? { broken: undefined, sound: undefined, says: '' };

  test('refuses a request that breaks it', async () => {
    if (broken === undefined) throw new Error(`${id} has no case`);
    const got = await ask(server, await broken(server));
    expect(server.requests.at(-1)?.refused).toMatchObject({ rule: id, status: got.status });
    expect(got.text.replaceAll('\\"', '"')).toContain(says);
    expect(got.status).toBeGreaterThanOrEqual(400);
  });

  test('takes one that is sound', async () => {
    if (sound === undefined) throw new Error(`${id} has no case`);
    await ask(server, await sound(server));
    expect(server.requests.at(-1)?.refused).toBeUndefined();
    expect(server.requests.at(-1)?.usage?.output).toBeGreaterThan(0);
  });
});
