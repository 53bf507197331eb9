import { type RefObject, useEffect } from 'react';
import { useRun, useStores } from '@/state/context';
import type { RunStore } from '@/state/run-store';
import { leaveQuestions, showQuestions } from '@/state/view/panels';

/** Where a person types. */
const texts = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]';
/** The button that started the run, which now cancels it. */
const mainButton = '[data-run-button]';

/** Questions that the drawer was opened for, or was not because the person typed. */
const seen = new WeakMap<RunStore, Set<string>>();

/**
 * Opens the drawer at the questions of the run when a new one comes, unless the person types. The focus stays where it
 * is, unless it was in the drawer or on the button that started the run.
 */
export function useOpeningAtQuestions(drawer: RefObject<HTMLElement | null>): void {
  const { run, view } = useStores();
  const executionId = useRun((state) => state.executionId);
  const questions = useRun((state) => state.present.questions);
  useEffect(() => {
    if (questions.size === 0) return leaveQuestions(view);
    const known = seen.get(run) ?? new Set();
    seen.set(run, known);
    const asked = [...questions.values()].map(({ path, askedAt }) => `${executionId} ${askedAt} ${path}`);
    const hasNew = asked.some((one) => !known.has(one));
    for (const one of asked) known.add(one);
    const focus = document.activeElement;
    if (!hasNew || focus?.closest(texts)) return;
    const follows = drawer.current?.contains(focus) === true || focus?.closest(mainButton) !== null;
    showQuestions(view, focus !== null && follows ? 'fields' : undefined);
  }, [run, view, drawer, executionId, questions]);
}
