import { useId } from 'react';
import { useFieldControl } from './field';
import styles from './radio-cards.module.css';

interface RadioCardsProps {
  /** Empty: none is chosen. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean | undefined;
  /** Whether one that is chosen cannot be left again by another press. */
  readonly required?: boolean;
}

/** A choice among a few, each of them in sight, under the label of the field around it. */
export function RadioCards({ value, options, onChange, disabled, required = false }: RadioCardsProps) {
  const { id, ...described } = useFieldControl();
  const name = useId();
  return (
    <div {...described} id={id} role="radiogroup" aria-labelledby={`${id}label`} className={styles.cards}>
      {options.map((option) => (
        <label key={option.value} className={styles.card}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            onClick={() => {
              if (!required && option.value === value) onChange('');
            }}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
