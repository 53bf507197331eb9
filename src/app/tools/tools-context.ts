import type { McpResource } from '@/engine/ports/tool-client';
import type { ToolCallRequest } from '@/worker/border/engine-api';
import type { Tool } from '@/workflow/tasks/tools';
import type { ToolRow } from './tool-rows';
import type { ServerSource } from './tool-sources';
import type { Servers } from './use-servers';

/** What is looked at on the right. */
export type Chosen =
  | { readonly kind: 'tool'; readonly id: string }
  | {
      readonly kind: 'resource';
      readonly server: string;
      readonly resource: McpResource;
      readonly isTemplate: boolean;
    };

/** What each part of the screen of tools is given. */
export interface ToolsContext {
  readonly rows: readonly ToolRow[];
  readonly serverSources: readonly ServerSource[];
  readonly servers: Servers;
  /** `all`, `builtin`, or the key of a server. */
  readonly source: string;
  readonly chosen: Chosen | undefined;
  readonly choose: (chosen: Chosen | undefined) => void;
  /** Asks a server what it offers. */
  readonly ask: (server: ServerSource) => void;
  /** A tool as it is asked for, with what its templates may name. */
  readonly wishFor: (name: string, tool: Tool) => ToolCallRequest;
  /** Why it is not known who uses what; undefined: it is, or will be. */
  readonly usesProblem: string | undefined;
}
