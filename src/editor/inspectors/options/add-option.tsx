import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/ui/form/button';
import { TextInput } from '@/ui/form/text-input';
import { findOptions } from './find-options';
import styles from './options.module.css';
import type { TaskOption } from './task-option';

interface AddOptionProps {
  /** Those that are not shown yet. */
  readonly options: readonly TaskOption[];
  readonly onAdd: (option: TaskOption) => void;
  readonly onAddAll: (options: readonly TaskOption[]) => void;
}

/** A button that becomes a search in the options of a task, each with a line of help. */
export function AddOption(props: AddOptionProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (props.options.length === 0) return null;
  if (isOpen) {
    const close = (isByKey = false) => {
      setOpen(false);
      if (isByKey) requestAnimationFrame(() => button.current?.focus());
    };
    return <OptionSearch {...props} onClose={close} />;
  }
  return (
    <div>
      <Button ref={button} size="s" icon={<Plus />} onClick={() => setOpen(true)}>
        Add an option
      </Button>
    </div>
  );
}

type OptionSearchProps = AddOptionProps & { readonly onClose: (isByKey?: boolean) => void };

/** The arrows mark an option, Enter adds it, Escape leaves the search. */
function OptionSearch({ options, onAdd, onAddAll, onClose }: OptionSearchProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => input.current?.focus(), []);
  const found = findOptions(options, text);
  // It is at the end of the form: what is found is in sight, however much that is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each length
  useEffect(() => {
    // In the newest browsers it returns a promise, which is no clean-up.
    void box.current?.scrollIntoView({ block: 'nearest' });
  }, [found.length]);
  const marked = Math.min(at, found.length - 1);
  const add = (option: TaskOption | undefined) => {
    if (option === undefined) return;
    onClose();
    onAdd(option);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((marked + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') add(found[marked]);
    else if (event.key === 'Escape') onClose(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const rest = options.length - found.length;
  return (
    <fieldset
      ref={box}
      className={styles.search}
      aria-label="Add an option"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose()}
    >
      <TextInput
        ref={input}
        role="combobox"
        aria-label="Search the options"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${marked}` : undefined}
        placeholder="Search by name or meaning"
        value={text}
        onChange={(next) => {
          setText(next);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
      <div id={list} className={styles.list} role="listbox" aria-label="Options" tabIndex={-1}>
        {found.map((option, index) => (
          <div
            key={option.label}
            id={`${list}-${index}`}
            ref={index === marked ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            className={styles.row}
            onPointerMove={() => index !== marked && setAt(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => add(option)}
            onKeyDown={handleKey}
          >
            <span>{option.label}</span>
            <span className={styles.help}>{option.help}</span>
          </div>
        ))}
      </div>
      <p className={styles.foot}>
        {found.length === 0 ? `No option is found by “${text}”.` : rest > 0 ? `${rest} more without a search.` : ''}
        <Button
          size="s"
          variant="ghost"
          onClick={() => {
            onClose();
            onAddAll(options);
          }}
        >
          Show all options
        </Button>
      </p>
    </fieldset>
  );
}
