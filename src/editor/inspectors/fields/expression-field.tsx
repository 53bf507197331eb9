import type { ReactNode } from 'react';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { buildGuideUrl } from '@/ui/guide';
import { FieldHelpButton } from '../../help/field-help-button';
import { FixButton } from '../../problems/fix-button';
import { WriteButton } from '../../writing/write-button';
import type { FieldPath } from './field-path';
import fields from './fields.module.css';
import { plainTextFormat } from './text-format';
import { useOfferedText } from './use-offered-text';
import { useTextField } from './use-text-field';

interface ExpressionFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
}

/** A field of one line that is a CEL expression. It offers values and functions, and leads to what else it can use. */
export function ExpressionField({ path, label, hint, placeholder }: ExpressionFieldProps) {
  const edited = useTextField(path, plainTextFormat);
  const { text, field, error } = edited;
  const { control, isChoosing, list } = useOfferedText<HTMLInputElement>(edited, 'expression', label);
  return (
    <div className={fields.withFix}>
      {/* While something is being chosen, it is no mistake that its name is not whole yet. */}
      <Field
        label={label}
        help={
          <>
            <FieldHelpButton path={path} label={label} />
            <WriteButton path={path} label={label} language="expression" />
          </>
        }
        hint={<ExpressionHint hint={hint} />}
        error={isChoosing ? undefined : error}
      >
        <TextInput name={field.name} value={text} mono placeholder={placeholder} {...control} />
      </Field>
      {list}
      {!isChoosing && <FixButton fix={field.problem?.fix} />}
    </div>
  );
}

function ExpressionHint({ hint }: { readonly hint: ReactNode }) {
  return (
    <>
      {hint}
      {hint !== undefined && '. '}A CEL expression.{' '}
      <a href={buildGuideUrl('language-expressions')} target="heddle-guide" rel="noopener">
        What it can use
      </a>
    </>
  );
}
