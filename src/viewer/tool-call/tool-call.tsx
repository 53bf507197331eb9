import type { ReactNode } from 'react';
import { Chip } from '@/ui/display/chip';
import { TextBlock } from '@/ui/text/text-block';
import { FoldedRow } from './folded-row';
import styles from './tool-call.module.css';

interface ToolCallProps {
  readonly name: string | undefined;
  /** Who performs it; undefined: Heddle. */
  readonly by?: string;
  readonly isError?: boolean | undefined;
  /** The text whose first line is shown while the row is folded. */
  readonly start: string | undefined;
  /** How long it took. */
  readonly figure?: string | undefined;
  /** Its arguments and its result. */
  readonly children: ReactNode;
}

/** A tool call in one line, which unfolds to its arguments and its result. */
export function ToolCallRow({ name, by, isError, start, figure, children }: ToolCallProps) {
  const aside = (
    <>
      {by !== undefined && <Chip>by {by}</Chip>}
      {isError && <Chip tone="failed">failed</Chip>}
      <span className={styles.start}>{start?.split('\n', 1)[0]}</span>
      {figure !== undefined && <span className={styles.figure}>{figure}</span>}
    </>
  );
  return (
    <FoldedRow name={name} aside={aside}>
      {children}
    </FoldedRow>
  );
}

interface ToolTextProps {
  readonly title: string;
  readonly text: string;
  /** Shown if the text is empty. */
  readonly empty?: string;
}

/** One of the texts of a tool call, under its title. */
export function ToolText({ title, text, empty = '(nothing)' }: ToolTextProps) {
  return (
    <div className={styles.text}>
      <span className={styles.title}>{title}</span>
      <TextBlock>{text === '' ? empty : text}</TextBlock>
    </div>
  );
}
