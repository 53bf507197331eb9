// What speaks to servers of the Model Context Protocol, and signs in to them. Loaded as a whole, on demand: the
// protocol library is large, and few workflows use it.
export { beginSignIn, finishSignIn, hasSignIn, renewGrant } from '../oauth/sign-in';
export { createSignedFetch } from '../oauth/signed-fetch';
export { openMcpSession } from './mcp-session';
export { AnsweredHttpTransport } from './mcp-transport';
export { StdioTransport } from './stdio-transport';
