/**
 * A part of a YAML text that can be edited by itself: the whole lines of one entry of the document, of `tasks`, or of
 * `layout.tasks`. Offsets are UTF-16 units; `to` is after the last line break.
 */
export interface YamlBlock {
  /** `name`, `tasks`, `tasks.review`, `layout`, `layout.tasks.review`. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A YAML text with an index of its blocks, so that an edit touches (and parses) the entry it changes and nothing else.
 * The index is made by `readYaml` and kept up to date by `editYaml`.
 */
export interface YamlSource {
  readonly text: string;
  readonly blocks: readonly YamlBlock[];
}
