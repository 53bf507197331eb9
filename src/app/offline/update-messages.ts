/** What a page asks the service worker of a newer version: to take over. */
export const updateRequest = 'heddle: update';

/** What it answers: in how many other tabs the page is open. It takes over if there are none. */
export interface UpdateAnswer {
  readonly otherTabs: number;
}
