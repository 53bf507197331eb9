import type { ToolsApi } from '../border/engine-api';
import type { ToolsHostOptions } from './tools-host';

/**
 * A tools host whose code is loaded at the first call that needs it. Errors: those of `createToolsHost`, and of
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
    offered: async (...asked) => (await open()).offered(...asked),
    describe: async (...asked) => (await open()).describe(...asked),
    call: async (...asked) => (await open()).call(...asked),
    resources: async (...asked) => (await open()).resources(...asked),
    read: async (...asked) => (await open()).read(...asked),
    close: async () => opened?.close(),
  };
}
