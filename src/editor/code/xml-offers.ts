import { type XmlForm, xmlForm } from '@/formats/element-names';
import { documentShape, type ObjectShape, type Shape, type ShapeField, taskShape } from '@/formats/schema-shape';
import { taskTypes } from '@/workflow/tasks';
import type { OpenElement } from './xml-place';

/** A suggested name, and its description. */
export interface XmlOffer {
  readonly name: string;
  readonly description?: string;
}

/** What the children of an element are: fields, or the members of a map or a list. */
type Context =
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, ShapeField> }
  | { readonly kind: 'members'; readonly element: string; readonly member: Shape; readonly key: string }
  | { readonly kind: 'text'; readonly values: readonly string[] };

const nothing: Context = { kind: 'text', values: [] };
/** The root of a file: a workflow, or a single task. */
const roots = new Map<string, ShapeField>([
  ['workflow', { name: 'workflow', shape: documentShape, isRequired: false, description: 'A workflow.' }],
  ['task', { name: 'task', shape: { kind: 'task' }, isRequired: false, description: 'A single task.' }],
]);

/** Elements that are allowed in the innermost of these open elements. */
export function elementOffers(open: readonly OpenElement[]): XmlOffer[] {
  const context = contextOf(open);
  if (context.kind === 'members') return [{ name: context.element }];
  if (context.kind === 'text') return [];
  return [...context.fields].flatMap(([key, field]) => {
    const form = formOf(key, field.shape);
    if (form.kind === 'attribute') return [];
    return [offer(form.kind === 'members' && form.isBare ? form.element : key, field)];
  });
}

/** Attributes that an element of this name can have at this position. */
export function attributeOffers(open: readonly OpenElement[], element: OpenElement): XmlOffer[] {
  const outer = contextOf(open);
  const context = stepInto(outer, element);
  const key = outer.kind === 'members' && outer.member.kind !== 'task' ? [{ name: outer.key }] : [];
  const own =
    context.kind === 'fields'
      ? [...context.fields].flatMap(([name, field]) =>
          formOf(name, field.shape).kind === 'attribute' ? [offer(name, field)] : [],
        )
      : [{ name: 'format', description: 'json: the text is JSON.' }];
  return [...key, ...own].filter(({ name }) => !Object.hasOwn(element.attributes, name));
}

/** Values of an attribute, or of the text of the innermost open element, if there are only a few. */
export function valueOffers(open: readonly OpenElement[], element?: OpenElement, attribute?: string): XmlOffer[] {
  const context = element ? stepInto(contextOf(open), element) : contextOf(open);
  if (attribute === undefined) return context.kind === 'text' ? context.values.map((name) => ({ name })) : [];
  if (attribute === 'format') return [{ name: 'json' }];
  if (attribute === 'type' && isTask(contextOf(open), element)) return taskTypes.map((name) => ({ name }));
  const shape = context.kind === 'fields' ? context.fields.get(attribute)?.shape : undefined;
  return shape?.kind === 'choice' ? shape.values.map((name) => ({ name })) : [];
}

const offer = (name: string, { description }: ShapeField): XmlOffer => ({
  name,
  ...(description === undefined ? {} : { description }),
});

const formOf = (key: string, shape: Shape): XmlForm => xmlForm(key, shape);

function contextOf(open: readonly OpenElement[]): Context {
  return open.reduce<Context>(stepInto, { kind: 'fields', fields: roots });
}

const isTask = (outer: Context, element: OpenElement | undefined): boolean =>
  outer.kind === 'members'
    ? outer.member.kind === 'task'
    : outer.kind === 'fields' && element !== undefined && outer.fields.get(element.name)?.shape.kind === 'task';

function stepInto(context: Context, element: OpenElement): Context {
  if (context.kind === 'members') {
    return element.name === context.element || context.member.kind === 'task'
      ? within(context.member, element)
      : nothing;
  }
  if (context.kind === 'text') return nothing;
  for (const [key, { shape }] of context.fields) {
    const form = formOf(key, shape);
    if (form.kind === 'members' && form.isBare && form.element === element.name)
      return within(memberOf(shape), element);
    if (key !== element.name || form.kind === 'attribute' || form.kind === 'json') continue;
    if (form.kind === 'members') {
      return { kind: 'members', element: form.element, member: memberOf(shape), key: form.key };
    }
    return within(shape.kind === 'list' ? shape.item : shape, element);
  }
  return nothing;
}

const memberOf = (shape: Shape): Shape =>
  shape.kind === 'record' ? shape.value : shape.kind === 'list' ? shape.item : { kind: 'any' };

/** What is allowed within an element of this shape. */
function within(shape: Shape, element: OpenElement): Context {
  switch (shape.kind) {
    case 'task':
      return { kind: 'fields', fields: taskFields(element) };
    case 'object':
      return { kind: 'fields', fields: shape.fields };
    case 'union':
      return withinUnion(shape.options, element);
    case 'list':
      return within(shape.item, element);
    case 'boolean':
      return { kind: 'text', values: ['true', 'false'] };
    case 'choice':
      return { kind: 'text', values: shape.values };
    default:
      return nothing;
  }
}

function withinUnion(options: readonly Shape[], element: OpenElement): Context {
  const objects = options.filter((option): option is ObjectShape => option.kind === 'object');
  if (objects.length > 0) return { kind: 'fields', fields: new Map(objects.flatMap(({ fields }) => [...fields])) };
  const texts = options.map((option) => within(option, element));
  return { kind: 'text', values: texts.flatMap((option) => (option.kind === 'text' ? option.values : [])) };
}

/**
 * The fields of a task: of the type in its tag, or of all types if the tag has none. A task is allowed within it too.
 */
function taskFields({ name, attributes }: OpenElement): ReadonlyMap<string, ShapeField> {
  const types = taskTypes.filter((type) => type === attributes['type']);
  const fields = new Map((types.length > 0 ? types : taskTypes).flatMap((type) => [...taskShape(type).fields]));
  const task = roots.get('task');
  return name === 'task' || !task ? fields : fields.set('task', task);
}
