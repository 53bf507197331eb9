import { describe, expect, it } from 'vitest';
import { formatPath } from '@/workflow/diagnostic';
import { documentOf } from '@/workflow/sample.testing';
import { makePlan } from '../make-plan';
import { catalogueOf } from '../model-facts.testing';
import { findMakerTool } from '../tools/maker-tools';

const web = { type: 'provider', name: 'web_search' } as const;

/** Plans a workflow with one task in a group, for a model whose provider has this protocol. */
async function planned(protocol: string | undefined, task: object, settings: object = {}, model = 'lab:m') {
  const inner = { type: 'atomic', description: 'Look.', ...task } as const;
  const document = documentOf(
    { all: { type: 'group', subtasks: { look: inner } } },
    { defaultModel: model, ...settings },
  );
  const tokens = { count: (of: string) => ({ tokens: of.length, exact: true }) };
  const catalogue = catalogueOf(() => (protocol === undefined ? {} : { protocol }));
  const world = { known: ['lab'], catalogue: async () => catalogue, files: async () => [] };
  const made = await makePlan({ document, diagnostics: [] }, world, async () => tokens);
  return made.ok
    ? { problems: [], estimate: made.estimate, plan: made.plan }
    : { problems: made.diagnostics.map(({ code, path, message }) => [code, formatPath(path), message]) };
}

describe('tools of makers in a plan', () => {
  it('are refused at their place where the provider has none', async () => {
    const { problems } = await planned('compatible', { tools: ['recall', web] });
    expect(problems).toEqual([
      ['HED319', 'tasks.all.subtasks.look.tools[1]', expect.stringContaining('called by chat completions')],
    ]);
    const unknown = await planned('openai', { tools: [{ ...web, name: 'anthropic.web_search_20250305' }] });
    expect(unknown.problems).toEqual([
      [
        'HED319',
        'tasks.all.subtasks.look.tools[0]',
        expect.stringContaining('has no tool “anthropic.web_search_20250305”'),
      ],
    ]);
  });

  it('are refused at the task that has them from its agent', async () => {
    const settings = { tools: { search: web }, agents: { scout: { tools: ['search'] } } };
    const { problems } = await planned('compatible', { agent: 'scout' }, settings);
    expect(problems.map(([code, path]) => [code, path])).toEqual([['HED319', 'tasks.all.subtasks.look']]);
  });

  it('are taken by each maker that has them, and by one of which nothing is known', async () => {
    for (const protocol of ['openai', 'anthropic', 'google', 'simulated', undefined]) {
      expect((await planned(protocol, { tools: [web] })).problems).toEqual([]);
    }
  });

  it('stand alone with models that take no others beside them', async () => {
    const { problems } = await planned('google', { tools: ['recall', web] }, {}, 'lab:gemini-2.5-pro');
    expect(problems[0]?.[2]).toContain('only where the task has no other tools');
    expect((await planned('google', { tools: ['recall', web] }, {}, 'lab:gemini-3.8-flash')).problems).toEqual([]);
  });

  it('cost what nobody can tell, which the plan says', async () => {
    const { estimate } = await planned('openai', { tools: [web] });
    expect(estimate?.tasks['all/look']?.assumed).toEqual([
      expect.stringContaining('turns'),
      'nothing for what the provider charges for web_search beside the tokens',
    ]);
  });

  it('of the workflow are there only for those who list them, and a tool of the task is called otherwise', async () => {
    const script = { script: { content: 'true' } };
    const settings = { tools: { search: web, web_search: script } };
    const without = await planned('openai', {}, settings);
    expect(without.estimate?.tasks['all/look']?.tools).toEqual(['web_search']);
    const made = await planned('openai', { tools: ['search'] }, settings);
    expect(JSON.stringify(made.plan)).toContain('"safeName":"web_search_2"');
    expect(JSON.stringify(made.plan)).not.toContain('"safeName":"web_search",');
  });
});

describe('a tool of a maker', () => {
  it.each([
    ['web_search', 'anthropic', { name: 'web_search', type: 'web_search_20250305', like: 'web_search_20250305' }],
    ['anthropic.web_search_20260318', 'anthropic', { type: 'web_search_20260318', like: 'web_search_20260318' }],
    ['web_search_20270101', 'anthropic', { type: 'web_search_20270101', like: 'web_search_20260318' }],
    ['code_execution', 'openai', { name: 'code_interpreter', type: 'code_interpreter' }],
    ['google.google_search', 'google', { type: 'google_search' }],
    ['web_search', 'google', { type: 'google_search' }],
    ['openai.web_search', 'google', undefined],
    ['constructor', 'openai', undefined],
    ['bash_20250124', 'anthropic', undefined],
    ['web_search', 'compatible', undefined],
  ])('%s is known to %s, or not', (name, protocol, known) => {
    if (known === undefined) expect(findMakerTool(name, protocol)).toBeUndefined();
    else expect(findMakerTool(name, protocol)).toMatchObject(known);
  });
});
