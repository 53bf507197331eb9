import { type ReactNode, useId } from 'react';
import { defined } from '@/base/defined';
import type { WritingLanguage } from '@/state/view-store';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { FieldHelpButton } from '../../help/field-help-button';
import { FixButton } from '../../problems/fix-button';
import { SchemaButton, WriteButton } from '../../writing/write-button';
import type { FieldPath } from './field-path';
import styles from './fields.module.css';
import { createJsonFormat, createNumberFormat, plainTextFormat, type TextFormat } from './text-format';
import { useTextField } from './use-text-field';

interface TextFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: ReactNode;
  /** The value that applies while the field is empty. */
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly format?: TextFormat;
  /** Suggestions while typing, which may depend on the typed text. Any other text can be written too. */
  readonly suggestions?: readonly string[] | ((typed: string) => readonly string[]);
  /** Called when the field gets the focus, so that suggestions can be fetched. */
  readonly onFocus?: () => void;
}

/** A field of one line. Empty text removes the value. */
export function TextField({
  path,
  label,
  hint,
  placeholder,
  mono = false,
  format,
  suggestions,
  onFocus,
}: TextFieldProps) {
  const { text, field, error, change } = useTextField(path, format ?? plainTextFormat);
  const list = useId();
  const offered = typeof suggestions === 'function' ? suggestions(text) : suggestions;
  return (
    <Field label={label} help={<FieldHelpButton path={path} label={label} />} hint={hint} error={error}>
      <TextInput
        name={field.name}
        value={text}
        onChange={change}
        onFocus={() => {
          field.begin();
          onFocus?.();
        }}
        placeholder={field.isMixed ? 'Mixed' : placeholder}
        mono={mono}
        list={offered && list}
      />
      {offered && (
        <datalist id={list}>
          {offered.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      <FixButton fix={field.problem?.fix} />
    </Field>
  );
}

type AreaFieldProps = Omit<TextFieldProps, 'suggestions' | 'onFocus'> & {
  readonly rows?: number;
  /** How it is written in the large editor. */
  readonly language?: WritingLanguage;
};

/** A field of several lines. Empty text removes the value. */
export function AreaField({
  path,
  label,
  hint,
  placeholder,
  mono = false,
  format,
  rows = 2,
  language = 'plain',
}: AreaFieldProps) {
  const { text, field, error, change } = useTextField(path, format ?? plainTextFormat);
  const help = (
    <>
      <FieldHelpButton path={path} label={label} />
      <WriteButton path={path} label={label} language={language} />
    </>
  );
  return (
    <Field
      label={label}
      help={help}
      hint={hint ?? (language === 'schema' ? <SchemaButton path={path} label={label} /> : undefined)}
      error={error}
    >
      <TextArea
        name={field.name}
        value={text}
        onChange={change}
        onFocus={field.begin}
        placeholder={placeholder}
        mono={mono}
        rows={rows}
        className={rows === 1 ? styles.low : undefined}
      />
    </Field>
  );
}

interface NumberFieldProps extends Omit<TextFieldProps, 'mono' | 'format' | 'suggestions' | 'onFocus'> {
  readonly min?: number;
  readonly max?: number | undefined;
  readonly whole?: boolean;
}

/** A field for a number. */
export function NumberField({ min, max, whole, ...field }: NumberFieldProps) {
  const format = createNumberFormat(defined({ min, max, whole }));
  return <TextField {...field} format={format} />;
}

const anyJson = createJsonFormat('any');
const objectJson = createJsonFormat('object');

/** A field that is edited as JSON. */
export function JsonField({
  object = false,
  language = 'json',
  ...field
}: Omit<AreaFieldProps, 'mono' | 'format'> & { readonly object?: boolean }) {
  return <AreaField {...field} language={language} mono format={object ? objectJson : anyJson} />;
}
