import { useMemo } from 'react';
import { diffWords, type TextPart } from '@/workflow/diff/diff-words';
import styles from './difference-table.module.css';
import { shortened } from './value-text';

/** Two texts as one: what was taken out struck through, what was put in underlined. */
export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <div className={styles.text}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and are drawn anew together
        <Part key={index} part={part} isFirst={index === 0} isLast={index === parts.length - 1} />
      ))}
    </div>
  );
}

interface PartProps {
  readonly part: TextPart;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Part({ part: { kind, text }, isFirst, isLast }: PartProps) {
  if (kind === 'removed') return <del>{shortened(text)}</del>;
  if (kind === 'added') return <ins>{shortened(text)}</ins>;
  return aroundChanges(text, isFirst, isLast);
}

/** Characters of what is the same that stand beside a change. */
const context = 160;

/** Of a long part that is the same, what is next to a change. */
function aroundChanges(text: string, isFirst: boolean, isLast: boolean): string {
  const [head, tail] = [isFirst ? 0 : context, isLast ? 0 : context];
  if (text.length <= head + tail + context) return text;
  return `${text.slice(0, head)} … ${text.slice(text.length - tail)}`;
}
