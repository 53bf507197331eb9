import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planVersion } from '@/plan/plan';
import { parsePlan } from './plan-schema';
import { emptyPlan } from './samples.testing';

/** A planned task of one type, as plain data. */
const task = (type: string, own: object = {}, id = 'a') => ({
  type,
  id,
  index: 0,
  needs: [],
  wave: 0,
  order: 0,
  label: id,
  disabled: false,
  inputs: {},
  inputTasks: [],
  variables: {},
  returns: {},
  reads: [],
  limits: { timeoutMs: 0, maxOutputTokens: 1, maxStdoutBytes: 10 },
  context: { mode: 'none', maxBytes: 1, maxTasks: 1 },
  retry: { maxRetries: 0 },
  ...own,
});
const model = { model: { provider: 'sim', model: 'a' } };
const leaf = task('atomic', { ...model, prompt: 'Do it.', tools: [] });
const planOf = (...tasks: object[]) => ({ ...emptyPlan, tasks });

describe('a plan from a store or a message', () => {
  it('may hold every type of task, within others', () => {
    const plan = planOf(
      task('script'),
      task('sequential', { steps: [leaf] }),
      task('map', { innerTask: task('group', { tasks: [leaf], completionMode: 'any' }) }),
      task('reduce', { innerTask: leaf, reductionTask: leaf }),
      task('cond', { cases: [{ test: 'true', task: leaf }], else: leaf }),
      task('director_evaluator', { director: leaf, evaluator: leaf }),
      task('pipeline', { ...model, steps: { list: ['one'] } }),
      task('call', { ref: 'x', args: {} }),
      task('associative_memory', { query: 'q' }),
      task('reparse', { ...model, originalPrompt: 'p' }),
      { ...leaf, inputTasks: [leaf], bestOf: { n: 2, evaluator: leaf } },
    );
    expect(parsePlan(structuredClone(plan))).toEqual(plan);
  });

  it.each([
    ['a part that is no task', planOf(task('sequential', { steps: [{ type: 'atomic' }] }))],
    ['a part of an unknown type', planOf(task('map', { innerTask: task('magic') }))],
    ['an input task that is none', planOf({ ...leaf, inputTasks: [1] })],
    ['a library that holds no tasks', { ...emptyPlan, library: { x: { parameters: [], task: {} } } }],
    ['a field that no plan has', { ...emptyPlan, extra: 1 }],
  ])('is refused with %s', (_what, plan) => {
    expect(() => parsePlan(plan)).toThrow();
  });

  it('is refused if it is nested beyond all sense, and not by running out of stack', () => {
    let nested = leaf;
    for (let depth = 0; depth < 100_000; depth++) nested = task('map', { innerTask: nested });
    expect(() => parsePlan(planOf(nested))).toThrow(/too deep/);
  });

  it('is refused if a newer Heddle made it', () => {
    expect(() => parsePlan({ ...emptyPlan, planVersion: planVersion + 1 })).toThrow(AppError);
  });

  it('is refused with a line that says so if it is of before 0.2.0', () => {
    const old = { planVersion: 5, tasks: 'whatever it was' };
    expect(() => parsePlan(old)).toThrow(/recorded by a Heddle before 0\.2\.0/);
  });
});
