import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import { useSubject } from '../fields/subject';
import { listNamesInScope, type ScopeName } from './names-in-scope';

/** The names that texts of the subject can use; for the settings, the variables. */
export function useScopeNames(): readonly ScopeName[] {
  const { taskPath } = useSubject();
  const document = useDocument((state) => state.document);
  return useMemo(() => listNamesInScope(document, taskPath), [document, taskPath]);
}

/** The nearest name that another task or the container gives, for a new reference; else the nearest of any kind. */
export function useNearestName(): string | undefined {
  const names = useScopeNames();
  const given = names.find(({ kind }) => kind === 'task' || kind === 'binding');
  return (given ?? names[0])?.name;
}
