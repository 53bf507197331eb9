import type { Json } from '@/base/json';
import { builtinLibrary } from '@/workflow/builtin-library';
import type { DocumentSettings } from '@/workflow/document';
import { createScope } from '@/workflow/expressions/environment';
import { renderTemplate } from '@/workflow/expressions/template';

/** The arguments for a decomposer: the parameters of the built-in definition. */
export interface DecomposerArguments {
  /** The prompt of the failed task, or a person's sentence. */
  readonly original_prompt: string;
  /** The failure; empty for a sentence. */
  readonly error: string;
  readonly limits: string;
  /** The names that can be used, one per line. */
  readonly names: string;
}

/**
 * The prompt for a decomposer: from the document's definition `decomposer`, if that is a single prompt, else from the
 * built-in one.
 */
export function buildDecomposerPrompt(
  { library = {} }: Pick<DocumentSettings, 'library'>,
  args: DecomposerArguments,
): { readonly system: string; readonly prompt: string } {
  const own = Object.hasOwn(library, 'decomposer') ? library['decomposer']?.task : undefined;
  const task = own?.type === 'atomic' ? own : builtinLibrary.decomposer.task;
  const scope = createScope('inputs', { ...args } satisfies Record<string, Json>);
  const renderText = (template: string) => {
    const rendered = renderTemplate(template, scope);
    return rendered.ok ? rendered.value : template;
  };
  const system = [task?.system ?? []].flat().map((part) => renderText(typeof part === 'string' ? part : part.value));
  return { system: system.join('\n\n'), prompt: renderText(task?.description ?? '') };
}
