import type { DocumentPath } from '../diagnostic';
import { parseReferenceSteps, type ReferenceStep } from '../expressions/reference';
import { formatAccessor, listExpressionPaths } from '../expressions/scan-expression';
import { parseTemplate } from '../expressions/template';
import { buildOutputShape } from '../graph/result-shape';
import { type Found, findReference, findTask, listLevels, type Scope } from '../graph/scope';
import { anyShape, findMisfit, type Misfit, readSchemaShape, type ValueShape } from '../graph/value-shape';
import type { TaskId } from '../names';
import { type Checking, formatGuess } from './checking';

/** A path into a result as a text has it, and how it is written there. */
interface ResultPath {
  /** As it is told: `a` in templates, `tasks.a` in expressions. */
  readonly root: string;
  readonly steps: readonly ReferenceStep[];
  /** What is looked for is a step of this result. */
  readonly misfit: (steps: readonly string[]) => Misfit | undefined;
  /** How a step is written. */
  readonly write: (name: string) => string;
  /** The text with something else in the place of one step. */
  readonly withStep: (step: ReferenceStep, written: string) => string;
}

/**
 * Checks whether the fields of results that a template names can exist, by the schema or the type of the task, besides
 * references of which something else is wrong.
 */
export function checkResultsInTemplate(
  checking: Checking,
  text: string,
  scope: Scope,
  path: DocumentPath,
  besides: ReadonlySet<string>,
): void {
  const parts = parseTemplate(text);
  if (!parts.ok) return;
  const told = new Set(besides);
  for (const part of parts.value) {
    if (part.kind !== 'reference' || told.has(part.path)) continue;
    told.add(part.path);
    checkResultsInReference(checking, part.path, scope, path, (changed) => replaceReference(text, part.path, changed));
  }
}

/** A template with each of the references to a path changed. */
export function replaceReference(text: string, path: string, changed: string): string {
  const parsed = parseTemplate(text);
  const parts = parsed.ok ? parsed.value : [];
  const pieces: string[] = [];
  let from = 0;
  for (const part of parts) {
    if (part.kind !== 'reference' || part.path !== path) continue;
    pieces.push(text.slice(from, part.from), changed);
    from = part.to;
  }
  return [...pieces, text.slice(from)].join('');
}

/** Checks a reference such as `a.output.title`. `withReference`: the text with another reference in its place. */
export function checkResultsInReference(
  checking: Checking,
  reference: string,
  scope: Scope,
  path: DocumentPath,
  withReference: (reference: string) => string = (changed) => changed,
): void {
  const found = findReference(scope, reference);
  const misfit = found && createMisfitFinder(checking, found);
  if (found === undefined || misfit === undefined) return;
  const { name } = found;
  const rest = reference.slice(name.length);
  reportMisfit(checking, path, {
    root: name,
    steps: parseReferenceSteps(rest),
    misfit,
    write: (step) => (isPlainStep(step) ? `.${step}` : `["${step}"]`),
    withStep: ({ from, to }, written) => withReference(`${name}${rest.slice(0, from)}${written}${rest.slice(to)}`),
  });
}

/** How to look for a path in what a name means; undefined: nothing is known of it. */
function createMisfitFinder(checking: Checking, { name, meaning }: Found): ResultPath['misfit'] | undefined {
  if (meaning.kind === 'task') {
    return (steps) => meaning.beside.siblings.misfit(name as TaskId, steps, createReturnShapes(checking));
  }
  const shape = meaning.kind === 'value' ? meaning.shape : undefined;
  return shape && ((steps) => findMisfit(shape, steps, createReturnShapes(checking)));
}

const valueRoots: ReadonlySet<string> = new Set(['inputs', 'variables']);
const stateRoot: ReadonlySet<string> = new Set(['state']);
const tasksRoot: ReadonlySet<string> = new Set(['tasks']);
const ownRoots: ReadonlySet<string> = new Set(['output', 'content']);

/** Checks the paths of an expression into results: `tasks.a.output.title`, and where there is one its own `output`. */
export function checkResultsInExpression(checking: Checking, source: string, scope: Scope, path: DocumentPath): void {
  const ofTasks = listExpressionPaths(source, tasksRoot).flatMap(({ root, steps: [id, ...steps], isGuarded }) =>
    id === undefined ? [] : [{ root: `${root}${formatAccessor(id.name)}`, id: id.name, steps, isGuarded }],
  );
  const ofResult = listLevels(scope).find(({ bindings }) => bindings?.includes('output'))?.result;
  const own = ofResult === undefined ? [] : listExpressionPaths(source, ownRoots);
  const written = {
    write: formatAccessor,
    withStep: ({ from, to }: ReferenceStep, step: string) => `${source.slice(0, from)}${step}${source.slice(to)}`,
  };

  const state = listLevels(scope).find(({ bindings }) => bindings?.includes('state'))?.state;
  for (const one of state === undefined ? [] : removeGuarded(listExpressionPaths(source, stateRoot))) {
    reportMisfit(checking, path, {
      ...one,
      ...written,
      misfit: (steps) => findMisfit(state ?? anyShape, steps, createReturnShapes(checking)),
    });
  }
  const ofValues = listExpressionPaths(source, valueRoots).flatMap(({ root, steps: [of, ...steps], isGuarded }) => {
    const shape = of && findValueShape(scope, root as 'inputs' | 'variables', of.name);
    return shape === undefined || of === undefined
      ? []
      : [{ root: `${root}${formatAccessor(of.name)}`, steps, isGuarded, shape }];
  });
  for (const { shape, ...one } of removeGuarded(ofValues)) {
    reportMisfit(checking, path, {
      ...one,
      ...written,
      misfit: (steps) => findMisfit(shape, steps, createReturnShapes(checking)),
    });
  }
  for (const { id, ...one } of removeGuarded(ofTasks)) {
    const siblings = findTask(scope, id)?.siblings;
    if (siblings === undefined) continue;
    reportMisfit(checking, path, {
      ...one,
      ...written,
      misfit: (steps) => siblings.misfit(id as TaskId, steps, createReturnShapes(checking)),
    });
  }
  for (const { root, steps } of removeGuarded(own)) {
    if (ofResult === undefined) return;
    const misfit = (names: readonly string[]) => {
      if ('siblings' in ofResult)
        return findEarlierMisfit(ofResult.siblings.misfit(ofResult.id, [root, ...names], createReturnShapes(checking)));
      return root === 'output'
        ? findMisfit(buildOutputShape(ofResult), names, createReturnShapes(checking))
        : undefined;
    };
    reportMisfit(checking, path, { root, steps, ...written, misfit });
  }
}

/** What is known of an input or a variable; undefined: nothing, or there is none. */
export function findValueShape(scope: Scope, root: 'inputs' | 'variables', name: string): ValueShape | undefined {
  const level = listLevels(scope).find((one) => Object.hasOwn(one[root] ?? {}, name));
  return level?.shapes !== undefined && Object.hasOwn(level.shapes, name) ? level.shapes[name] : undefined;
}

/** The misfit of a path that the name of a field begins. */
const findEarlierMisfit = (misfit: Misfit | undefined): Misfit | undefined =>
  misfit && { ...misfit, at: misfit.at - 1 };

interface PathRead {
  readonly root: string;
  readonly steps: readonly ReferenceStep[];
  readonly isGuarded: boolean;
}

/** Without what the expression itself tests with `has`, there and elsewhere. Each path once. */
function removeGuarded<T extends PathRead>(paths: readonly T[]): readonly T[] {
  const key = ({ root, steps }: PathRead) => [root, ...steps.map(({ name }) => name)].join('\n');
  const guarded = paths.filter(({ isGuarded }) => isGuarded).map(key);
  const free = paths
    .map((path) => (path.isGuarded ? { ...path, steps: path.steps.slice(0, -1) } : path))
    .filter((path) => !guarded.some((one) => `${key(path)}\n`.startsWith(`${one}\n`)));
  return [...new Map(free.map((path) => [key(path), path])).values()];
}

/** The shape of what a definition returns, by `returns`, else by its task. */
export function createReturnShapes({ document: { library = {} } }: Checking): (ref: string) => ValueShape {
  return (ref) => {
    const definition = Object.hasOwn(library, ref) ? library[ref] : undefined;
    if (definition?.returns !== undefined) return readSchemaShape(definition.returns);
    return definition?.task === undefined ? anyShape : buildOutputShape(definition.task);
  };
}

function reportMisfit(
  checking: Checking,
  path: DocumentPath,
  { root, steps, misfit, write, withStep }: ResultPath,
): void {
  const names = steps.map(({ name }) => name);
  const found = misfit(names);
  const step = found && steps[found.at];
  if (found === undefined || step === undefined) return;

  const formatPlace = (name: string) => (/^\d+$/.test(name) ? `[${name}]` : write(name));
  const where = `${root}${names.slice(0, found.at).map(formatPlace).join('')}`;
  const instead = guessPath(checking, found, names, misfit)?.map(formatPlace).join('');
  const meant = instead && `${where}${instead}`;
  const code = found.within === 'loose' ? 'HED518' : 'HED320';
  const fix =
    instead && ({ kind: 'replace', title: `Change to ${meant}`, path, text: withStep(step, instead) } as const);
  checking.report(code, path, `${reasons[found.within](where, step.name)}${formatGuess(meant)}`, fix || undefined);
}

/** What was meant in the place of the step: a field of a like name, a field of the output, or the first item. */
function guessPath(
  checking: Checking,
  { at, within, fields }: Misfit,
  names: readonly string[],
  misfit: ResultPath['misfit'],
): readonly string[] | undefined {
  const name = names[at] ?? '';
  if (within === 'list') return ['0', name];
  const like = checking.guess(name, () => fields);
  if (like !== undefined) return [like];
  const isOfOutput = at === 0 && fields.includes('output') && misfit(['output', ...names]) === undefined;
  return isOfOutput ? ['output', name] : undefined;
}

const reasons: { readonly [K in Misfit['within']]: (where: string, name: string) => string } = {
  object: (where, name) => `“${where}” has no field “${name}”.`,
  loose: (where, name) => `The schema of “${where}” does not name a field “${name}”, so it may be missing in the run.`,
  list: (where, name) => `“${where}” is a list, so “${name}” is not a field of it.`,
  plain: (where, name) => `“${where}” is a single value, so there is no “${name}” in it.`,
};

const isPlainStep = (name: string): boolean => /^[A-Za-z0-9_-]+$/.test(name);
