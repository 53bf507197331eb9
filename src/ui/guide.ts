/** A page of the guide that the app itself opens, by the name of its file in `docs/guide`. */
export type GuidePage =
  | 'attachments'
  | 'canvas'
  | 'checkpoints'
  | 'code'
  | 'context'
  | 'decomposition-and-drafting'
  | 'director-and-evaluator'
  | 'errors'
  | 'first-minute'
  | 'language'
  | 'language-expressions'
  | 'language-tasks'
  | 'language-types'
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
export function buildGuideUrl(page: GuidePage, anchor = ''): string {
  return `./guide/${page}.html${anchor === '' ? '' : `#${anchor}`}`;
}

/** Opens a page of the guide beside the app, which stays as it is. Must be called in a person's action. */
export function openGuide(page: GuidePage, anchor?: string): void {
  openGuideAddress(buildGuideUrl(page, anchor));
}

/** The same for an address within the guide. */
export function openGuideAddress(address: string): void {
  window.open(address, 'heddle-guide', 'noopener');
}
