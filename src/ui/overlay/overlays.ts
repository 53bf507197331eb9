// What lies over the page, as one part (`overlay-part.ts`).
export { default as MenuList } from './menu-list';
export { default as TooltipBody } from './tooltip-body';
