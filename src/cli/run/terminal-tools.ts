import { defined } from '@/base/defined';
import type { ToolClient } from '@/engine/ports/tool-client';
import { createToolClient } from '@/tools/create-tool-client';
import type { StartServer } from '@/tools/mcp/server-process';
import { fetchWhole } from './whole-fetch';

/** The remote tools of this machine. `startServer` left out: servers over stdio are refused. */
export function createTerminalTools(startServer: StartServer | undefined): ToolClient {
  return createToolClient({ fetch: fetchWhole, ...defined({ startServer }) });
}
