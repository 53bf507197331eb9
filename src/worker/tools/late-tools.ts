import type { ToolsApi } from '../border/engine-api';
import type { ToolsHostOptions } from './tools-host';

/**
 * A tools host whose code is loaded on the first call that needs it. Errors: those of `createToolsHost`, and of
 * `import`; the next call tries again.
 */
export function lateTools(options: ToolsHostOptions): ToolsApi {
  let opened: ToolsApi | undefined;
  const open = async (): Promise<ToolsApi> => {
    const { createToolsHost } = await import('./tools-host');
    opened ??= createToolsHost(options);
    return opened;
  };
  return {
    offered: async (...args) => (await open()).offered(...args),
    describe: async (...args) => (await open()).describe(...args),
    call: async (...args) => (await open()).call(...args),
    resources: async (...args) => (await open()).resources(...args),
    read: async (...args) => (await open()).read(...args),
    close: async () => opened?.close(),
  };
}
