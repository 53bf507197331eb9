import type { Json } from '@/base/json';
import { builtinLibrary } from '@/workflow/builtin-library';
import type { DocumentSettings } from '@/workflow/document';
import { scopeOf } from '@/workflow/expressions/environment';
import { renderTemplate } from '@/workflow/expressions/template';

/** What a decomposer is told; the parameters of the built-in definition. */
export interface DecomposerArguments {
  /** What was to be done, or the sentence of a person. */
  readonly original_prompt: string;
  /** How it failed; empty for a sentence. */
  readonly error: string;
  readonly limits: string;
  /** What may be named, a line each. */
  readonly names: string;
}

/**
 * How a decomposer is asked: by the definition `decomposer` of the document, if that is one of a single prompt, else
 * the built-in.
 */
export function decomposerPrompt(
  { library = {} }: Pick<DocumentSettings, 'library'>,
  args: DecomposerArguments,
): { readonly system: string; readonly prompt: string } {
  const own = Object.hasOwn(library, 'decomposer') ? library['decomposer']?.task : undefined;
  const task = own?.type === 'atomic' ? own : builtinLibrary.decomposer.task;
  const scope = scopeOf('inputs', { ...args } satisfies Record<string, Json>);
  const text = (template: string) => {
    const rendered = renderTemplate(template, scope);
    return rendered.ok ? rendered.value : template;
  };
  const system = [task?.system ?? []].flat().map((part) => text(typeof part === 'string' ? part : part.value));
  return { system: system.join('\n\n'), prompt: text(task?.description ?? '') };
}
