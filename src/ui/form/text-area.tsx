import { type ComponentProps, useImperativeHandle, useLayoutEffect, useReducer, useRef } from 'react';
import { joinClassNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'defaultValue'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For prompts, code, expressions. */
  readonly mono?: boolean;
}

/**
 * A text of several lines. It grows with its content.
 *
 * React does not get its value: it would also write each value into the element's text, its `defaultValue`
 * (`updateTextarea` of React DOM 19), and Chromium ends a step of its undo at that, so that Ctrl+Z would take back
 * letter by letter.
 */
export function TextArea({ value, onChange, mono = false, className, ref, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [, showAgain] = useReducer((count: number) => count + 1, 0);
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement, []);
  // After each rendering, as a text that its owner does not take is put back.
  useLayoutEffect(() => {
    if (area.current !== null && area.current.value !== value) area.current.value = value;
  });
  return (
    <textarea
      spellCheck={!mono}
      {...useFieldControl()}
      {...rest}
      ref={area}
      className={joinClassNames(styles.input, styles.area, mono && styles.mono, className)}
      onChange={(event) => {
        onChange(event.target.value);
        showAgain();
      }}
    />
  );
}
