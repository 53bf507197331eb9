import { splitByWords } from '@/base/find-words';
import { cleanShownText } from '@/base/shown-text';
import { getNearestTaskPath } from '@/run/journal-path';
import type { FoundText } from '@/run/search/found-run';
import styles from './found-in-event.module.css';

/** What a found text was. */
const roleWords: { readonly [K in FoundText['role']]: string } = {
  prompt: 'Prompt',
  script: 'Script',
  arguments: 'Arguments of a tool',
  question: 'Question',
  output: 'Output',
  reply: 'Reply',
  thinking: 'Thinking',
  result: 'Result of a tool',
  stderr: 'Standard error',
  answer: 'Answer',
  error: 'Error',
  task: 'Task',
};

interface FoundInEventProps {
  readonly text: FoundText;
  readonly terms: readonly string[];
}

/** A place in a run that a search found: what it was, whose, and the words. */
export function FoundInEvent({ text, terms }: FoundInEventProps) {
  const task = getNearestTaskPath(text.path);
  return (
    <span className={styles.found}>
      <span className={styles.head}>
        <span className={styles.role}>{roleWords[text.role]}</span>
        {task !== '' && <span className={styles.task}>{task}</span>}
        {text.model !== undefined && <span className={styles.task}>{cleanShownText(text.model)}</span>}
        <span className={styles.figure}>event {text.seq.toLocaleString('en')}</span>
      </span>
      {text.snippet !== '' && <MarkedWords text={text.snippet} terms={terms} />}
    </span>
  );
}

/** A text on one line, with the terms marked. */
export function MarkedWords({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) {
  const shown = cleanShownText(text).replace(/\s+/g, ' ');
  return (
    <span className={styles.words}>
      {splitByWords(terms, shown).map(({ text: part, isFound }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
        isFound ? <mark key={index}>{part}</mark> : part,
      )}
    </span>
  );
}
