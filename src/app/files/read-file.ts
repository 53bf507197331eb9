import { AppError } from '@/base/errors';
import { maxFileBytes } from '@/formats/limits';
import { languageVersion } from '@/workflow/document';

/** Names that a workflow file may end with. */
export const fileTypes = ['.yaml', '.yml', '.json'] as const;

const limit = `${maxFileBytes / (1024 * 1024)} MB`;

/**
 * The text of a workflow file. Whether it holds a sound workflow is not looked at: a text with errors opens in the code view,
 * where they are marked. Errors: `FILE_REFUSED` and `NEWER_VERSION`, with what to do.
 */
export async function readWorkflowFile(file: File): Promise<string> {
  const named = fileTypes.some((type) => file.name.toLowerCase().endsWith(type));
  if (!named || /^(image|audio|video|font)\//.test(file.type)) {
    throw refuse(`“${file.name}” is no workflow file.`, `Open a file that ends in ${fileTypes.join(', ')}.`);
  }
  if (file.size > maxFileBytes) {
    throw refuse(
      `“${file.name}” is larger than ${limit}.`,
      'Split it into several workflows and open them one by one.',
    );
  }
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse(`“${file.name}” is not a text in UTF-8.`, 'Save it as UTF-8 and open it again.');
  }
  if (text.includes('\0')) throw refuse(`“${file.name}” is a binary file.`, 'Open a workflow as YAML or JSON.');
  if (text.trim() === '') throw refuse(`“${file.name}” is empty.`, 'Start with a blank workflow instead.');
  const version = versionOf(text);
  if (version > languageVersion) {
    throw new AppError('NEWER_VERSION', `“${file.name}” is of version ${version} of the Heddle language.`, {
      advice: `This page reads version ${languageVersion}. Load a newer Heddle. What is open was not changed.`,
    });
  }
  return text;
}

/** The version that a text says it is of; 0 if it says none. A key in the first column of YAML, or anywhere in JSON. */
function versionOf(text: string): number {
  const key = /^\s*\{/.test(text) ? /"heddle"\s*:\s*(\d+)/ : /^["']?heddle["']?[ \t]*:[ \t]*["']?(\d+)/m;
  return Number(key.exec(text)?.[1] ?? 0);
}

function refuse(message: string, advice: string): AppError {
  return new AppError('FILE_REFUSED', message, { advice: `${advice} What is open was not changed.` });
}
