import type { RandomDocument } from './random-long-workflow.testing';
import { randomFrom } from './random-workflow.testing';
import type { Doc } from './reference-evaluator.testing';

/** What a model is asked for at most, so that answers come near the bound. */
export const longestReply = 40;

/**
 * A random workflow of everything that makes a call long or that makes more calls: inputs and names used twice, names
 * that containers give, steps that inherit and accumulate, histories, tools, schemas, votes, tries, rounds of
 * directors, calls of the library, matches, pipelines, loops that hand on a state, and retries, nested up to `depth`.
 */
export function randomPaidWorkflow(seed: number, size: number, depth: number): RandomDocument {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const chance = (p: number) => random() < p;
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  let words = 0;
  const word = (letter: string): string => `${letter}${++words}`;
  const often = (p: number, fields: () => Doc): Doc => (chance(p) ? fields() : {});

  /** A text that uses names, some of them twice, some of them a part of an output. */
  function prompt(names: readonly string[]): string {
    const mentioned = names.filter(() => chance(0.4)).flatMap((name) => (chance(0.3) ? [name, name] : [name]));
    return [word('w'), ...mentioned.map((name) => `{{${name}}}`)].join(' ');
  }

  const hasMemory = chance(0.4);
  const retried = () => ({
    errorHandling: {
      onError: pick(['retry', 'skip', 'continue']),
      maxRetries: 1 + below(2),
      backoff: 'none',
      onMaxRetries: pick(['fail', 'skip', 'continue']),
    },
  });
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const script = { name: 'look', parameters: { type: 'object' }, script: { content: 'look' } };

  function inputs(names: readonly string[]): Doc {
    const values: Record<string, unknown> = {};
    for (let index = 0; index <= below(2); index++) {
      const from = names.length > 0 && chance(0.5) ? { from: pick(names) } : prompt(names);
      // A holder that is matched waits for the slot of its input, so the two are tried apart.
      values[word('x')] = !hasMemory && chance(0.2) ? { task: { type: 'atomic', description: prompt(names) } } : from;
    }
    return { inputs: values };
  }

  function atomic(names: readonly string[]): Doc {
    const given = chance(0.3) ? inputs(names) : {};
    const own = Object.keys((given['inputs'] ?? {}) as Doc).filter(() => chance(0.5));
    return {
      type: 'atomic',
      description: prompt([...names, ...own]),
      ...given,
      ...often(0.3, () => ({ injectContext: false })),
      ...often(0.5, () => ({ agent: pick(['one', 'two', 'three']) })),
      ...often(0.15, () => ({ expectedOutput: prompt(names) })),
      ...often(0.15, () => ({ variables: { v: word('v') } })),
      ...often(0.15, () => ({ outputSchema: schema })),
      ...often(0.15, () => ({ validate: 'content != "bad"' })),
      ...often(0.2, () => ({ tools: pick([['note'], [script], ['note', script], ['write_file']]) })),
      ...often(0.2, () =>
        chance(0.5)
          ? { voting: { k: 1 + below(2), maxRetries: 1 + below(2) } }
          : { bestOf: { n: 1 + below(3), evaluator: { type: 'atomic', description: prompt(names) } } },
      ),
    };
  }

  function leaf(names: readonly string[]): Doc {
    const kind = below(10);
    if (kind === 0) return { type: 'script', script: { content: word('s') } };
    if (kind === 1) return { type: 'ask', message: prompt(names), form: { word: { required: true } } };
    if (kind === 2) return { type: 'call', ref: 'f', args: { p: prompt(names) } };
    if (kind === 3) {
      return { type: 'associative_memory', query: prompt(names), ...often(0.5, () => ({ agent: 'one' })) };
    }
    if (kind === 4) {
      return {
        type: 'pipeline',
        plan: chance(0.5) ? { repeat: 1 + below(3), step: word('p') } : [prompt([]), prompt([])],
        state: prompt(names),
        stateTemplate: `{state} {step} {state} ${prompt(names)}`,
        ...often(0.3, () => ({ voting: { k: 1 + below(2), maxRetries: 1 } })),
        ...often(0.3, () => ({ maxRetries: 1, validate: 'content != "bad"' })),
      };
    }
    return atomic(names);
  }

  const management = () => ({
    contextManagement: {
      inheritContext: pick(['full', 'none', 'subset']),
      accumulateData: chance(0.6),
      accumulationFormat: pick(['full_output', 'notes_only']),
    },
  });

  function composite(names: readonly string[], levels: number): Doc {
    const inner = (more: readonly string[] = []) => task([...names, ...more], levels - 1);
    const managed = often(0.4, management);
    switch (pick(['sequential', 'map', 'reduce', 'cond', 'group', 'director', 'director'] as const)) {
      case 'sequential': {
        const steps: Doc[] = [];
        for (let index = 0; index <= below(3); index++) {
          steps.push({ ...inner(steps.map((step) => String(step['id']))), id: word('t') });
        }
        return { type: 'sequential', steps, ...managed };
      }
      case 'map':
        return {
          type: 'map',
          ...(chance(0.3)
            ? inputs(names)
            : { items: Array.from({ length: below(4) }, () => 'item '.repeat(below(20))) }),
          innerTask: inner(chance(0.5) ? ['item', 'index', 'name'] : []),
          onItemError: 'skip',
          ...managed,
        };
      case 'reduce':
        return {
          type: 'reduce',
          items: Array.from({ length: below(4) }, (_, index) => ({ index, text: 'item '.repeat(below(9)) })),
          initialValue: 'start',
          ...often(0.5, () => ({ innerTask: inner(chance(0.5) ? ['current_data', 'name'] : []) })),
          reductionTask: inner(chance(0.5) ? ['current_result', 'accumulator', 'original_input'] : []),
          ...managed,
        };
      case 'cond':
        return { type: 'cond', cases: [{ test: pick(['true', 'false']), task: inner() }], else: inner() };
      case 'group':
        return {
          type: 'group',
          subtasks: graph(1 + below(3), names, levels - 1),
          ...often(0.2, () => ({ completionMode: 'any' })),
          ...managed,
        };
      case 'director': {
        const mode = pick(['static', 'dynamic']);
        return {
          type: 'director_evaluator',
          mode,
          director: { type: 'atomic', description: prompt(names), ...often(0.3, () => inputs(names)) },
          ...(mode === 'static' && chance(0.4) ? { script: { type: 'script', script: { content: word('s') } } } : {}),
          evaluator: { type: 'atomic', description: chance(0.5) ? 'Judge' : 'Judge {{target_content}}' },
          maxIterations: 1 + below(3),
          ...managed,
        };
      }
    }
  }

  function task(names: readonly string[], levels: number): Doc {
    const isLooped = chance(0.2);
    const state = chance(0.5) ? { state: { all: 'state.all + content' }, initialState: { all: '' } } : {};
    const progress = often(0.4, () => ({ progress: { iterations: 1 + below(2), chars: 30 } }));
    const given = isLooped ? ['iteration', 'last', ...('state' in state ? ['state.all'] : [])] : [];
    const seen = [...names, ...given];
    return {
      ...(levels > 0 && chance(0.6) ? composite(seen, levels) : leaf(seen)),
      ...(isLooped ? { loop: { type: 'repeat', count: 1 + below(3), ...state, ...progress } } : {}),
      ...often(0.1, () => ({ condition: pick(['true', 'false']) })),
      ...often(0.2, retried),
    };
  }

  function graph(count: number, names: readonly string[], levels: number): Record<string, Doc> {
    const tasks: Record<string, Doc> = {};
    for (let index = 0; index < count; index++) {
      const dependsOn = Object.keys(tasks).filter(() => chance(0.5));
      const id = word('t');
      tasks[id] = { ...task([...names, ...dependsOn], levels), ...(dependsOn.length > 0 ? { dependsOn } : {}) };
    }
    return tasks;
  }

  const transfer = () => often(0.6, () => ({ contextTransfer: pick(['full', 'summary']) }));
  const tasks = graph(size, [], depth);
  return {
    tasks,
    settings: {
      limits: { maxOutputTokens: longestReply, maxStdoutBytes: 400 + below(2000), maxTurns: 2 + below(3) },
      agents: { one: { ...transfer(), system: word('y') }, two: transfer(), three: {} },
      library: {
        f: {
          parameters: [{ name: 'p', type: 'string' }],
          task: { type: 'atomic', description: pick(['Of {{p}}', 'Of it']) },
        },
      },
      ...(hasMemory ? { memory: { index: { '/notes/a.md': 'w1 w2 w3', '/notes/b.md': 'w4 w5' } } } : {}),
      maxConcurrency: 1 + below(4),
    },
  };
}
