import { type KeyboardEvent, useRef, useState } from 'react';
import { TextInput } from './text-input';

interface WrittenLabelProps {
  /** The label as it is. */
  readonly label: string;
  /** The accessible name of the field. */
  readonly name: string;
  readonly className: string;
  /** Called once: with the new label, or without one if it is to stay. */
  readonly onEnd: (next: string | undefined, isByKey: boolean) => void;
}

/** A label while a person writes it in its place: Enter, or a focus elsewhere, takes it; Escape leaves it as it was. */
export function WrittenLabel({ label, name, className, onEnd }: WrittenLabelProps) {
  const [text, setText] = useState(label);
  const isOver = useRef(false);
  const endWriting = (isTaken: boolean, isByKey: boolean) => {
    // A key that moves the focus ends it twice.
    if (isOver.current) return;
    isOver.current = true;
    onEnd(isTaken && text.trim() !== label ? text.trim() : undefined, isByKey);
  };
  const handleWritingKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither is for what is around it.
    event.preventDefault();
    event.stopPropagation();
    endWriting(event.key === 'Enter', true);
  };
  return (
    <TextInput
      autoFocus
      className={className}
      aria-label={name}
      value={text}
      onChange={setText}
      onKeyDown={handleWritingKey}
      onBlur={() => endWriting(true, false)}
      onClick={(event) => event.stopPropagation()}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
