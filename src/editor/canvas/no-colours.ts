/**
 * In place of d3-color, of which the canvas loads all by way of its zoom: what moves there is never a colour. A colour
 * that is animated after all would go from number to number in its text.
 */
export const color = (_text: unknown): null => null;
export const [rgb, hsl, lab, hcl, cubehelix] = [color, color, color, color, color];
