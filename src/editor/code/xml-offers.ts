import { defined } from '@/base/defined';
import { findMembersShape, getXmlForm, type XmlForm } from '@/formats/element-names';
import { documentShape, getTaskShape, type ObjectShape, type Shape, type ShapeField } from '@/formats/schema-shape';
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
export function listElementOffers(open: readonly OpenElement[]): XmlOffer[] {
  const context = computeContext(open);
  if (context.kind === 'members') return [{ name: context.element }];
  if (context.kind === 'text') return [];
  return [...context.fields].flatMap(([key, field]) => {
    const form = getForm(key, field.shape);
    if (form.kind === 'attribute') return [];
    return [createOffer(form.kind === 'members' && form.isBare ? form.element : key, field)];
  });
}

/** Attributes that an element of this name can have at this position. */
export function listAttributeOffers(open: readonly OpenElement[], element: OpenElement): XmlOffer[] {
  const outer = computeContext(open);
  const context = stepInto(outer, element);
  const key = outer.kind === 'members' && outer.member.kind !== 'task' ? [{ name: outer.key }] : [];
  const own =
    context.kind === 'fields'
      ? [...context.fields].flatMap(([name, field]) =>
          getForm(name, field.shape).kind === 'attribute' ? [createOffer(name, field)] : [],
        )
      : [{ name: 'format', description: 'json: the text is JSON.' }];
  return [...key, ...own].filter(({ name }) => !Object.hasOwn(element.attributes, name));
}

/** Values of an attribute, or of the text of the innermost open element, if there are only a few. */
export function listValueOffers(open: readonly OpenElement[], element?: OpenElement, attribute?: string): XmlOffer[] {
  const context = element ? stepInto(computeContext(open), element) : computeContext(open);
  if (attribute === undefined) return context.kind === 'text' ? context.values.map((name) => ({ name })) : [];
  if (attribute === 'format') return [{ name: 'json' }];
  if (attribute === 'type' && isTask(computeContext(open), element)) return taskTypes.map((name) => ({ name }));
  const shape = context.kind === 'fields' ? context.fields.get(attribute)?.shape : undefined;
  return shape?.kind === 'choice' ? shape.values.map((name) => ({ name })) : [];
}

const createOffer = (name: string, { description }: ShapeField): XmlOffer => ({
  name,
  ...defined({ description }),
});

const getForm = (key: string, shape: Shape): XmlForm => getXmlForm(key, shape);

function computeContext(open: readonly OpenElement[]): Context {
  return open.reduce<Context>(stepInto, { kind: 'fields', fields: roots });
}

const isTask = (outer: Context, element: OpenElement | undefined): boolean =>
  outer.kind === 'members'
    ? outer.member.kind === 'task'
    : outer.kind === 'fields' && element !== undefined && outer.fields.get(element.name)?.shape.kind === 'task';

function stepInto(context: Context, element: OpenElement): Context {
  if (context.kind === 'members') {
    return element.name === context.element || context.member.kind === 'task'
      ? enterShape(context.member, element)
      : nothing;
  }
  if (context.kind === 'text') return nothing;
  for (const [key, { shape }] of context.fields) {
    const form = getForm(key, shape);
    if (form.kind === 'members' && form.isBare && form.element === element.name)
      return enterShape(getMemberShape(shape), element);
    if (key !== element.name || form.kind === 'attribute' || form.kind === 'json') continue;
    if (form.kind === 'members') {
      return { kind: 'members', element: form.element, member: getMemberShape(shape), key: form.key };
    }
    return enterShape(shape.kind === 'list' ? shape.item : shape, element);
  }
  return nothing;
}

function getMemberShape(shape: Shape): Shape {
  const held = findMembersShape(shape);
  return held?.kind === 'record' ? held.value : (held?.item ?? { kind: 'any' });
}

/** What is allowed within an element of this shape. */
function enterShape(shape: Shape, element: OpenElement): Context {
  switch (shape.kind) {
    case 'task':
      return { kind: 'fields', fields: listTaskFields(element) };
    case 'object':
      return { kind: 'fields', fields: shape.fields };
    case 'union':
      return enterUnion(shape.options, element);
    case 'list':
      return enterShape(shape.item, element);
    case 'boolean':
      return { kind: 'text', values: ['true', 'false'] };
    case 'choice':
      return { kind: 'text', values: shape.values };
    default:
      return nothing;
  }
}

function enterUnion(options: readonly Shape[], element: OpenElement): Context {
  const objects = options.filter((option): option is ObjectShape => option.kind === 'object');
  if (objects.length > 0) return { kind: 'fields', fields: new Map(objects.flatMap(({ fields }) => [...fields])) };
  const texts = options.map((option) => enterShape(option, element));
  return { kind: 'text', values: texts.flatMap((option) => (option.kind === 'text' ? option.values : [])) };
}

/**
 * The fields of a task: of the type in its tag, or of all types if the tag has none. A task is allowed within it too.
 */
function listTaskFields({ name, attributes }: OpenElement): ReadonlyMap<string, ShapeField> {
  const types = taskTypes.filter((type) => type === attributes['type']);
  const fields = new Map((types.length > 0 ? types : taskTypes).flatMap((type) => [...getTaskShape(type).fields]));
  const task = roots.get('task');
  return name === 'task' || !task ? fields : fields.set('task', task);
}
