import type { ReactNode } from 'react';
import { Chip } from '@/ui/display/chip';
import { TextBlock } from '@/ui/text/text-block';
import { FoldedRow } from './folded-row';
import styles from './tool-call.module.css';

interface ToolCallProps {
  readonly name: string | undefined;
  /** Who performs it, where that is not Heddle. */
  readonly by?: string;
  readonly isError?: boolean | undefined;
  /** What is shown of it while it is folded: its first line is. */
  readonly start: string | undefined;
  /** How long it took. */
  readonly figure?: string | undefined;
  /** What it was given and what it gave back. */
  readonly children: ReactNode;
}

/** A call of a tool in a line, which folds open what it was given and what it gave back. */
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
  /** Stands in the place of no text. */
  readonly empty?: string;
}

/** One of the texts of a call of a tool, under its title. */
export function ToolText({ title, text, empty = '(nothing)' }: ToolTextProps) {
  return (
    <div className={styles.text}>
      <span className={styles.title}>{title}</span>
      <TextBlock>{text === '' ? empty : text}</TextBlock>
    </div>
  );
}
