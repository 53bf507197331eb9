/** The request of a page to the service worker of a newer version: to take over. */
export const updateRequest = 'heddle: update';

/** Its answer: the number of other tabs that have the page open. It takes over if there are none. */
export interface UpdateAnswer {
  readonly otherTabs: number;
}
