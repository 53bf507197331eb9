/** A page of the guide that is served with the app, by the name of its file in `docs/guide`. */
export type GuidePage =
  | 'attachments'
  | 'canvas'
  | 'checkpoints'
  | 'code'
  | 'command-line'
  | 'context'
  | 'decomposition-and-drafting'
  | 'director-and-evaluator'
  | 'first-minute'
  | 'folders'
  | 'gallery'
  | 'import-export'
  | 'language'
  | 'library'
  | 'memory'
  | 'models'
  | 'runs'
  | 'scripts'
  | 'tasks-in-tasks'
  | 'tools'
  | 'voting-and-pipelines'
  | 'writing';

/** The address of a page of the guide, from the app's own. `anchor`: of a heading of the page, as GitHub makes it. */
export function buildGuideUrl(page: GuidePage, anchor?: string): string {
  return `./guide/${page}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Opens a page of the guide beside the app, which stays as it is. Must be called in a person's action. */
export function openGuide(page: GuidePage, anchor?: string): void {
  window.open(buildGuideUrl(page, anchor), 'heddle-guide', 'noopener');
}
