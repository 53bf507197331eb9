import { useRef, useState } from 'react';
import { useDocument } from '@/state/context';
import { createMark } from '@/state/edit-history';
import type { Diagnostic } from '@/workflow/diagnostic';
import { type FieldPath, findProblemAt, patchAt, readAt } from './field-path';
import { useDispatch, useSubject } from './subject';

/** A field of the subject: its value, its problem, and a way to set it. */
export interface BoundField {
  /** Its path as one text: the name of its control. */
  readonly name: string;
  readonly value: unknown;
  /** Whether the selected tasks have different values. */
  readonly isMixed: boolean;
  readonly problem: Diagnostic | undefined;
  /** Why the last value was refused. */
  readonly refused: string | undefined;
  /** Sets the value; undefined removes it. Resolves to whether it was accepted. */
  set(value: unknown): Promise<boolean>;
  /** Begins a new step of the edit history. Call it when the field gets the focus. */
  begin(): void;
}

/**
 * Binds a field of the subject by its path. All changes from one focus to the next are one step of the edit history.
 */
export function useField(path: FieldPath): BoundField {
  const subject = useSubject();
  const dispatch = useDispatch();
  const session = useRef('');
  const [refused, setRefused] = useState<string>();
  const { several } = subject;
  const value = useDocument(({ document }) =>
    several ? several.valueAt(document, path) : readAt(subject.read(document), path),
  );
  const isMixed = useDocument(({ document }) => several?.isMixed(document, path) ?? false);
  const problem = useDocument(({ document, diagnostics }) => findProblemAt(diagnostics, subject.root(document), path));
  const name = path.join('.');
  return {
    name,
    value,
    isMixed,
    problem,
    refused,
    async set(next) {
      const mark = `field:${subject.taskPath ?? ''}:${name}:${session.current}`;
      const reason = await dispatch(
        several?.set(path, next) ??
          ((document) => subject.patch(patchAt(subject.read(document) ?? {}, path, next))(document)),
        subject.label,
        mark,
      );
      setRefused(reason);
      return reason === undefined;
    },
    begin() {
      session.current = createMark();
    },
  };
}
