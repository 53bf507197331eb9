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
  for (const use of findUses([plan.tasks, plan.library])) {
    // A name alone, as in `{{fetch}}`, is the whole text.
    if (!use.isOfOutput && !use.isItems) continue;
    const shape = findShape(use.id, use.names);
    if (shape !== undefined) noteUse(shape, use);
  }
  for (const [, task] of walkPlannedTasks(plan)) {
    const [id = '', ...names] = listSourceNames(task);
    const each = findShape(id, names)?.items();
    if (each !== undefined) readItemUses(each, listParts(task));
  }
  return shapes;
}

/** The names of what a task goes over: `["fetch", "features"]`; none if that is no value of another task. */
function listSourceNames(task: object): readonly string[] {
  const items = 'items' in task ? task.items : undefined;
  if (typeof items !== 'object' || items === null || !('from' in items) || typeof items.from !== 'string') return [];
  return items.from
    .replace(/^tasks\./, '')
    .replace('.output', '')
    .split('.');
}

const listParts = (task: object): readonly unknown[] => [
  'innerTask' in task && task.innerTask,
  'reductionTask' in task && task.reductionTask,
];

/** Notes what the parts of a map or reduce read of its items, and those of maps over what is in an item. */
function readItemUses(each: SimulatedOutput, parts: readonly unknown[]): void {
  const nested: object[] = [];
  const withoutNested = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutNested);
    if (typeof value !== 'object' || value === null) return value;
    const isOverItems = 'items' in value && 'innerTask' in value;
    if (isOverItems) nested.push(value);
    const own = Object.entries(value).filter(([key]) => !isOverItems || !/^(inner|reduction)Task$/.test(key));
    return Object.fromEntries(own.map(([key, held]) => [key, withoutNested(held)]));
  };
  for (const use of findUses(withoutNested(parts))) {
    // In a prompt, “in item” may be words.
    if (use.id !== 'item' || (use.isIn && use.names.length === 0)) continue;
    noteUse(getShapeAt(each, use.isOfOutput ? ['output', ...use.names] : use.names), use);
  }
  for (const task of nested) {
    const [id, ...names] = listSourceNames(task);
    if (id === 'item') readItemUses(getShapeAt(each, names).items(), listParts(task));
  }
}

/** A place that reads a value. */
interface Use {
  readonly id: string;
  /** Whether it is `ID.output`. */
  readonly isOfOutput: boolean;
  /** The fields and positions that it reads within. */
  readonly names: readonly string[];
  /** Whether it goes over the value, or looks for something in it. */
  readonly isItems: boolean;
  readonly isIn: boolean;
  readonly isSize: boolean;
  readonly isNegated: boolean;
  /** The function that is called on it. */
  readonly called: string | undefined;
  readonly operator: string | undefined;
  readonly compared: string;
}

function findUses(value: unknown): readonly Use[] {
  return [...encodeJson(value).matchAll(reference)].map(
    ([, before = '', id = '', output, path = '', call, operator, compared = '']) => {
      const names = path.match(/[A-Za-z_]\w*|\d+(?=\])/g) ?? [];
      const called = call === undefined ? undefined : names.pop();
      return {
        id,
        isOfOutput: output !== undefined,
        names,
        isItems: before.startsWith('items'),
        isIn: before.startsWith('in'),
        isSize: before.startsWith('size') || called === 'size',
        isNegated: before === '!',
        called,
        operator,
        compared,
      };
    },
  );
}

function noteUse(shape: SimulatedOutput, { called, operator, compared, ...use }: Use): void {
  if (use.isItems || use.isIn) shape.items();
  else if (use.isSize) shape.items(operator === undefined ? 0 : Number(createMeetingValue(operator, compared)) || 0);
  else if (called !== undefined && ofLists.has(called)) shape.items();
  else if (called === undefined && operator !== undefined) shape.plain(createMeetingValue(operator, compared));
  else if (use.isNegated) shape.plain(false);
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
