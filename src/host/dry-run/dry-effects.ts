import type { EngineDeps } from '@/engine/deps';
import type { Files } from '@/engine/ports/files';
import type { ToolClient } from '@/engine/ports/tool-client';
import type { Plan } from '@/plan/plan';
import { createScratchFiles } from './scratch-files';
import { createSimulatedScripts } from './simulated-scripts';

/**
 * What a dry run has in place of what reaches outside: scripts that print what is expected of them, tools without any
 * effect, and files over the real ones.
 */
export function createDryEffects(
  plan: Plan,
  { files }: { readonly files: Pick<Files, 'list' | 'read'> },
): Pick<EngineDeps, 'scripts' | 'files'> {
  return { scripts: createSimulatedScripts(plan), files: createScratchFiles(files) };
}

/** Tools without any effect. */
export const simulatedTools: ToolClient = {
  http: async () => ({ status: 200, text: 'A simulated answer.' }),
  mcpTools: async () => ({ tools: [], problems: [] }),
  mcpCall: async () => ({ text: 'A simulated answer.', isError: false }),
  mcpResources: async () => ({ resources: [], templates: [], problems: [] }),
  mcpRead: async () => 'A simulated answer.',
  close: async () => {},
};
