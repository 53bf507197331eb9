/** How many columns the table of models has. */
export const columns = 8;
