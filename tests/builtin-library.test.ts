import { describe, expect, it } from 'vitest';
import { readXml } from '@/formats/xml/read-xml';
import { builtinLibrary } from '@/workflow/builtin-library';
import { builtinDefinitions } from '@/workflow/builtin-names';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { createScope } from '@/workflow/expressions/environment';
import { renderTemplate } from '@/workflow/expressions/template';
import { rankTemplates } from '@/workflow/matching/rank-templates';
import { validateDocument } from '@/workflow/validate/validate';

describe('the built-in library', () => {
  it('is what a document could have written: no problem in it, every name that it uses a parameter', () => {
    const document = documentSchema.parse({ defaultModel: 'sim:echo', library: builtinLibrary, tasks: {} });
    expect(validateDocument(document as WorkflowDocument, []).filter(({ severity }) => severity === 'error')).toEqual(
      [],
    );
    expect(Object.keys(builtinLibrary)).toEqual([...builtinDefinitions]);
  });

  it('shows the decomposer an example that Heddle reads', () => {
    const system = builtinLibrary.decomposer.task?.system;
    if (typeof system !== 'string') throw new Error('The decomposer has no system prompt.');
    const said = renderTemplate(system, createScope('inputs', {}));
    if (!said.ok) throw new Error(`It names ${said.error.missing}.`);
    const example = said.value.slice(said.value.indexOf('Example:\n') + 'Example:\n'.length);
    const { document, diagnostics } = readXml(example);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(Object.values(document?.tasks ?? {})).toMatchObject([{ type: 'sequential', steps: [{}, {}] }]);
    expect(example).toContain('{{errors}}');
  });

  it('has an evaluator that is found for what one usually asks of an output', () => {
    const best = (criteria: string | readonly string[]) => rankTemplates(criteria, builtinLibrary)[0]?.id;
    expect(best('check the correctness of the result')).toBe('evaluator');
    expect(best(['accuracy', 'clarity'])).toBe('evaluator');
    expect(best('make a shorter summary, condense')).toBe('summarizer');
  });
});
