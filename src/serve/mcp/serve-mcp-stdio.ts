import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServeOptions } from '../serve-options';
import { createServedRuns, type ServedRuns } from '../served-runs';
import { createMcpServer } from './mcp-handler';

/** The MCP server over the standard streams of this process. */
export interface McpOverStdio {
  readonly runs: ServedRuns;
  /** Lets calls under way end, releases the runs, and closes the connection. */
  close(): Promise<void>;
}

/** Serves the workflows as tools over standard input and output. */
export function serveMcpStdio(options: ServeOptions): McpOverStdio {
  const runs = createServedRuns(options);
  const onerror = () => options.log.warn({}, 'A message of the Model Context Protocol was refused.');
  const handle = serveStdio(() => createMcpServer({ options, runs }), { onerror });
  return {
    runs,
    close: async () => {
      await runs.drain();
      await handle.close();
    },
  };
}
