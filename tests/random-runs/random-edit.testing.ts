import { randomFrom } from './random-workflow.testing';
import type { Doc } from './reference-evaluator.testing';

/** An edit of a workflow: its tasks afterwards, and what was done. */
export interface RandomEdit {
  readonly tasks: Readonly<Record<string, Doc>>;
  readonly what: string;
}

/** Makes one random edit at any depth: another prompt, a task more or less, another order, another setting. */
export function randomEdit(tasks: Readonly<Record<string, Doc>>, seed: number): RandomEdit {
  const random = randomFrom(seed ^ 0x5bd1e995);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const edited = structuredClone(tasks) as Record<string, MutableDoc>;
  const all = [...tasksIn(edited)];
  const [id, task] = pick(all);
  const what = pick(['prompt', 'patience', 'name', 'condition', 'disabled', 'new', 'needs', 'agent', 'pin', 'nothing']);
  switch (what) {
    case 'prompt':
      if (task['type'] === 'atomic') task['description'] = `new ${task['description']}`;
      else if (task['type'] === 'script') task['script'] = { content: `new ${id}` };
      break;
    case 'patience':
      task['limits'] = { timeoutMs: 1000 + below(1000) };
      break;
    case 'pin':
      task['pinned'] = 'What was pinned';
      break;
    case 'name':
      task['name'] = `Name ${below(100)}`;
      break;
    case 'condition':
      task['condition'] = pick(['true', 'false']);
      break;
    case 'disabled':
      task['disabled'] = true;
      break;
    case 'new':
      edited['added'] = { type: 'atomic', description: 'What is new', agent: pick(['one', 'two']) };
      break;
    case 'needs': {
      const [one, other] = [pick(Object.keys(edited)), pick(Object.keys(edited))];
      const [first, second] =
        Object.keys(edited).indexOf(one) < Object.keys(edited).indexOf(other) ? [one, other] : [other, one];
      const later = edited[second ?? ''];
      if (first !== second && later !== undefined) {
        later['dependsOn'] = [...new Set([...((later['dependsOn'] as string[] | undefined) ?? []), first])];
      }
      break;
    }
    case 'agent':
      if (task['type'] === 'atomic' && task['agent'] !== undefined) {
        task['agent'] = task['agent'] === 'one' ? 'two' : 'one';
      }
      break;
  }
  return { tasks: edited, what: `${what} of ${id}` };
}

type MutableDoc = Record<string, unknown>;

/** The tasks of a record, and those in them. */
function* tasksIn(tasks: Record<string, MutableDoc>): Generator<readonly [string, MutableDoc]> {
  for (const [id, task] of Object.entries(tasks)) {
    yield [id, task];
    yield* partsIn(task);
  }
}

function* partsIn(task: MutableDoc): Generator<readonly [string, MutableDoc]> {
  const cases = ((task['cases'] as { task: MutableDoc }[] | undefined) ?? []).map((one) => one.task);
  const steps = (task['steps'] as MutableDoc[] | undefined) ?? [];
  for (const field of ['innerTask', 'reductionTask', 'else']) {
    const part = task[field] as MutableDoc | undefined;
    if (part !== undefined) yield* [[field, part] as const, ...partsIn(part)];
  }
  for (const part of [...cases, ...steps]) yield* [[String(part['id'] ?? 'case'), part] as const, ...partsIn(part)];
  yield* tasksIn((task['subtasks'] as Record<string, MutableDoc> | undefined) ?? {});
}
