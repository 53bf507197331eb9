import type { PromptPart } from '../message';
import type { AttachedFile } from './attached-file';

/** A file as it is told: a text with what it says, anything else by its bytes. */
export interface PromptFile {
  readonly file: AttachedFile;
  /** Of a text. */
  readonly text?: string;
  /** Names of tasks that gave it. */
  readonly from: readonly string[];
}

/**
 * The parts of a prompt that are its attachments: the files that are sent as such with a list of their names, then the
 * texts.
 */
export function attachmentParts(told: readonly PromptFile[]): readonly PromptPart[] {
  const files = told.filter(({ text }) => text === undefined);
  const lines = files.map(({ file }, index) => `  ${index + 1}. ${file.name} (${describeFile(file)})`);
  const list: PromptPart = {
    kind: 'attachments',
    text: `<attachments>\n${lines.join('\n')}\n</attachments>`,
    from: [],
  };
  return [
    ...files.map(({ file, from }): PromptPart => ({ kind: 'attachments', text: '', from, file })),
    ...(files.length === 0 ? [] : [list]),
    ...told.flatMap(({ file, text, from }): PromptPart[] => {
      if (text === undefined) return [];
      const name = file.name.replaceAll(/["<>\n]/g, '_');
      return [{ kind: 'attachments', text: `<attachment name="${name}">\n${text}\n</attachment>`, from }];
    }),
  ];
}

/** What a file is, in a few words, for a model and a person. */
export function describeFile({ mediaType, width, height, pages }: AttachedFile): string {
  if (width !== undefined && height !== undefined) return `${mediaType}, ${width} × ${height}`;
  return pages === undefined ? mediaType : `${mediaType}, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
