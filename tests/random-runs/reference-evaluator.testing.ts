/**
 * An independent evaluation of a workflow: a plain recursion over the document, one task after the other, without plan,
 * journal, scheduler or events. It knows what the plain random workflows contain, and no more.
 */

/** A task as a document has it. */
export type Doc = { readonly [key: string]: unknown };

/** The outcome of a task. */
export type Ended =
  | { readonly status: 'ok'; readonly content: string; readonly output: unknown }
  | { readonly status: 'failed' }
  | { readonly status: 'skipped'; readonly upstreamFailed?: boolean };

type Names = Readonly<Record<string, unknown>>;

/** How models, scripts and the person behave: undefined is a failure that no retry resolves. Every call is approved. */
export interface Behaviour {
  readonly model: (prompt: string) => string | undefined;
  readonly script: (content: string) => string | undefined;
  readonly person: (message: string) => string;
}

/** Evaluates sibling tasks; returns how each ended. */
export function evaluateGraph(
  tasks: Readonly<Record<string, Doc>>,
  outer: Names,
  world: Behaviour,
): Map<string, Ended> {
  const ends = new Map<string, Ended>();
  const visit = (id: string): Ended => {
    const known = ends.get(id);
    if (known !== undefined) return known;
    const task = tasks[id] as Doc;
    const needs = ((task['dependsOn'] as string[] | undefined) ?? []).map(visit);
    const end = trigger(needs) ?? evaluate(task, namesOf(ends, outer), world);
    ends.set(id, end);
    return end;
  };
  for (const id of Object.keys(tasks)) visit(id);
  return ends;
}

function trigger(needs: readonly Ended[]): Ended | undefined {
  if (needs.length === 0) return undefined;
  const failed = needs.some((end) => end.status === 'failed' || (end.status === 'skipped' && end.upstreamFailed));
  if (failed) return { status: 'skipped', upstreamFailed: true };
  return needs.some((end) => end.status === 'ok') ? undefined : { status: 'skipped' };
}

function namesOf(ends: ReadonlyMap<string, Ended>, outer: Names): Names {
  const own = [...ends].map(([id, end]) => [id, end.status === 'ok' ? end : null] as const);
  return { ...outer, ...Object.fromEntries(own) };
}

function evaluate(task: Doc, names: Names, world: Behaviour): Ended {
  if (task['condition'] === 'false') return { status: 'skipped' };
  const loop = task['loop'] as { count: number; initialState?: { all: string } } | undefined;
  let state = loop?.initialState;
  const rounds = loop?.count ?? 1;
  let end: Ended = { status: 'skipped' };
  let last: unknown = null;
  for (let iteration = 1; iteration <= rounds; iteration++) {
    const inner = loop === undefined ? names : { ...names, iteration, last, ...(state && { state }) };
    end = once(task, inner, world);
    if (end.status === 'failed') break;
    if (state !== undefined) state = { all: state.all + (end.status === 'ok' ? end.content : '') };
    last = end.status === 'ok' ? end.output : parse('');
  }
  if (end.status !== 'failed') return end;
  const onError = (task['errorHandling'] as { onError?: string } | undefined)?.onError;
  return onError === 'skip' ? { status: 'skipped' } : end;
}

function once(task: Doc, names: Names, world: Behaviour): Ended {
  switch (task['type']) {
    case 'atomic': {
      const said = world.model(render(String(task['description']), names));
      return said === undefined ? { status: 'failed' } : ok(said);
    }
    case 'script': {
      const out = world.script((task['script'] as { content: string }).content);
      return out === undefined ? { status: 'failed' } : ok(out);
    }
    case 'tool': {
      const [{ script }] = task['tools'] as [{ script: { content: string } }];
      const out = world.script(script.content);
      return out === undefined ? { status: 'failed' } : ok(out);
    }
    case 'ask':
      return ok(JSON.stringify({ word: world.person(render(String(task['message']), names)) }));
    case 'sequential':
      return inOrder(task['steps'] as Doc[], names, world);
    case 'map':
      return mapItems(task, names, world);
    case 'reduce':
      return reduceItems(task, names, world);
    case 'cond': {
      const chosen = (task['cases'] as { test: string; task: Doc }[]).find(({ test }) => test === 'true')?.task;
      const taken = chosen ?? (task['else'] as Doc | undefined);
      return taken === undefined ? { status: 'skipped' } : plain(evaluate(taken, names, world));
    }
    case 'group': {
      const subtasks = task['subtasks'] as Record<string, Doc>;
      const ends = evaluateGraph(subtasks, names, world);
      if ([...ends.values()].some(({ status }) => status === 'failed')) return { status: 'failed' };
      if ([...ends.values()].every(({ status }) => status === 'skipped')) return { status: 'skipped' };
      const outputs = Object.keys(subtasks).flatMap((id) => {
        const end = ends.get(id);
        return end?.status === 'ok' ? [[id, end.output] as const] : [];
      });
      return ok(JSON.stringify(Object.fromEntries(outputs)));
    }
    default:
      throw new Error(`No such task here: ${String(task['type'])}`);
  }
}

function inOrder(steps: readonly Doc[], outer: Names, world: Behaviour): Ended {
  let names = outer;
  let last: Ended = { status: 'skipped' };
  for (const step of steps) {
    const end = evaluate(step, names, world);
    if (end.status === 'failed') return end;
    names = { ...names, [String(step['id'])]: end.status === 'ok' ? end : null };
    if (end.status === 'ok') last = end;
  }
  return last;
}

function mapItems(task: Doc, names: Names, world: Behaviour): Ended {
  const ends = (task['items'] as unknown[]).map((item, index) =>
    evaluate(task['innerTask'] as Doc, { ...names, item, index, name: String(index) }, world),
  );
  if (task['onItemError'] !== 'skip' && ends.some(({ status }) => status === 'failed')) return { status: 'failed' };
  return ok(JSON.stringify(ends.flatMap((end) => (end.status === 'ok' ? [end.output] : []))));
}

function reduceItems(task: Doc, names: Names, world: Behaviour): Ended {
  let accumulator: unknown = task['initialValue'];
  for (const [index, item] of (task['items'] as unknown[]).entries()) {
    const given = { ...names, index, name: String(index) };
    let current = item;
    if (task['innerTask'] !== undefined) {
      const end = evaluate(task['innerTask'] as Doc, { ...given, current_data: item, item }, world);
      if (end.status === 'failed') return end;
      if (end.status === 'skipped') continue;
      current = end.output;
    }
    const joined = { ...given, current_result: current, accumulator, original_input: item };
    const end = evaluate(task['reductionTask'] as Doc, joined, world);
    if (end.status === 'failed') return end;
    if (end.status === 'ok') accumulator = end.output;
  }
  return ok(text(accumulator));
}

/** A part outside of any dependency: only its being skipped is passed on. */
function plain(end: Ended): Ended {
  return end.status === 'skipped' ? { status: 'skipped' } : end;
}

function ok(content: string): Ended {
  return { status: 'ok', content, output: parse(content) };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

function render(template: string, names: Names): string {
  return template.replaceAll(/\{\{(\w+)(?:\.(\w+))?\}\}/g, (_all, name: string, field?: string) => {
    if (!Object.hasOwn(names, name)) throw new Error(`Nothing is called ${name}.`);
    const value = field === undefined ? names[name] : (names[name] as Names)[field];
    return isEnded(value) ? value.content : text(value);
  });
}

function isEnded(value: unknown): value is Extract<Ended, { status: 'ok' }> {
  return typeof value === 'object' && value !== null && 'status' in value && 'content' in value;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
