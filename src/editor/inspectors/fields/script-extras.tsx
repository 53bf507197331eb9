import type { FieldPath } from './field-path';
import { NamedValues } from './named-values';
import { TemplateField } from './template-field';
import { NumberField, TextField } from './text-field';

/** What a script receives, and how long it may run. For tasks and tools. */
export function ScriptExtras({ path }: { readonly path: FieldPath }) {
  return (
    <>
      <TextField path={[...path, 'command']} label="One command line, in place of a script" mono />
      <TemplateField path={[...path, 'stdin']} label="Standard input" rows={1} placeholder="The inputs, as JSON" />
      <NamedValues path={[...path, 'env']} label="Environment variables" noun="variable" kinds={['text']} />
      <NumberField path={[...path, 'timeoutMs']} label="Time-out of the script, ms" whole min={1} />
    </>
  );
}
