import { describe, expect, it } from 'vitest';
import { replaceModel } from '../commands/replace-model';
import { formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { documentSchema } from '../document-schema';
import { checkModelEnds, type EndOf } from './model-ends';

const now = Date.parse('2026-11-22T10:00:00Z');
const ends: Readonly<Record<string, ReturnType<EndOf>>> = {
  'openai:old': { endsOn: '2026-10-23', replacement: 'new', price: '1/5 of the price' },
  'openai:soon': { endsOn: '2026-12-11', replacement: 'new' },
  'openai:alone': { endsOn: '2026-11-22' },
  'openai:later': { endsOn: '2027-04-01' },
};
const endOf: EndOf = ({ provider, model }) => ends[`${provider}:${model}`];
const documentOf = (document: object) => documentSchema.parse(document) as WorkflowDocument;
const found = (document: object, at = now) => checkModelEnds(documentOf(document), [], endOf, at);

describe('a model that has ended, or ends soon', () => {
  it('is told of with its date, what takes its place, and how the price of that compares', () => {
    const told = found({
      tasks: { a: { type: 'atomic', model: 'openai:old' }, b: { type: 'atomic', model: 'openai:soon' } },
    });
    expect(told).toMatchObject([
      {
        code: 'HED514',
        severity: 'warning',
        message:
          'openai:old has ended: its maker has not served it since 2026-10-23. openai:new takes its place, at 1/5 of the price.',
        path: ['tasks', 'a', 'model'],
      },
      { code: 'HED515', message: 'openai:soon ends on 2026-12-11, in 19 days. openai:new takes its place.' },
    ]);
  });

  it('is told of in lists of models to fall back to, and replaced there', () => {
    const document = documentOf({
      defaultModel: 'openai:old',
      fallbackModels: ['openai:old', 'openai:later'],
      agents: { one: { fallbackModels: ['openai:old'] } },
      tasks: { a: { type: 'atomic', fallbackModels: ['openai:later', 'openai:old'] } },
    });
    const told = checkModelEnds(document, [], endOf, now);
    expect(told.map(({ path }) => formatPath(path))).toEqual([
      'default_model',
      'fallback_models[0]',
      'agents.one.fallback_models[0]',
      'tasks.a.fallback_models[1]',
    ]);
    const changed = replaceModel(document, { from: ['openai:old'], to: 'openai:new' });
    if (!changed.ok) throw new Error(changed.error.message);
    expect(changed.value).toMatchObject({
      defaultModel: 'openai:new',
      fallbackModels: ['openai:new', 'openai:later'],
      agents: { one: { fallbackModels: ['openai:new'] } },
      tasks: { a: { fallbackModels: ['openai:later', 'openai:new'] } },
    });
  });

  it('is told of on its last day, and has no fix where nothing takes its place', () => {
    const [told] = found({ defaultModel: 'openai:alone', tasks: {} });
    expect(told).toEqual({
      code: 'HED515',
      severity: 'warning',
      message: 'openai:alone ends on 2026-11-22, today. Choose another model.',
      path: ['default_model'],
    });
  });

  it('is told of from 60 days before', () => {
    const document = { defaultModel: 'openai:later', tasks: {} };
    expect(found(document)).toEqual([]);
    expect(found(document, Date.parse('2027-01-31'))).toHaveLength(1);
    expect(found(document, Date.parse('2027-01-30'))).toHaveLength(0);
  });

  it('is told of in days, of which one is a day, and replaced at its only place', () => {
    const document = { defaultModel: 'openai:soon', tasks: {} };
    const [told] = found(document, Date.parse('2026-12-10'));
    expect(told?.message).toBe('openai:soon ends on 2026-12-11, in 1 day. openai:new takes its place.');
    expect(told?.fix?.title).toBe('Change to openai:new');
    expect(found(document, Date.parse('2026-12-09'))[0]?.message).toContain('in 2 days.');
    expect(found(document, Date.parse('2026-12-12'))[0]?.code).toBe('HED514');
  });

  it('is asked of only where its provider is known', () => {
    const asked: string[] = [];
    const tasks = { a: { type: 'atomic', model: 'plain' }, b: { type: 'atomic', model: 'lab:x' } };
    const record: EndOf = ({ provider, model }) => void asked.push(`${provider}:${model}`);
    checkModelEnds(documentOf({ tasks }), ['lab'], record, now);
    expect(asked).toEqual(['lab:x']);
  });

  const everywhere = {
    defaultModel: 'openai:old',
    agents: { x: { model: 'old' }, y: { model: 'sim:fast' } },
    compaction: { agent: { model: 'openai:old' } },
    library: { f: { task: { type: 'atomic', model: 'openai:old' } } },
    tasks: {
      a: { type: 'sequential', steps: [{ type: 'atomic', agent: { model: 'openai:old' } }] },
      b: {
        type: 'atomic',
        inputs: { i: { task: { type: 'atomic', model: 'openai:old' } } },
        variables: { model: 'openai:old' },
      },
    },
  };

  it('is found wherever it is written', () => {
    expect(found(everywhere).map(({ path }) => formatPath(path))).toEqual([
      'default_model',
      'agents.x.model',
      'compaction.agent.model',
      'library.f.task.model',
      'tasks.a.steps[0].agent.model',
      'tasks.b.inputs.i.task.model',
    ]);
  });

  it('has one fix, which changes all of these and nothing else', () => {
    const [fix, ...others] = new Set(found(everywhere).map((problem) => JSON.stringify(problem.fix)));
    expect(others).toEqual([]);
    const { title, from, to } = JSON.parse(fix ?? '{}');
    expect([title, from, to]).toEqual(['Change to openai:new in all 6 places', ['openai:old', 'old'], 'openai:new']);
    const document = documentOf(everywhere);
    const change = replaceModel(document, { from, to });
    const next = change.ok ? change.value : document;
    expect(checkModelEnds(next, [], endOf, now)).toEqual([]);
    expect(next).toMatchObject({
      agents: { y: { model: 'sim:fast' } },
      tasks: { b: { variables: { model: 'openai:old' } } },
    });
    expect(replaceModel(next, { from, to })).toMatchObject({ ok: false });
  });
});
