import { type ReactNode, useMemo, useRef } from 'react';
import { joinClassNames } from '@/ui/class-names';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { FieldHelpButton } from '../../help/field-help-button';
import { FixButton } from '../../problems/fix-button';
import { WriteButton } from '../../writing/write-button';
import { splitReferences } from '../references/split-references';
import { useScopeNames } from '../references/use-scope-names';
import type { FieldPath } from './field-path';
import fields from './fields.module.css';
import styles from './template-field.module.css';
import { plainTextFormat } from './text-format';
import { useOfferedText } from './use-offered-text';
import { useTextField } from './use-text-field';

interface TemplateFieldProps {
  readonly path: FieldPath;
  readonly label: ReactNode;
  readonly placeholder?: string;
  readonly rows?: number;
}

/** A text with references in it: known ones stand out, unknown ones are marked, and `{{` offers what can be named. */
export function TemplateField({ path, label, placeholder, rows = 3 }: TemplateFieldProps) {
  const edited = useTextField(path, plainTextFormat);
  const { text, field, error } = edited;
  const names = useScopeNames();
  const known = useMemo(() => new Set(names.map(({ name }) => name)), [names]);
  const pieces = useMemo(() => splitReferences(text, (name) => known.has(name)), [text, known]);
  const mirror = useRef<HTMLDivElement>(null);
  const name = typeof label === 'string' ? label : 'this text';
  const { control, isChoosing, list } = useOfferedText<HTMLTextAreaElement>(edited, 'template', name);
  return (
    <div className={fields.withFix}>
      {/* While a name is being chosen, it is no mistake that it is not whole yet. */}
      <Field
        label={label}
        help={
          <>
            <FieldHelpButton path={path} label={name} />
            <WriteButton path={path} label={name} language="template" />
          </>
        }
        error={isChoosing ? undefined : error}
      >
        <div className={styles.frame} data-low={rows === 1}>
          <div ref={mirror} className={styles.mirror} aria-hidden="true" translate="no">
            {pieces.map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no identity beyond their place
              <span key={index} className={styles[piece.kind]}>
                {piece.text}
              </span>
            ))}
            {/* A line break at the end is a line only if something follows it. */}
            {'\u200b'}
          </div>
          <TextArea
            mono
            name={field.name}
            rows={rows}
            className={joinClassNames(styles.area, rows === 1 && fields.low)}
            value={text}
            placeholder={placeholder}
            onScroll={({ currentTarget }) => {
              if (mirror.current) mirror.current.scrollTop = currentTarget.scrollTop;
            }}
            {...control}
          />
        </div>
      </Field>
      {list}
      <FixButton fix={field.problem?.fix} />
    </div>
  );
}
