// What serves. Loaded together, when one of these commands is run (`../commands.ts`).

export { mcp } from './mcp';
export { serve } from './serve';
export { token } from './token';
