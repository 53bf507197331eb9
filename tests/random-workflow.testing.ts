import type { Doc } from './reference-evaluator.testing';

/** Random numbers from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The tasks of a random workflow: of every type whose result does not depend on timing, nested up to `depth`. */
export function randomWorkflow(seed: number, size: number, depth: number): Record<string, Doc> {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const chance = (p: number) => random() < p;
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  let words = 0;

  function word(letter: string): string {
    words += 1;
    return `${letter}${words}`;
  }

  function prompt(names: readonly string[]): string {
    const mentioned = names.filter(() => chance(0.4)).map((name) => `{{${name}}}`);
    return [word('w'), ...mentioned].join(' ');
  }

  /** A task that performs a tool of its own, which a person may have to approve. */
  function tool(names: readonly string[]): Doc {
    const name = word('tool');
    const parameters = { type: 'object', properties: { text: { type: 'string' } } };
    const own = { name, parameters, script: { content: word('s') } };
    const approval = chance(0.4) ? { approve: true } : {};
    return { type: 'tool', tool: name, tools: [own], args: { text: prompt(names) }, ...approval };
  }

  function leaf(names: readonly string[]): Doc {
    if (chance(0.25)) return { type: 'script', script: { content: word('s') } };
    if (chance(0.2)) return tool(names);
    if (chance(0.15)) return { type: 'ask', message: prompt(names), form: { word: { required: true } } };
    const told = chance(0.5) ? { agent: pick(['one', 'two']) } : { injectContext: false };
    return { type: 'atomic', description: prompt(names), ...told };
  }

  function composite(names: readonly string[], levels: number): Doc {
    const inner = (more: readonly string[] = []) => task([...names, ...more], levels - 1);
    switch (pick(['sequential', 'map', 'reduce', 'cond', 'group'] as const)) {
      case 'sequential': {
        const steps: Doc[] = [];
        for (let index = 0; index <= below(3); index++) {
          const earlier = steps.map((step) => String(step['id']));
          steps.push({ ...inner(earlier), id: word('t') });
        }
        return { type: 'sequential', steps };
      }
      case 'map':
        return {
          type: 'map',
          items: Array.from({ length: below(4) }, (_, index) => `i${index}`),
          innerTask: inner(['item', 'index']),
          ...(chance(0.4) ? { onItemError: 'skip' } : {}),
          ...(chance(0.3) ? { maxConcurrency: 2 } : {}),
        };
      case 'reduce':
        return {
          type: 'reduce',
          items: Array.from({ length: below(4) }, (_, index) => index),
          initialValue: 'start',
          ...(chance(0.5) ? { innerTask: inner(['current_data', 'name']) } : {}),
          reductionTask: inner(['current_result', 'accumulator', 'original_input']),
        };
      case 'cond':
        return {
          type: 'cond',
          cases: [{ test: pick(['true', 'false']), task: inner() }],
          ...(chance(0.6) ? { else: inner() } : {}),
        };
      case 'group':
        return { type: 'group', subtasks: graph(1 + below(3), names, levels - 1) };
    }
  }

  function task(names: readonly string[], levels: number): Doc {
    const isLooped = chance(0.15);
    const state = isLooped && chance(0.5) ? { state: { all: 'state.all + content' }, initialState: { all: '' } } : {};
    const given = isLooped ? ['iteration', 'last', ...('state' in state ? ['state.all'] : [])] : [];
    const seen = [...names, ...given];
    return {
      ...(levels > 0 && chance(0.6) ? composite(seen, levels) : leaf(seen)),
      ...(isLooped ? { loop: { type: 'repeat', count: 1 + below(3), ...state } } : {}),
      ...(chance(0.1) ? { condition: 'false' } : {}),
      ...(chance(0.2) ? { errorHandling: { onError: pick(['skip', 'retry', 'fail']) } } : {}),
    };
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

  return graph(size, [], depth);
}
