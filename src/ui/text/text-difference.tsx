import { useMemo } from 'react';
import { diffWords, type TextPart } from '@/base/diff-words';
import { shortenText } from '@/base/shortened';
import { cutToStart } from '@/base/start-of';
import styles from './text-difference.module.css';

/** Two texts as one: removed words are struck through, added ones underlined. */
export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  return <MarkedParts parts={useMemo(() => diffWords(before, after), [before, after])} />;
}

interface MarkedPartsProps {
  readonly parts: readonly TextPart[];
  /** Unchanged text is shown whole, not only beside changes. */
  readonly isWhole?: boolean;
}

/** The same of texts that were compared before. */
export function MarkedParts({ parts, isWhole = false }: MarkedPartsProps) {
  return (
    <div className={styles.text}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and are drawn again together
        <Part key={index} part={part} isFirst={isWhole || index === 0} isLast={isWhole || index === parts.length - 1} />
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
  if (kind === 'removed') return <del>{shortenText(text)}</del>;
  if (kind === 'added') return <ins>{shortenText(text)}</ins>;
  return cutAroundChanges(text, isFirst, isLast);
}

/** How many unchanged characters are shown beside a change. */
const context = 160;

/** The words of a long unchanged part that are next to a change. */
function cutAroundChanges(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? '' : cutToStart(text, context).replace(/\s\S*$/, ' ');
  const tail = isLast ? '' : text.slice(-context).replace(/^\S*\s/, ' ');
  return text.length <= head.length + tail.length + context ? text : `${head}…${tail}`;
}
