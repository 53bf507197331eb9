import type { TextEdit } from '@/workflow/change';

/**
 * A part of a YAML text that can be edited alone: the whole lines of an entry of the document, of `tasks`, of
 * `layout.tasks`, of the library or of the tasks of a group in it, or of all notes. Offsets are UTF-16 units; `to` is
 * after the last line break.
 */
export interface YamlBlock {
  /** `name`, `tasks`, `tasks.review`, `layout.tasks.review`, `layout.notes`, `library:report/task/subtasks:web`. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A YAML text with an index of its blocks, so that an edit parses and touches only the entry that it changes.
 * `readYaml` makes the index, and `editYaml` keeps it up to date.
 */
export interface YamlSource {
  readonly text: string;
  readonly blocks: readonly YamlBlock[];
}

/** An edited text, with the edits that made it. */
export interface EditedYaml {
  readonly source: YamlSource;
  readonly edits: TextEdit[];
  /**
   * The blocks in which an alias or a merge key had to be written out, as what it refers to is not what they say any
   * more.
   */
  readonly writtenOut?: readonly string[];
}
