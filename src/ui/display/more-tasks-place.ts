import { createPlace } from './place';

/** Where the drawer's bar says how many tasks are out of sight on a narrow canvas. */
export const moreTasksPlace = createPlace();
