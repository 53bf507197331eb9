import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { createWorld } from '../testing/world.testing';

const memory = { index: { '/log.txt': 'run 123, beam lost', '/menu.txt': 'lunch of the canteen' } };
const files = { '/log.txt': 'A cooling fault.' };
const contextIn = (requests: readonly ModelRequest[], word: string) =>
  requests.map(({ messages }) => messages.at(-1)?.content ?? '').find((text) => text.includes(word)) ?? '';

/** What the step “Why was the beam lost?” is sent in a sequence, after a task and a step that leave outputs. */
async function runStep(sequence: object, step: object = {}, settings: object = {}) {
  const steps = [
    { id: 'first', type: 'atomic', description: 'Look' },
    { id: 'why', type: 'atomic', description: 'Why was the beam lost?', ...step },
  ];
  const tasks = {
    before: { description: 'Begin' },
    s: { type: 'sequential', steps, dependsOn: ['before'], ...sequence },
  };
  const world = createWorld({
    files,
    answer: ({ model, messages }) => {
      if (model.model === 'matcher') return JSON.stringify({ matches: [{ path: '/menu.txt', relevance: 1 }] });
      return messages.at(-1)?.content.includes('Begin') ? 'The beam began.\n\nNobody was hungry.' : 'Seen.';
    },
  });
  expect(await world.run(planOf(tasks, { memory, ...settings }))).toBe('completed');
  return { text: contextIn(world.models.requests, 'Why was'), world };
}
const management = (inheritContext: string, accumulateData = false) => ({
  contextManagement: { inheritContext, accumulateData },
});

describe('a step', () => {
  it('is told the files that match its own text', async () => {
    const { text } = await runStep({});
    expect(text).toContain('<files>\n/log.txt: run 123, beam lost\nA cooling fault.\n</files>');
    expect(text).not.toContain('canteen');
    expect(text).not.toContain('The beam began');
  });

  it('holds one slot only, so that a long sequence is not brought to a stand', async () => {
    const steps = Array.from({ length: 6 }, (_, n) => ({ id: `s${n}`, type: 'atomic', description: `Look ${n}` }));
    const world = createWorld({ files });
    const plan = planOf({ s: { type: 'sequential', steps } }, { memory, maxConcurrency: 2 });
    expect(await world.run(plan)).toBe('completed');
    expect(world.models.requests).toHaveLength(6);
  });

  it('is told the whole context of its parent instead, if it inherits that', async () => {
    const { text } = await runStep(management('full'));
    expect(text).toContain('Nobody was hungry.');
    expect(text).not.toContain('<files>');
  });

  it('is told the part of it that matches, if it inherits a subset', async () => {
    const { text } = await runStep(management('subset', true));
    expect(text).toContain('The beam began.');
    expect(text).not.toContain('Nobody was hungry.');
    expect(text).toContain('<previous_outputs>');
    expect(text).toContain('A cooling fault.');
  });

  it('matches again, or starts with nothing, as it says itself', async () => {
    const again = await runStep(management('full'), { rebuildMemory: true });
    expect(again.text).toContain('Nobody was hungry.');
    expect(again.text).toContain('A cooling fault.');
    expect((await runStep({}, { clearMemory: true })).text).toBe('Why was the beam lost?');
    const both = await runStep(management('full'), { clearMemory: true, rebuildMemory: true });
    expect(both.text).toMatch(/^<files>\n\/log.txt[\s\S]*<\/files>\n\nWhy was the beam lost\?$/);
  });

  it('is matched by the agent “matcher”, which is told what came before', async () => {
    const agents = { matcher: { model: 'sim:matcher', system: 'You know the canteen.' } };
    const { text, world } = await runStep(management('none', true), {}, { agents });
    expect(text).toContain('/menu.txt: lunch of the canteen');
    const asked = world.models.requests.filter(({ model }) => model.model === 'matcher').at(-1);
    expect(asked?.messages[0]?.content).toMatch(/^You know the canteen\./);
    expect(asked?.messages[1]?.content).toMatch(
      /<previous_outputs>[\s\S]*Seen\.[\s\S]*<task>\nWhy was the beam lost\?\n<\/task>/,
    );
  });
});
