import type { KeyboardEvent, ReactNode } from 'react';
import { joinClassNames } from '../class-names';
import styles from './search-box.module.css';
import { TextInput } from './text-input';

interface SearchBoxProps {
  /** Name of the field of the text. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onWrite: (text: string) => void;
  /** Why the text cannot be searched for. */
  readonly problem?: string | undefined;
  /** Called on Enter in the text. */
  readonly onEnter: (isBack: boolean) => void;
  /** Called on the arrow down, which leads from the text into what was found; undefined: nothing was. */
  readonly onEnterList: (() => void) | undefined;
  /** Whether a dialog gives the focus to the text. */
  readonly isFirst?: boolean;
  /** Buttons beside the text. */
  readonly beside?: ReactNode;
  /** How much was found, in words. */
  readonly status: string;
  readonly className?: string | undefined;
  /** What else is asked for. */
  readonly children: ReactNode;
}

/** What is searched for: a text, what else is asked for, and below it how much was found. The list follows it. */
export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, text, onWrite, problem, onEnter, onEnterList, isFirst, beside, status } = props;
  const handleTextKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter(event.shiftKey);
    else if (event.key === 'ArrowDown' && onEnterList !== undefined) onEnterList();
    else return;
    event.preventDefault();
  };
  return (
    <div className={joinClassNames(styles.form, props.className)}>
      <div className={styles.line}>
        <TextInput
          data-autofocus={isFirst}
          aria-label={label}
          aria-invalid={problem !== undefined}
          placeholder={placeholder}
          value={text}
          maxLength={1000}
          onChange={onWrite}
          onKeyDown={handleTextKey}
        />
        {beside}
      </div>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      {props.children}
      <p className={styles.status} role="status">
        {status}
      </p>
    </div>
  );
}
