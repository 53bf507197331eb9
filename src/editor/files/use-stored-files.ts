import { useCallback, useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { useDocument, useRun, useStores } from '@/state/context';
import type { FileEntry } from '@/workflow/file-repository';

/**
 * The files that are stored with the open workflow. They are read again by `reload`, and when a run, which may write
 * files, progresses or ends.
 */
export function useStoredFiles(): {
  /** Undefined: not read yet. */
  readonly entries: readonly FileEntry[] | undefined;
  /** Why they could not be read, for a person. */
  readonly problem: string | undefined;
  readonly reload: () => void;
} {
  const { services } = useStores();
  const workflow = useDocument(({ id }) => id);
  const runStatus = useRun(({ run }) => run.status);
  const [version, setVersion] = useState(0);
  const [entries, setEntries] = useState<readonly FileEntry[]>();
  const [problem, setProblem] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that it is time to read again
  useEffect(() => {
    let current = true;
    services.files.list(workflow).then(
      (list) => {
        if (!current) return;
        setEntries(list);
        setProblem(undefined);
      },
      (error: unknown) => current && setProblem(toFailure(error).message),
    );
    return () => {
      current = false;
    };
  }, [services, workflow, runStatus, version]);
  const reload = useCallback(() => setVersion((number) => number + 1), []);
  return { entries, problem, reload };
}
