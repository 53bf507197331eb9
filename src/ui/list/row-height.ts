/** The height of a row in px: as given, and as high as a finger needs where one presses it. */
export const getRowHeight = (height: number): number =>
  matchMedia('(pointer: coarse)').matches ? Math.max(44, height) : height;
