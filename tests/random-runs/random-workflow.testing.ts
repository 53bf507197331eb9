import type { Doc } from './reference-evaluator.testing';

/** A workflow with its settings. */
export interface RandomDocument {
  readonly tasks: Record<string, Doc>;
  readonly settings: Record<string, unknown>;
}

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

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const look = { name: 'look', parameters: { type: 'object' }, script: { content: 'look' } };

/** The files that a rich workflow may search. */
export const noteFiles = { '/notes/a.md': 'w1 w2 w3', '/notes/b.md': 'w4 w5' };

/**
 * A random workflow, nested up to `depth`. A plain one has tasks of every type whose result does not depend on timing,
 * and only what the reference evaluator knows. A rich one has everything else as well that makes a call long, makes
 * more calls or can resume in its middle: inputs, schemas, tools, votes, matches, calls of the library, pipelines,
 * directors, retries, loops that hand on a state, budgets, histories and hooks. A prompt of a rich one says `picky` if
 * the model may answer `bad`, and `long` for a long answer.
 */
export function randomWorkflow(seed: number, size: number, depth: number, isRich = false): RandomDocument {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const chance = (p: number) => random() < p;
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  /** What only a rich workflow has. A plain one draws no number for it: known counterexamples stay what they were. */
  const also = (p: number, fields: () => Doc): Doc => (isRich && chance(p) ? fields() : {});
  const hasMemory = isRich && chance(0.4);
  let words = 0;

  function word(letter: string): string {
    words += 1;
    return `${letter}${words}`;
  }

  /** A text that uses names; a rich one uses some of them twice. */
  function prompt(names: readonly string[]): string {
    const mentioned = names.filter(() => chance(0.4)).map((name) => `{{${name}}}`);
    const all = isRich ? mentioned.flatMap((name) => (chance(0.2) ? [name, name] : [name])) : mentioned;
    return [word('w'), ...all, ...tags()].join(' ');
  }

  function tags(): readonly string[] {
    return isRich ? [...(chance(0.2) ? ['picky'] : []), ...(chance(0.1) ? ['long'] : [])] : [];
  }

  const retried = (): Doc => ({
    errorHandling: {
      onError: pick(['retry', 'retry', 'skip', 'continue']),
      maxRetries: 1 + below(2),
      backoff: pick(['none', 'linear']),
      onMaxRetries: pick(['fail', 'skip', 'continue']),
    },
  });

  const management = (): Doc => ({
    contextManagement: {
      inheritContext: pick(['full', 'none', 'subset']),
      accumulateData: chance(0.6),
      accumulationFormat: pick(['full_output', 'notes_only']),
    },
  });

  function inputs(names: readonly string[]): Doc {
    const values: Record<string, unknown> = {};
    for (let index = 0; index <= below(2); index++) {
      const from = names.length > 0 && chance(0.5) ? { from: pick(names) } : prompt(names);
      // A holder that is matched waits for the slot of its input, so the two are tried apart.
      values[word('x')] = !hasMemory && chance(0.2) ? { task: { type: 'atomic', description: prompt(names) } } : from;
    }
    return { inputs: values };
  }

  /** A task that performs a tool of its own, which a person may have to approve. */
  function tool(names: readonly string[]): Doc {
    const name = word('tool');
    const parameters = { type: 'object', properties: { text: { type: 'string' } } };
    const own = { name, parameters, script: { content: word('s') } };
    const approval = chance(0.4) ? { approve: true } : {};
    return { type: 'tool', tool: name, tools: [own], args: { text: prompt(names) }, ...approval };
  }

  function pipeline(names: readonly string[]): Doc {
    const steps = 1 + below(4);
    return {
      type: 'pipeline',
      plan: chance(0.5) ? { repeat: steps, step: word('p') } : Array.from({ length: steps }, () => prompt(names)),
      state: prompt(names),
      stateTemplate: chance(0.7) ? ['{state} {i} {step}', ...tags()].join(' ') : `{state} {step} {state}`,
      ...(chance(0.6) ? { validate: 'content != "bad"', maxRetries: 1 } : {}),
      ...(chance(0.4) ? { voting: { k: 1 + below(2), maxRetries: 1 + below(4) } } : {}),
    };
  }

  function richLeaf(names: readonly string[]): Doc {
    switch (pick(['pipeline', 'pipeline', 'call', 'match'] as const)) {
      case 'pipeline':
        return pipeline(names);
      case 'call':
        return { type: 'call', ref: 'f', args: { p: prompt(names) } };
      case 'match':
        return { type: 'associative_memory', query: prompt(names), ...(chance(0.5) ? { agent: 'one' } : {}) };
    }
  }

  function richCall(names: readonly string[]): Doc {
    return {
      ...also(0.15, () => ({ expectedOutput: prompt(names) })),
      ...also(0.15, () => ({ variables: { v: word('v') } })),
      ...also(0.1, () => ({ outputSchema: schema })),
      ...also(0.5, () => ({ validate: 'content != "bad"' })),
      ...also(0.15, () => ({ tools: pick([['note'], [look], ['note', look], ['write_file']]) })),
      ...also(0.25, () =>
        chance(0.6)
          ? { voting: { k: 1 + below(2), maxRetries: 1 + below(4) } }
          : { bestOf: { n: 1 + below(3), evaluator: { type: 'atomic', description: prompt(names) } } },
      ),
    };
  }

  function leaf(names: readonly string[]): Doc {
    if (isRich && chance(0.4)) return richLeaf(names);
    if (chance(0.25)) return { type: 'script', script: { content: word('s') } };
    if (chance(0.2)) return tool(names);
    if (chance(0.15)) return { type: 'ask', message: prompt(names), form: { word: { required: true } } };
    const told = chance(0.5) ? { agent: pick(['one', 'two']) } : { injectContext: false };
    const given = also(0.3, () => inputs(names));
    const own = Object.keys((given['inputs'] ?? {}) as Doc).filter(() => chance(0.5));
    return { type: 'atomic', description: prompt([...names, ...own]), ...told, ...given, ...richCall(names) };
  }

  function director(names: readonly string[]): Doc {
    const mode = pick(['static', 'dynamic']);
    return {
      type: 'director_evaluator',
      mode,
      director: { type: 'atomic', description: prompt(names), ...also(0.3, () => inputs(names)) },
      ...(mode === 'static' && chance(0.4) ? { script: { type: 'script', script: { content: word('s') } } } : {}),
      evaluator: { type: 'atomic', description: chance(0.5) ? 'Judge' : 'Judge {{target_content}}' },
      maxIterations: 1 + below(3),
    };
  }

  function composite(names: readonly string[], levels: number): Doc {
    const inner = (more: readonly string[] = []) => task([...names, ...more], levels - 1);
    const kinds = ['sequential', 'map', 'reduce', 'cond', 'group'] as const;
    switch (pick(isRich ? ([...kinds, 'director'] as const) : kinds)) {
      case 'sequential': {
        const steps: Doc[] = [];
        for (let index = 0; index <= below(3); index++) {
          const earlier = steps.map((step) => String(step['id']));
          steps.push({ ...inner(earlier), id: word('t') });
        }
        return { type: 'sequential', steps, ...also(0.4, management) };
      }
      case 'map':
        return {
          type: 'map',
          ...(isRich && chance(0.3)
            ? inputs(names)
            : { items: Array.from({ length: below(4) }, (_, index) => `i${index}`) }),
          innerTask: inner(['item', 'index']),
          ...(isRich || chance(0.4) ? { onItemError: 'skip' } : {}),
          ...(chance(0.3) ? { maxConcurrency: 2 } : {}),
          ...also(0.4, management),
        };
      case 'reduce':
        return {
          type: 'reduce',
          items: Array.from({ length: below(4) }, (_, index) => index),
          initialValue: 'start',
          ...(chance(0.5) ? { innerTask: inner(['current_data', 'name']) } : {}),
          reductionTask: inner(['current_result', 'accumulator', 'original_input']),
          ...also(0.4, management),
        };
      case 'cond':
        return {
          type: 'cond',
          cases: [{ test: pick(['true', 'false']), task: inner() }],
          ...(chance(0.6) ? { else: inner() } : {}),
        };
      case 'group':
        return { type: 'group', subtasks: graph(1 + below(3), names, levels - 1), ...also(0.4, management) };
      case 'director':
        return { ...director(names), ...also(0.4, management) };
    }
  }

  function loop(state: Doc): Doc {
    const count = 1 + below(3);
    const kind = isRich ? pick(['repeat', 'while', 'until'] as const) : 'repeat';
    return {
      type: kind,
      ...(kind === 'repeat'
        ? { count }
        : { condition: kind === 'while' ? `iteration < ${count}` : `iteration >= ${count}` }),
      ...state,
      ...also(0.5, () => ({ progress: { iterations: 1 + below(3), chars: 20 + below(10) } })),
    };
  }

  function task(names: readonly string[], levels: number): Doc {
    const isLooped = chance(isRich ? 0.25 : 0.15);
    const state = isLooped && chance(0.5) ? { state: { all: 'state.all + content' }, initialState: { all: '' } } : {};
    const given = isLooped ? ['iteration', 'last', ...('state' in state ? ['state.all'] : [])] : [];
    const seen = [...names, ...given];
    return {
      ...(levels > 0 && chance(0.6) ? composite(seen, levels) : leaf(seen)),
      ...(isLooped ? { loop: loop(state) } : {}),
      ...(chance(0.1) ? { condition: 'false' } : {}),
      ...(chance(0.2) ? { errorHandling: { onError: pick(['skip', 'retry', 'fail']) } } : {}),
      ...also(0.4, retried),
      ...also(0.1, () => ({ limits: { maxTotalTokens: 1000 + below(9000) } })),
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

  function richSettings(): Record<string, unknown> {
    const transfer = () => also(0.6, () => ({ contextTransfer: pick(['full', 'summary']) }));
    const call = { type: 'atomic', description: pick(['Of {{p}}', 'Of it']) };
    const hook = () => ({
      checkpointAndPrune: { every: 1 + below(3), strategy: pick(['most_recent', 'lru']), keepCount: 1 + below(3) },
    });
    return {
      limits: { maxTurns: 2 + below(3), maxStdoutBytes: 400 + below(2000) },
      agents: { one: { ...transfer(), system: word('y') }, two: transfer() },
      library: { f: { parameters: [{ name: 'p', type: 'string' }], task: call } },
      ...(hasMemory ? { memory: { index: noteFiles } } : {}),
      ...also(0.3, () => ({ compaction: { trigger: pick(['on_complete', 'batch']) } })),
      ...also(0.4, () => ({ hooks: { postTask: [hook()] } })),
      ...also(0.5, () => ({ checkpoint: { saveInterval: pick(['on_task_complete', 'on_step', 1]) } })),
      maxConcurrency: 1 + below(4),
    };
  }

  const tasks = graph(size, [], depth);
  return { tasks, settings: isRich ? richSettings() : { agents: { one: {}, two: {} } } };
}
