import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useState } from 'react';
import { TextInput } from '@/ui/form/text-input';
import styles from './chips.module.css';

interface ChipsProps {
  /** The names in the row. */
  readonly names: readonly string[];
  /**
   * What can be added, as the options of a list. Called only while the field has the focus, as there may be thousands.
   */
  readonly candidates: (typed: string) => ReactNode;
  readonly placeholder: string;
  /** The name of the control, as in a form. */
  readonly name: string;
  readonly icon?: (name: string) => ReactNode;
  /** The label of the button that removes a name. */
  readonly removeLabel: (name: string) => string;
  /** Resolves to whether the name was accepted. A refused one stays in the field to be corrected. */
  readonly onAdd: (name: string) => Promise<boolean>;
  readonly onRemove: (name: string) => void;
  readonly onType?: () => void;
  readonly onFocus?: (() => void) | undefined;
}

/** Names in a row, each with a button that removes it, and a field to add one. */
export function Chips(props: ChipsProps) {
  const { names, candidates, placeholder, name, icon, removeLabel, onAdd, onRemove, onType, onFocus } = props;
  const [typed, setTyped] = useState('');
  const [focused, setFocused] = useState(false);
  const list = useId();
  const addChip = async (text: string): Promise<void> => {
    if (text !== '' && (await onAdd(text))) setTyped('');
  };
  return (
    <div className={styles.box} translate="no">
      {names.map((one) => (
        <span key={one} className={styles.chip}>
          {icon?.(one)}
          <span className={styles.name}>{one}</span>
          <button type="button" aria-label={removeLabel(one)} onClick={() => onRemove(one)}>
            <X aria-hidden="true" />
          </button>
        </span>
      ))}
      <TextInput
        className={styles.input}
        name={name}
        value={typed}
        placeholder={placeholder}
        list={list}
        onChange={(text) => {
          setTyped(text);
          onType?.();
        }}
        onInput={(event) => {
          // Chosen from the list, not typed: there is nothing left to confirm.
          const { inputType } = event.nativeEvent as InputEvent;
          if (inputType === 'insertReplacementText' || inputType === undefined) void addChip(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          const last = names.at(-1);
          if (event.key === 'Enter') void addChip(typed.trim());
          else if (event.key === 'Backspace' && typed === '' && last !== undefined) onRemove(last);
        }}
        onFocus={() => {
          setFocused(true);
          onFocus?.();
        }}
        onBlur={() => {
          setFocused(false);
          void addChip(typed.trim());
        }}
      />
      {focused && <datalist id={list}>{candidates(typed)}</datalist>}
    </div>
  );
}
