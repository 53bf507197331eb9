import { ExpressionField } from '../fields/expression-field';
import { Section } from '../fields/section';
import { TemplateField } from '../fields/template-field';
import { JsonField, TextField } from '../fields/text-field';

/** What the result must be, and where it is stored. `prompted`: the type itself tells the model what is expected. */
export function ResultSection({ prompted }: { readonly prompted: boolean }) {
  return (
    <Section title="Result">
      {prompted && (
        <TemplateField
          path={['expectedOutput']}
          label="Expected output"
          placeholder="Added at the end of the prompt"
          rows={1}
        />
      )}
      <JsonField
        object
        path={['outputSchema']}
        label="Schema"
        rows={1}
        language="schema"
        placeholder="JSON Schema of the output"
      />
      <ExpressionField path={['validate']} label="Must be true" placeholder="Nothing is checked" />
      <TextField path={['output']} label="Save as a file" placeholder="Not saved as a file" />
    </Section>
  );
}
