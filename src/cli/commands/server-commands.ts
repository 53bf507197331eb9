// What serves. Loaded together, when one of these commands is run (`../commands.ts`).

export { serveMcp } from './mcp';
export { serveFolder } from './serve';
export { manageTokens } from './token';
