/** The library of the protocol, which is large: few workflows call a server or sign in anywhere. */
export const loadMcpClient = () => import('./mcp-client');
