import { describe, expect, it } from 'vitest';
import type { PlannedTask, PlannedTool } from '../plan';
import { planOf } from '../plan.testing';

const http = (url: string) => ({ http: { url: `https://${url}` } });
const settings = {
  tools: { search: http('search'), fetch: http('fetch'), run: { builtin: 'run_script' } },
  agents: {
    plain: {},
    alone: { inheritTools: false },
    picky: { inheritTools: ['fetch', 'run'] },
    armed: { tools: ['note', { name: 'own', ...http('own') }], tier: 'light' },
  },
};
const reading = ['list_files', 'read_file'];

function planned(task: PlannedTask | undefined): readonly PlannedTool[] {
  if (task?.type === 'sequential') return planned(task.steps[0]);
  if (task?.type === 'director_evaluator') return planned(task.director);
  return task?.type === 'atomic' ? task.tools : [];
}
const toolsOf = (task: object, id = 'a') => planned(planOf({ [id]: task }, settings).tasks[0]);
const namesOf = (task: object, id?: string) => toolsOf(task, id).map(({ name }) => name);

describe('all tools of a server', () => {
  const mcp = { url: 'https://example.org/mcp' };
  const tools = {
    hub: { mcp: { ...mcp, tool: '*' } },
    issues: { description: 'Lists', mcp: { ...mcp, tool: 'list' } },
  };
  const of = (list: readonly string[]) => planned(planOf({ a: { tools: list } }, { tools }).tasks[0]);

  it('are there only where they are listed, once, whichever tool of the server is named', () => {
    const issues = { name: 'issues', safeName: 'issues', tool: tools.issues };
    expect(of([])).toEqual([issues]);
    expect(of(['hub.*', 'hub'])).toEqual([issues, { name: 'hub.*', safeName: 'hub__', tool: tools.hub }]);
    expect(of(['issues.*'])).toEqual([issues, { name: 'issues.*', safeName: 'issues__', tool: tools.hub }]);
  });
});

describe('the tools of a task', () => {
  it('are those of the workflow, as far as its agent inherits them, but none that come with Heddle', () => {
    expect(namesOf({})).toEqual(['search', 'fetch']);
    expect(namesOf({ agent: 'plain' })).toEqual(['search', 'fetch']);
    expect(namesOf({ agent: 'alone' })).toEqual([]);
    expect(namesOf({ agent: 'picky' })).toEqual(['fetch', 'run']);
  });

  it('then those of its agent and its own; with exclusive its own alone', () => {
    const own = { tools: ['run', 'write_file', { name: 'look', ...http('look') }] };
    const listed = ['run', 'write_file', 'look'];
    expect(namesOf({ agent: 'armed', ...own })).toEqual(['search', 'fetch', 'note', 'own', ...listed]);
    expect(namesOf({ agent: 'armed', ...own, toolMode: 'exclusive' })).toEqual([...listed]);
    expect(namesOf({ agent: 'armed', tools: ['own'], toolMode: 'exclusive' })).toEqual(['own']);
  });

  it('are also those of the tasks that hold it', () => {
    const steps = [{ type: 'atomic', id: 's', description: 'Do it', tools: ['note'] }];
    const holder = { type: 'sequential', steps, tools: ['write_file'] };
    expect(namesOf(holder)).toEqual(['search', 'fetch', 'write_file', 'note']);
    expect(namesOf({ ...holder, toolMode: 'exclusive' })).toEqual(['write_file', 'note']);
  });

  it('of one name are told apart by the task, unless they are the same', () => {
    const clash = { tools: ['fetch', { name: 'search', ...http('mine') }] };
    expect(toolsOf(clash, 'my.task').map(({ name, safeName, tool }) => [name, safeName, tool.http?.url])).toEqual([
      ['search', 'search', 'https://search'],
      ['fetch', 'fetch', 'https://fetch'],
      ['task.my.task.search', 'task_my_task_search', 'https://mine'],
    ]);
  });

  it('that read files are there where they are listed, or a memory match gives the task some, unless its own stand alone', () => {
    const memory = { index: { '/a.md': 'a' } };
    const find = { type: 'associative_memory', query: 'a' };
    const said = (more: object = {}) => ({ type: 'atomic', description: 'Do it', agent: 'alone', ...more });
    const namesIn = (tasks: object, id: string, more: object = { memory }) =>
      planned(
        planOf(tasks as Record<string, object>, { ...settings, ...more }).tasks.find((task) => task.id === id),
      ).map(({ name }) => name);

    expect(namesIn({ a: said() }, 'a')).toEqual([]);
    expect(namesIn({ a: said({ tools: ['read_file'] }) }, 'a')).toEqual(['read_file']);
    expect(namesIn({ a: said({ rebuildMemory: true }) }, 'a')).toEqual(reading);
    expect(namesIn({ a: said({ rebuildMemory: true }) }, 'a', {})).toEqual([]);
    expect(namesIn({ a: said({ rebuildMemory: true, injectContext: false }) }, 'a')).toEqual([]);
    expect(namesIn({ a: said({ rebuildMemory: true, toolMode: 'exclusive' }) }, 'a')).toEqual([]);
    expect(namesIn({ find, a: said({ dependsOn: ['find'] }) }, 'a')).toEqual(reading);
    expect(namesIn({ find, a: said({ description: '{{find}}', dependsOn: ['find'] }) }, 'a')).toEqual(reading);
    expect(
      namesIn(
        {
          find,
          a: said({ inputs: { x: { from: 'found' } }, dependsOn: ['f'] }),
          f: { ...find, returns: { found: 'output' } },
        },
        'a',
      ),
    ).toEqual(reading);

    const steps = (step: object, more: object = {}) => ({ a: { type: 'sequential', steps: [said(step)], ...more } });
    expect(namesIn(steps({}), 'a')).toEqual(reading);
    expect(namesIn(steps({ clearMemory: true }), 'a')).toEqual([]);
    expect(namesIn(steps({}, { contextManagement: { inheritContext: 'full' } }), 'a')).toEqual([]);
    const inner = { type: 'sequential', steps: [steps({}, { contextManagement: { inheritContext: 'full' } }).a] };
    expect(namesIn({ a: inner }, 'a')).toEqual(reading);
    const asked = { a: { type: 'sequential', steps: [said({ inputs: { x: { task: said() } } })] } };
    const plan = planOf(asked, { ...settings, memory });
    const [step] = plan.tasks[0]?.type === 'sequential' ? plan.tasks[0].steps : [];
    expect(planned(step?.inputTasks[0]).map(({ name }) => name)).toEqual(reading);
  });

  it('may be written in another task', () => {
    const plan = planOf({ a: { tools: [{ name: 'x', ...http('x') }] }, b: { tools: ['task.a.x'] } }, settings);
    expect(planned(plan.tasks[1]).find(({ name }) => name === 'task.a.x')).toMatchObject({ tool: http('x') });
  });

  it('have names that every provider takes, each once', () => {
    const long = 'x'.repeat(80);
    const tools = [`${long}1`, `${long}2`, 'a.b', 'a_b'].map((name) => ({ name, ...http(name) }));
    const names = toolsOf({ agent: 'alone', tools }).map(({ safeName }) => safeName);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('start subtasks only by the tier of the agent', () => {
    const tools = ['spawn_task', 'run_pipeline'];
    expect(namesOf({ agent: 'alone', tools })).toEqual([]);
    const withTier = (tier: string) => namesOf({ agent: { inheritTools: false, tier }, tools });
    expect(withTier('worker')).toEqual([]);
    expect(withTier('light')).toEqual(['spawn_task']);
    expect(withTier('orchestrator')).toEqual([...tools]);
  });

  it('ask the person where the task is interactive, and for an evaluation where it directs', () => {
    expect(namesOf({ agent: 'alone', tools: ['ask_user'] })).toEqual([]);
    expect(namesOf({ agent: 'alone', interactive: true })).toEqual(['ask_user']);
    expect(namesOf({ agent: 'alone', subtype: 'director' })).toEqual(['request_evaluation']);
    const director = { type: 'atomic', description: 'Direct', agent: 'alone', subtype: 'director' };
    const evaluator = { type: 'atomic', description: 'Evaluate' };
    const loop = { type: 'director_evaluator', director, evaluator };
    expect(namesOf({ ...loop, mode: 'dynamic' })).toEqual(['request_evaluation']);
    expect(namesOf({ ...loop, mode: 'static' })).toEqual([]);
  });
});
