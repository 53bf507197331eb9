import type { JsonObject } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import type { Definition, DocumentSettings } from '../document';
import { keptScope, mapAgent, mapLiteral, mapTool, type TextVisitor } from '../expressions/task-texts';
import { findLack } from '../expressions/variables';
import type { Scope } from '../graph/scope';
import type { Siblings } from '../graph/siblings';
import { createGlobalScope, createLoneTaskScope } from '../graph/task-scopes';
import { readOrigin } from '../library/origin';
import { replaceAt } from '../replace-at';
import { checkParameters, checkReturns } from './check-calls';
import { validateExpression } from './check-expression';
import { checkContext } from './check-fields';
import { checkInputs } from './check-inputs';
import { checkLimits, checkRetention, createVoidReporter } from './check-limits';
import { checkFallbacks, checkProvider } from './check-models';
import { isWithoutKeep, keepMeaning, reportMissing } from './check-parts';
import { checkStorageFolder } from './check-paths';
import { checkTests } from './check-tests';
import { createCheckingVisitor } from './check-texts';
import { checkAgentTools, checkTool } from './check-tools';
import { reportCircle } from './check-variables';
import { Checking } from './checking';
import { reportSchemaProblem } from './report-schema-problem';
import { verifyFixes } from './verify-fixes';

/** Checks everything in a document except its tasks. */
export function checkSettings(checking: Checking, siblings: Siblings): void {
  const first = checking.diagnostics.length;
  findProblems(checking, siblings);
  verifyFixes(checking, first, ({ path, text }) => {
    if (path[0] === 'tasks' || path[0] === 'library') return 'elsewhere';
    const patch = replaceAt(checking.document, path, text);
    if (patch === undefined) return undefined;
    const scratch = new Checking({ ...checking.document, ...patch }, checking.known, 0);
    findProblems(scratch, siblings);
    return scratch.diagnostics;
  });
}

function findProblems(checking: Checking, siblings: Siblings): void {
  const { document } = checking;
  const scope = createGlobalScope(document);
  // Texts outside of tasks see the variables of the workflow.
  const visitor = createCheckingVisitor(checking, createLoneTaskScope({ type: 'atomic' }));
  checkInputs(checking);
  checkWorkflowVariables(checking, scope, visitor);
  for (const [name, tool] of Object.entries(document.tools ?? {})) {
    checkTool(checking, tool, ['tools', name]);
    mapTool(tool, scope, visitor, ['tools', name]);
  }
  for (const [name, agent] of Object.entries(document.agents ?? {})) {
    checkAgentTools(checking, agent, ['agents', name]);
  }
  const { limits, context, compaction } = document;
  checkPreserve(checking, compaction);
  checkFallbacks(checking, document.fallbackModels, []);
  checkLimits(checking, limits, context, []);
  checkStorageFolder(checking, limits, []);
  checkCleanup(checking, limits?.cleanupStrategy, ['limits', 'cleanup_strategy']);
  checkContext(checking, context, { beside: { siblings, member: undefined } }, ['context']);
  if (compaction?.agent !== undefined) {
    const path = ['compaction', 'agent'];
    const { model, outputSchema } = compaction.agent;
    mapAgent<Pick<typeof compaction.agent, 'system'>>(compaction.agent, scope, visitor, path);
    if (model !== undefined) checkProvider(checking, model, [...path, 'model']);
    reportSchemaProblem(checking, outputSchema, [...path, 'output_schema']);
  }
  checkRetention(checking, document.retention);
  checkHooks(checking);
  checkTests(checking);
  for (const path of Object.keys(document.memory?.index ?? {})) {
    if (/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path)) continue;
    checking.report('HED317', ['memory', 'index', path], `“${path}” is not an absolute path. Begin it with a slash.`);
  }
}

/** Checks the variables of the workflow, which can name each other. */
function checkWorkflowVariables(checking: Checking, scope: Scope, visitor: TextVisitor): void {
  const { inputs, variables: written = {} } = checking.document;
  const variables = written as JsonObject;
  if (reportCircle(checking, variables, inputs === undefined ? undefined : { inputs }, ['variables'])) return;
  const before = checking.diagnostics.length;
  for (const [name, value] of Object.entries(variables)) mapLiteral(value, scope, visitor, ['variables', name]);
  if (checking.diagnostics.length > before) return;
  const missing = findLack(variables, inputs);
  if (missing === undefined) return;
  const message = `“${missing.path}” does not exist: there is no such value in that variable.`;
  checking.report('HED305', ['variables', missing.name], message);
}

/** Reports a `preserve` that leaves something out where the template keeps all of it in any case. */
function checkPreserve(checking: Checking, compaction: DocumentSettings['compaction']): void {
  const { strategy = 'moderate', preserve, agent } = compaction ?? {};
  if (preserve === undefined || agent !== undefined || strategy !== 'moderate') return;
  if (new Set(preserve).size === 3) return;
  const message =
    'The strategy moderate keeps outputs, decisions and errors in any case, so preserve has no effect. Use aggressive to keep less.';
  checking.report('HED525', ['compaction', 'preserve'], message);
}

/** Checks a definition of the library, except for its task. */
export function checkDefinition(checking: Checking, name: string, definition: Definition): void {
  const path = ['library', name];
  if (definition.task === undefined) reportMissing(checking, path, `“${name}”`, ['task', 'what a call runs']);
  checkParameters(checking, definition.parameters ?? [], [...path, 'parameters']);
  checkReturns(checking, definition.returns, [...path, 'returns']);
  if (definition.origin !== undefined && readOrigin(definition.origin) === undefined) {
    const message = `“${definition.origin}” is not a name and a version, such as ${name}@1.`;
    checking.report('HED203', [...path, 'origin'], message);
  }
}

function checkHooks(checking: Checking): void {
  for (const [index, { checkpointAndPrune }] of (checking.document.hooks?.postTask ?? []).entries()) {
    if (checkpointAndPrune === undefined) continue;
    const path = ['hooks', 'post_task', index, 'checkpoint_and_prune'];
    const { strategy, keep } = checkpointAndPrune;
    if (keep !== undefined) validateExpression(checking, undefined, keep, keptScope, [...path, 'keep']);
    if (strategy === 'custom' && keep === undefined) reportMissing(checking, path, 'This', ['keep', keepMeaning]);
    if (strategy !== 'custom') createVoidReporter(checking, path)(keep, ['keep'], 'only the strategy custom uses it');
  }
}

type Cleanup = NonNullable<NonNullable<Checking['document']['limits']>['cleanupStrategy']>;

function checkCleanup(checking: Checking, cleanup: Cleanup | undefined, path: DocumentPath): void {
  if (cleanup === undefined) return;
  if (isWithoutKeep(cleanup)) reportMissing(checking, path, 'This', ['keep', keepMeaning]);
  const keep = typeof cleanup === 'string' ? undefined : cleanup.keep;
  if (keep !== undefined) validateExpression(checking, undefined, keep, keptScope, [...path, 'keep']);
}
