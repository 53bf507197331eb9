import { readYaml } from '@/formats/yaml/read-yaml';
import { useAsked } from '@/state/use-asked';
import { exampleFiles, loadTemplate, type TemplateFile } from '../workflows/templates';

/** The description of an example. */
export interface Example {
  readonly name: string;
  readonly description: string;
}

/** The examples that come with the page, by file, once they are loaded. */
export type Examples = Readonly<Partial<Record<TemplateFile, Example>>>;

const none: Examples = {};

/** Loads the {@link Examples}. One that cannot be loaded is left out. */
export function useExamples(): Examples {
  const { value = none } = useAsked([], async (): Promise<Examples> => {
    const entries = await Promise.all(exampleFiles.map(readExample));
    return Object.fromEntries(entries.flat());
  });
  return value;
}

async function readExample(file: TemplateFile): Promise<readonly (readonly [TemplateFile, Example])[]> {
  try {
    const { document } = readYaml(await loadTemplate(file));
    return document ? [[file, { name: document.name ?? file, description: document.description ?? '' }]] : [];
  } catch {
    return [];
  }
}
