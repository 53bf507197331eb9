import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { Plan } from '@/plan/plan';

/** What others read of a value: fields, items, or a plain value of a kind. */
export class SimulatedOutput {
  readonly #fields = new Map<string, SimulatedOutput>();
  #items: SimulatedOutput | undefined;
  #length = 2;
  #plain: Json | undefined;

  /** Whether nothing is read of it but the whole. */
  get isEmpty(): boolean {
    return this.#fields.size === 0 && this.#items === undefined && this.#plain === undefined;
  }

  field(name: string): SimulatedOutput {
    const found = this.#fields.get(name) ?? new SimulatedOutput();
    this.#fields.set(name, found);
    return found;
  }

  /** Its items; `length`: how many there are at least. */
  items(length = 0): SimulatedOutput {
    this.#items ??= new SimulatedOutput();
    this.#length = Math.min(mostItems, Math.max(this.#length, length));
    return this.#items;
  }

  /** It is compared with, or used as, a plain value; the first use counts. */
  plain(value: Json): void {
    this.#plain ??= value;
  }

  /** A value of this shape; `name`: what texts in it are called. */
  value(name: string): Json {
    const items = this.#items;
    if (items !== undefined)
      return Array.from({ length: this.#length }, (_, index) => items.value(`${name} ${index + 1}`));
    if (this.#fields.size > 0) {
      return Object.fromEntries([...this.#fields].map(([field, shape]) => [field, shape.value(field)]));
    }
    return this.#plain ?? `Simulated ${name}`;
  }
}

const mostItems = 20;

const steps = String.raw`((?:\.[A-Za-z_]\w*|\[\d+\])*)`;
const literal = String.raw`(-?\d+(?:\.\d+)?|true|false|\\"[^"\\]*\\"|'[^']*')`;
const comparison = String.raw`(?:\s*(==|!=|>=|<=|>|<)\s*${literal})?`;
/**
 * `{"from":"fetch.output.features"}`, `size(tasks.fetch.output) > 2`, `{{fetch.output.name}}`, `tasks.a.output.n == 3`
 * and `x in tasks.a.output`, in the JSON of a plan. A name before a parenthesis is a function.
 */
const reference = new RegExp(
  String.raw`(items":\{"from":"|size\(\s*|\bin\s+|!)?(?:tasks\.)?\b([A-Za-z_][\w-]*)(\.output)?(?![\w-])${steps}(\s*\()?\)?${comparison}`,
  'g',
);

/** Functions of a list; all others are of a text. */
const ofLists: ReadonlySet<string> = new Set(['exists', 'all', 'exists_one', 'filter', 'map', 'size', 'join', 'sort']);

/** The shapes of what scripts give, by the id of their task, as the texts of a plan read them. */
export function readShapes(plan: Plan): ReadonlyMap<string, SimulatedOutput> {
  const shapes = new Map<string, SimulatedOutput>();
  const tasks = new Map([...walkPlannedTasks(plan)].toReversed().map(([, task]) => [task.id, task]));
  /** The shape at a path into the output of a task; of a group, whose output names its parts, into that of a part. */
  const findShape = (id: string, names: readonly string[]): SimulatedOutput | undefined => {
    const task = tasks.get(id);
    const [part, ...rest] = names;
    if (task?.type === 'group' && part !== undefined) return findShape(part, rest);
    if (task?.type !== 'script') return undefined;
    const found = shapes.get(id) ?? new SimulatedOutput();
    shapes.set(id, found);
    return getShapeAt(found, names);
  };
  for (const [before, id = '', output, path = '', call, operator, compared] of findMatches([
    plan.tasks,
    plan.library,
  ])) {
    const isItems = before?.startsWith('items') === true;
    // A name alone, as in `{{fetch}}`, is the whole text.
    if (output === undefined && !isItems) continue;
    const names = path.match(/[A-Za-z_]\w*|\d+(?=\])/g) ?? [];
    const called = call === undefined ? undefined : names.pop();
    const shape = findShape(id, names);
    if (shape === undefined) continue;
    const isSized = before?.startsWith('size') === true || called === 'size';
    if (isItems || before?.startsWith('in')) shape.items();
    else if (isSized)
      shape.items(operator === undefined ? 0 : Number(createMeetingValue(operator, compared ?? '')) || 0);
    else if (called !== undefined && ofLists.has(called)) shape.items();
    else if (called === undefined && operator !== undefined) shape.plain(createMeetingValue(operator, compared ?? ''));
    else if (before === '!') shape.plain(false);
  }
  for (const [, task] of walkPlannedTasks(plan)) {
    const items = 'items' in task ? task.items : undefined;
    if (typeof items !== 'object' || items === null || !('from' in items) || typeof items.from !== 'string') continue;
    const [id = '', ...names] = items.from
      .replace(/^tasks\./, '')
      .replace('.output', '')
      .split('.');
    const parts = [
      task.type === 'map' || task.type === 'reduce' ? task.innerTask : undefined,
      'reductionTask' in task && task.reductionTask,
    ];
    const each = findShape(id, names)?.items();
    if (each === undefined) continue;
    for (const [, path = ''] of encodeJson(parts).matchAll(/\bitem((?:\.[A-Za-z_]\w*)+)(?!\s*\()/g)) {
      getShapeAt(each, path.slice(1).split('.'));
    }
  }
  return shapes;
}

function findMatches(value: unknown) {
  return [...encodeJson(value).matchAll(reference)].map(([, ...groups]) => groups);
}

/** The shape at a path of fields and positions. */
function getShapeAt(shape: SimulatedOutput, names: readonly string[]): SimulatedOutput {
  let found = shape;
  for (const name of names) found = /^\d/.test(name) ? found.items(Number(name) + 1) : found.field(name);
  return found;
}

/** A value of the kind of a literal that meets a comparison with it. */
function createMeetingValue(operator: string, written: string): Json {
  const text = written.replace(/^\\?["']|\\?["']$/g, '');
  if (text !== written) return operator === '!=' ? `not ${text}` : text;
  if (written === 'true' || written === 'false') return (written === 'true') === (operator !== '!=');
  const number = Number(written);
  if (operator === '>' || operator === '!=') return number + 1;
  return operator === '<' ? number - 1 : number;
}
