import { expect, it } from 'vitest';
import { run } from '../memory-io.testing';

const text = (model: string) => `tasks: { a: { description: x, model: "${model}" } }\n`;
const told = async (model: string, today = '2026-11-22') =>
  (await run('validate a.yaml', { files: { 'a.yaml': text(model) }, today })).out;

it('tells of models that have ended, or end soon, and compares prices', async () => {
  expect(await told('openai:gpt-5')).toBe(
    'a.yaml:1:38: warning HED515: openai:gpt-5 ends on 2026-12-11, in 19 days. openai:gpt-6.1-sol takes its place, at 1.2 times the price.\n' +
      '  fix: Change to openai:gpt-6.1-sol\n',
  );
  expect(await told('openai:gpt-4o')).toContain('openai:gpt-6-luna takes its place, at 1/22 of the price.');
  expect(await told('anthropic:claude-sonnet-4-20250514')).toContain('HED514');
  expect(await told('openai:gpt-5', '2026-12-12')).toContain('HED514');
});

it('says nothing of those that stay, or that another than their maker serves', async () => {
  expect(await told('openai:gpt-6-sol')).toBe('');
  expect(await told('openrouter:openai/gpt-5')).toBe('');
  expect(await told('sim:fast')).toBe('');
});

it('warns before a run, and in its plan', async () => {
  const files = { 'a.yaml': text('openai:gpt-5') };
  expect((await run('plan a.yaml', { files, today: '2026-11-22' })).err).toContain('HED515');
  const { diagnostics } = JSON.parse((await run('plan a.yaml --json', { files, today: '2026-11-22' })).out);
  expect(diagnostics).toMatchObject([{ code: 'HED515', severity: 'warning', path: 'tasks.a.model' }]);
});
