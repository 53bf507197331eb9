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
const always = ['list_files', 'read_file'];

function planned(task: PlannedTask | undefined): readonly PlannedTool[] {
  if (task?.type === 'sequential') return planned(task.steps[0]);
  if (task?.type === 'director_evaluator') return planned(task.director);
  return task?.type === 'atomic' ? task.tools : [];
}
const toolsOf = (task: object, id = 'a') => planned(planOf({ [id]: task }, settings).tasks[0]);
const namesOf = (task: object, id?: string) => toolsOf(task, id).map(({ name }) => name);

describe('the tools of a task', () => {
  it('are those of the workflow, as far as its agent inherits them, but none that come with Heddle', () => {
    expect(namesOf({})).toEqual(['search', 'fetch', ...always]);
    expect(namesOf({ agent: 'plain' })).toEqual(['search', 'fetch', ...always]);
    expect(namesOf({ agent: 'alone' })).toEqual(always);
    expect(namesOf({ agent: 'picky' })).toEqual(['fetch', 'run', ...always]);
  });

  it('then those of its agent and its own; with exclusive its own alone', () => {
    const own = { tools: ['run', 'write_file', { name: 'look', ...http('look') }] };
    const listed = ['run', 'write_file', 'look'];
    expect(namesOf({ agent: 'armed', ...own })).toEqual(['search', 'fetch', 'note', 'own', ...listed, ...always]);
    expect(namesOf({ agent: 'armed', ...own, toolMode: 'exclusive' })).toEqual([...listed, ...always]);
    expect(namesOf({ agent: 'armed', tools: ['own'], toolMode: 'exclusive' })).toEqual(['own', ...always]);
  });

  it('are also those of the tasks that hold it', () => {
    const steps = [{ type: 'atomic', id: 's', description: 'Do it', tools: ['note'] }];
    const holder = { type: 'sequential', steps, tools: ['write_file'] };
    expect(namesOf(holder)).toEqual(['search', 'fetch', 'write_file', 'note', ...always]);
    expect(namesOf({ ...holder, toolMode: 'exclusive' })).toEqual(['write_file', 'note', ...always]);
  });

  it('of one name are told apart by the task, unless they are the same', () => {
    const clash = { tools: ['fetch', { name: 'search', ...http('mine') }] };
    expect(toolsOf(clash, 'my.task').map(({ name, safeName, tool }) => [name, safeName, tool.http?.url])).toEqual([
      ['search', 'search', 'https://search'],
      ['fetch', 'fetch', 'https://fetch'],
      ['task.my.task.search', 'task_my_task_search', 'https://mine'],
      ['list_files', 'list_files', undefined],
      ['read_file', 'read_file', undefined],
    ]);
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
    expect(namesOf({ agent: 'alone', tools })).toEqual(always);
    const withTier = (tier: string) => namesOf({ agent: { inheritTools: false, tier }, tools });
    expect(withTier('worker')).toEqual(always);
    expect(withTier('light')).toEqual(['spawn_task', ...always]);
    expect(withTier('orchestrator')).toEqual([...tools, ...always]);
  });

  it('ask the person where the task is interactive, and for an evaluation where it directs', () => {
    expect(namesOf({ agent: 'alone', tools: ['ask_user'] })).toEqual(always);
    expect(namesOf({ agent: 'alone', interactive: true })).toEqual(['ask_user', ...always]);
    expect(namesOf({ agent: 'alone', subtype: 'director' })).toEqual(['request_evaluation', ...always]);
    const director = { type: 'atomic', description: 'Direct', agent: 'alone', subtype: 'director' };
    const evaluator = { type: 'atomic', description: 'Evaluate' };
    const loop = { type: 'director_evaluator', director, evaluator };
    expect(namesOf({ ...loop, mode: 'dynamic' })).toEqual(['request_evaluation', ...always]);
    expect(namesOf({ ...loop, mode: 'static' })).toEqual(always);
  });
});
