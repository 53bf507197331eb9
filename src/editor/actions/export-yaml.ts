import type { Stores } from '@/state/context';

/** Downloads the workflow as its YAML text, with comments and layout as they stand. */
export async function exportYaml({ document }: Stores): Promise<void> {
  await document.actions.settled();
  const { source, document: workflow } = document.getState();
  downloadYaml(workflow.name, source.text);
}

/** Downloads a text as a YAML file that is named after a workflow. */
export function downloadYaml(name: string | undefined, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = window.document.createElement('a');
  link.href = url;
  link.download = `${fileName(name)}.yaml`;
  link.click();
  URL.revokeObjectURL(url);
}

/** A name as a file's: letters, digits and hyphens. */
function fileName(name: string | undefined): string {
  const plain = name
    ?.normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain?.toLowerCase() || 'workflow';
}
