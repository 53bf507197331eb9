import { stepFocus } from '../step-focus';
import styles from './segmented.module.css';

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A few choices side by side, exactly one of which is selected. It is one tab stop; arrow keys move inside it. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const index = options.findIndex((option) => option.value === value);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles.segmented}
      onKeyDown={(event) => {
        const next = stepFocus(event, index, options.length);
        const option = next === undefined ? undefined : options[next];
        if (option) onChange(option.value);
      }}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot be drawn as a segment
        <button
          key={option.value}
          type="button"
          role="radio"
          className={styles.choice}
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
