import { randomFrom } from './random-workflow.testing';
import type { Doc } from './reference-evaluator.testing';

/** A workflow with its settings. */
export interface RandomDocument {
  readonly tasks: Record<string, Doc>;
  readonly settings: Record<string, unknown>;
}

/**
 * A random workflow of everything that can resume in its middle: loops of every type that report their progress or
 * hand on a state, pipelines with and without votes, rounds of directors, tools, questions, retries, decisions,
 * budgets, histories and hooks, nested up to `depth`. A prompt ends with instructions for the model: `picky` if it
 * may answer `bad`, `long` for a long answer.
 */
export function randomLongWorkflow(seed: number, size: number, depth: number): RandomDocument {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const chance = (p: number) => random() < p;
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  let words = 0;
  const word = (letter: string): string => `${letter}${++words}`;

  const tagged = (text: string): string => `${text}${chance(0.3) ? ' picky' : ''}${chance(0.2) ? ' long' : ''}`;
  const retried = () => ({
    errorHandling: {
      onError: 'retry',
      maxRetries: 2,
      backoff: pick(['none', 'linear']),
      onMaxRetries: pick(['fail', 'skip', 'continue']),
    },
  });

  function prompt(names: readonly string[]): string {
    const mentioned = names.filter(() => chance(0.4)).map((name) => `{{${name}}}`);
    return tagged([word('w'), ...mentioned].join(' '));
  }

  function atomic(names: readonly string[]): Doc {
    const told = chance(0.5) ? { agent: pick(['one', 'two']) } : {};
    const vote = chance(0.15) ? { voting: { k: 2, maxRetries: 4 } } : {};
    return {
      type: 'atomic',
      description: prompt(names),
      validate: 'content != "bad"',
      ...told,
      ...vote,
      ...(chance(0.6) ? retried() : {}),
    };
  }

  function pipeline(names: readonly string[]): Doc {
    const steps = 1 + below(5);
    return {
      type: 'pipeline',
      plan: chance(0.5) ? { repeat: steps, step: word('p') } : Array.from({ length: steps }, () => prompt(names)),
      state: chance(0.5) ? word('s') : names.map((name) => `{{${name}}}`).join(' '),
      stateTemplate: tagged('{state} {i} {step}').replace('picky', '{step} picky'),
      validate: 'content != "bad"',
      ...(chance(0.4) ? { voting: { k: 1 + below(2), maxRetries: 4 } } : {}),
      ...(chance(0.7) ? retried() : {}),
    };
  }

  function composite(names: readonly string[], levels: number): Doc {
    const inner = (more: readonly string[] = []) => task([...names, ...more], levels - 1);
    switch (pick(['sequential', 'map', 'reduce', 'cond', 'group', 'director'] as const)) {
      case 'sequential': {
        const steps: Doc[] = [];
        for (let index = 0; index <= below(3); index++) {
          steps.push({ ...inner(steps.map((step) => String(step['id']))), id: word('t') });
        }
        return { type: 'sequential', steps, ...(chance(0.3) ? retried() : {}) };
      }
      case 'map':
        return {
          type: 'map',
          items: Array.from({ length: below(4) }, (_, index) => `i${index}`),
          innerTask: inner(['item', 'index']),
          onItemError: 'skip',
          ...(chance(0.3) ? { maxConcurrency: 2 } : {}),
        };
      case 'reduce':
        return {
          type: 'reduce',
          items: Array.from({ length: below(4) }, (_, index) => index),
          initialValue: 'start',
          reductionTask: inner(['current_result', 'accumulator']),
          ...(chance(0.3) ? retried() : {}),
        };
      case 'cond':
        return { type: 'cond', cases: [{ test: pick(['true', 'false']), task: inner() }], else: inner() };
      case 'group':
        return { type: 'group', subtasks: graph(1 + below(3), names, levels - 1) };
      case 'director':
        return {
          type: 'director_evaluator',
          mode: 'static',
          director: { type: 'atomic', description: prompt(names) },
          ...(chance(0.4) ? { script: { type: 'script', script: { content: word('s') } } } : {}),
          evaluator: { type: 'atomic', description: 'Judge' },
          maxIterations: 1 + below(3),
        };
    }
  }

  function loop(state: Doc): Doc {
    const progress = { ...(chance(0.5) ? { progress: { iterations: 1 + below(3), chars: 20 } } : {}), ...state };
    switch (pick(['repeat', 'while', 'until'] as const)) {
      case 'repeat':
        return { type: 'repeat', count: 1 + below(5), ...progress };
      case 'while':
        return { type: 'while', condition: `iteration < ${1 + below(5)}`, ...progress };
      case 'until':
        return { type: 'until', condition: `iteration >= ${1 + below(5)}`, ...progress };
    }
  }

  function task(names: readonly string[], levels: number): Doc {
    const isLooped = chance(0.3);
    const state: Doc = chance(0.5) ? { state: { all: 'state.all + content' }, initialState: { all: '' } } : {};
    const given = isLooped ? ['iteration', 'last', ...('state' in state ? ['state.all'] : [])] : [];
    const seen = [...names, ...given];
    const inner = levels > 0 && chance(0.55) ? composite(seen, levels) : chance(0.4) ? pipeline(seen) : leaf(seen);
    return {
      ...inner,
      ...(isLooped ? { loop: loop(state) } : {}),
      ...(chance(0.1) ? { limits: { maxTotalTokens: 1000 + below(9000) } } : {}),
    };
  }

  /** A task that performs a tool of its own, which a person may have to approve. */
  function tool(names: readonly string[]): Doc {
    const name = word('tool');
    const own = {
      name,
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      script: { content: word('s') },
      ...(chance(0.4) ? { approve: true } : {}),
    };
    return { type: 'tool', tool: name, tools: [own], args: { text: prompt(names) }, ...(chance(0.5) ? retried() : {}) };
  }

  function leaf(names: readonly string[]): Doc {
    if (chance(0.15)) return tool(names);
    if (chance(0.1)) return { type: 'ask', message: prompt(names), form: { word: { required: true } } };
    return chance(0.2) ? { type: 'script', script: { content: word('s') } } : atomic(names);
  }

  function graph(count: number, names: readonly string[], levels: number): Record<string, Doc> {
    const tasks: Record<string, Doc> = {};
    for (let index = 0; index < count; index++) {
      const dependsOn = Object.keys(tasks).filter(() => chance(0.4));
      const id = word('t');
      tasks[id] = { ...task([...names, ...dependsOn], levels), ...(dependsOn.length > 0 ? { dependsOn } : {}) };
    }
    return tasks;
  }

  const tasks = graph(size, [], depth);
  const hook = {
    checkpointAndPrune: { every: 1 + below(3), strategy: pick(['most_recent', 'lru']), keepCount: 1 + below(3) },
  };
  return {
    tasks,
    settings: {
      agents: { one: chance(0.5) ? { contextTransfer: pick(['full', 'summary']) } : {}, two: {} },
      ...(chance(0.3) ? { compaction: { trigger: pick(['on_complete', 'batch']) } } : {}),
      ...(chance(0.4) ? { hooks: { postTask: [hook] } } : {}),
      ...(chance(0.5) ? { checkpoint: { saveInterval: pick(['on_task_complete', 'on_step', 1]) } } : {}),
      maxConcurrency: 1 + below(4),
    },
  };
}
