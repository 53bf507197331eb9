import { useRef, useState } from 'react';
import { useDocument, useView } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
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
  /** Makes an edit of something else that belongs to the last one of the field: they are one step of the history. */
  join(command: EditCommand): Promise<string | undefined>;
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
  const isFresh = useView(({ canvas }) => canvas.fresh !== undefined && canvas.fresh === subject.taskPath);
  const found = useDocument(({ document, diagnostics }) => findProblemAt(diagnostics, subject.root(document), path));
  // What nobody has written yet is no mistake while its task was just added.
  const problem = isFresh && (value === undefined || value === '') ? undefined : found;
  const name = path.join('.');
  const buildMark = () => `field:${subject.taskPath ?? ''}:${name}:${session.current}`;
  return {
    name,
    value,
    isMixed,
    problem,
    refused,
    async set(next) {
      const reason = await dispatch(
        several?.set(path, next) ??
          ((document) => subject.patch(patchAt(subject.read(document) ?? {}, path, next))(document)),
        subject.label,
        buildMark(),
      );
      setRefused(reason);
      return reason === undefined;
    },
    join: (command) => dispatch(command, subject.label, buildMark()),
    begin() {
      session.current = createMark();
    },
  };
}
