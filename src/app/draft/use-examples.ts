import { useEffect, useState } from 'react';
import { readYaml } from '@/formats/yaml/read-yaml';
import { exampleFiles, loadTemplate, type TemplateFile } from '../workflows/templates';

/** The description of an example. */
export interface Example {
  readonly name: string;
  readonly description: string;
}

/** The examples that come with the page, by file, once they are loaded. */
export type Examples = Readonly<Partial<Record<TemplateFile, Example>>>;

/** Loads the {@link Examples}. One that cannot be loaded is left out. */
export function useExamples(): Examples {
  const [examples, setExamples] = useState<Examples>({});
  useEffect(() => {
    let wanted = true;
    void Promise.all(exampleFiles.map(read)).then((entries) => {
      if (wanted) setExamples(Object.fromEntries(entries.flat()));
    });
    return () => {
      wanted = false;
    };
  }, []);
  return examples;
}

async function read(file: TemplateFile): Promise<readonly (readonly [TemplateFile, Example])[]> {
  try {
    const { document } = readYaml(await loadTemplate(file));
    return document ? [[file, { name: document.name ?? file, description: document.description ?? '' }]] : [];
  } catch {
    return [];
  }
}
