// The servers of the browser tests, for tests beside the source.
export { type FaultRule, type FaultServer, type SeenRequest, startFaultServer } from '../../e2e/servers/fault-server';
export { type FileServer, startFileServer } from '../../e2e/servers/file-server';
export { startHostileToolServer } from '../../e2e/servers/hostile-tool-server';
export { records } from '../../e2e/servers/makers/json';
export { type Makers, startMakers } from '../../e2e/servers/makers/server';
export { type OAuthServer, startOAuthServer } from '../../e2e/servers/oauth-server';
export { startToolServer, type ToolServer } from '../../e2e/servers/tool-server';
export { asking } from '../../e2e/support/asking';
export { realPng } from '../../e2e/support/real-png';
