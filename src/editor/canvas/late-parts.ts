// What the canvas shows beyond its tasks and wires, as one part (`canvas-part.ts`).
export { Announcer } from './announcer';
export { FunctionBorder } from './border/function-border';
export { OpenCanvasMenu } from './menus/open-canvas-menu';
export { TypeList } from './menus/type-list';
export { BranchSummary } from './nodes/branch-summary';
export { StreamTail } from './nodes/stream-tail';
export { NotesLayer } from './notes/notes-layer';
export { NotesOverview } from './notes/notes-overview';
export { MapCorner } from './overview/minimap';
export { Overview } from './overview/overview';
export { PortLists } from './ports/port-lists';
export { PortMenu } from './ports/port-menu';
export { RootPath } from './root-path';
export { EdgeTitle } from './wires/edge-title';
export { KeyboardWire } from './wires/keyboard-wire';
export { PointerWire } from './wires/wire';
