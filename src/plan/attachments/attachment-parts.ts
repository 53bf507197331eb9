import type { PromptPart } from '../message';
import type { AttachedFile } from './attached-file';

/** A file in a prompt: a text with its content, any other file as an attachment. */
export interface PromptFile {
  readonly file: AttachedFile;
  /** Content of a text file. */
  readonly text?: string;
  /** Names of the tasks that produced it. */
  readonly from: readonly string[];
}

/** The prompt parts for attachments: the files sent as attachments with a list of their names, then the texts. */
export function buildAttachmentParts(promptFiles: readonly PromptFile[]): readonly PromptPart[] {
  const files = promptFiles.filter(({ text }) => text === undefined);
  const lines = files.map(({ file }, index) => `  ${index + 1}. ${file.name} (${describeFile(file)})`);
  const list: PromptPart = {
    kind: 'attachments',
    text: `<attachments>\n${lines.join('\n')}\n</attachments>`,
    from: [],
  };
  return [
    ...files.map(({ file, from }): PromptPart => ({ kind: 'attachments', text: '', from, file })),
    ...(files.length === 0 ? [] : [list]),
    ...promptFiles.flatMap(({ file, text, from }): PromptPart[] => {
      if (text === undefined) return [];
      const name = file.name.replaceAll(/["<>\n]/g, '_');
      return [{ kind: 'attachments', text: `<attachment name="${name}">\n${text}\n</attachment>`, from }];
    }),
  ];
}

/** Describes a file in a few words, for a model and a person. */
export function describeFile({ mediaType, width, height, pages }: AttachedFile): string {
  if (width !== undefined && height !== undefined) return `${mediaType}, ${width} × ${height}`;
  return pages === undefined ? mediaType : `${mediaType}, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
