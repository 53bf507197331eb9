import { useDeferredValue, useMemo } from 'react';
import type { SeenName } from '@/run/filled-text';
import { findInstanceAt } from '@/run/projections/instance-at';
import { getTaskResult, type RunState } from '@/run/run-state';
import { describeResult } from '@/run/value-start';
import { useDocument, useStores } from '@/state/context';
import { getRunPath } from '@/state/run-path';
import { buildOutputShape, buildResultShape } from '@/workflow/graph/result-shape';
import type { ValueShape } from '@/workflow/graph/value-shape';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import type { KnownValues } from '../../writing/name-offers';
import { useNamedValues, useTextPlace } from '../../writing/use-named-values';
import { useSubject } from '../fields/subject';
import { listNamesToConnect, type ScopeName } from './names-in-scope';
import { useScopeNames } from './use-scope-names';

/** Fields whose expressions are about the result of their own task. */
const aboutResult = /^(validate|returns|loop)(\.|$)/;

/** Whether the expression of a field is about the result of its own task. */
export const isAboutResult = (field: string): boolean => aboutResult.test(field);

/** A name that a text can use, or could if its task were connected. */
interface OfferedNames {
  readonly names: readonly ScopeName[];
  readonly known: KnownValues;
  /** Whether the values have been read. */
  readonly isReady: boolean;
}

/** The names that an expression has for the result that it is about, besides those in scope. */
const resultNames: readonly ScopeName[] = ['output', 'content', 'status'].map((name) => ({
  name,
  kind: 'binding',
  detail: 'Of the result of this task',
}));

/**
 * What a text of the subject can name, once that is wanted: the names in scope, then the tasks that would have to be
 * connected. With the values of the shown run, and what schemas tell of those that have none. What a task gave that did
 * not run before in that run is read of the run on the page.
 */
export function useOfferedNames(field: string, language: string, isWanted: boolean): OfferedNames {
  const { taskPath } = useSubject();
  const { document: documents, run, view } = useStores();
  const scope = useScopeNames();
  // What is typed is on the screen before the other tasks are gone through.
  const document = useDeferredValue(useDocument((state) => (isWanted ? state.document : undefined)));
  const { value, isOld } = useNamedValues(useTextPlace(taskPath, isWanted), isWanted);
  const names = useMemo(() => {
    const own = language === 'expression' && isAboutResult(field) ? resultNames : [];
    const others = document === undefined || taskPath === undefined ? [] : listNamesToConnect(document, taskPath);
    return [...own, ...scope, ...others];
  }, [language, field, scope, document, taskPath]);
  const known = useMemo(() => {
    const values = new Map((value ?? []).map((one) => [one.name, one]));
    const own = isWanted && taskPath !== undefined ? findResult(taskPath) : undefined;
    for (const { name, taskPath: path } of isWanted ? names : []) {
      const seen = path === undefined || values.has(name) ? undefined : findResult(path);
      if (seen !== undefined) values.set(name, { ...seen, name });
      else if (own !== undefined && isResultName(name)) addOwn(values, name, own);
    }
    return { values, shapeOf: findShape };

    function findResult(path: TaskPath): SeenName | undefined {
      return describeRun(run.getState().run, getRunPath(view.getState(), path));
    }
    function findShape({ name, taskPath: path }: ScopeName): ValueShape | undefined {
      const at = path ?? (name === 'output' ? taskPath : undefined);
      const task = at === undefined ? undefined : locateTask(documents.getState().document, at)?.task;
      return task && (path === undefined ? buildOutputShape(task) : buildResultShape(task));
    }
  }, [value, names, isWanted, taskPath, documents, run, view]);
  return { names, known, isReady: !isOld };
}

const isResultName = (name: string): boolean => resultNames.some((one) => one.name === name);

function describeRun(run: RunState, path: TaskPath): SeenName | undefined {
  const instance = findInstanceAt(run, path, undefined);
  const result = instance && getTaskResult(instance);
  return result && describeResult(path, result);
}

/** What the task's own result was: `output` with what is in it. */
function addOwn(values: Map<string, SeenName>, name: string, own: SeenName): void {
  const [output] = own.members;
  if (name === 'content') values.set(name, { ...own, name, kind: 'given', members: [] });
  if (name !== 'output' || output === undefined) return;
  const members = own.members.slice(1).map((one) => ({ ...one, path: one.path.slice('.output'.length) }));
  const { path: _path, ...value } = output;
  values.set(name, { ...value, name, kind: 'given', members });
}
