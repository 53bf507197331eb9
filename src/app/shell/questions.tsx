import { useEffect, useRef } from 'react';
import type { OpenQuestion } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { notifyPerson } from '@/ui/overlay/toast';
import { AnyQuestion } from './any-question';
import styles from './questions.module.css';

/**
 * The questions of the run, under the top bar on every screen until they are answered. They come from the log, so that
 * they reappear after a reload. They take no focus, because the person may be typing; screen readers announce them.
 */
export function Questions() {
  const questions = useRun((state) => state.present.questions);
  useNoticeWhenHidden([...questions.values()]);
  return (
    <section
      className={styles.questions}
      aria-label="Questions of the run"
      aria-live="polite"
      data-questions
      hidden={questions.size === 0}
    >
      {[...questions.values()].map((question) => (
        <AnyQuestion key={question.path} question={question} />
      ))}
    </section>
  );
}

/**
 * Shows a message about a question that came while the page was hidden. It stays until the person returns to the page.
 */
function useNoticeWhenHidden(questions: readonly OpenQuestion[]): void {
  const { view } = useStores();
  const seen = useRef(new Set<string>());
  useEffect(() => {
    for (const { path, text } of questions) {
      if (seen.current.has(path)) continue;
      seen.current.add(path);
      if (!document.hidden) continue;
      const show = { label: 'Show', run: () => openScreen(view, { at: 'editor' }) };
      notifyPerson({ tone: 'paused', title: 'The run asks you something.', detail: text.text, action: show, id: path });
    }
  }, [questions, view]);
}
