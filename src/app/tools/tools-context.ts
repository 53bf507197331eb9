import type { McpResource } from '@/engine/ports/tool-client';
import type { ToolCallRequest } from '@/worker/border/engine-api';
import type { Tool } from '@/workflow/tasks/tools';
import type { ToolRow } from './tool-rows';
import type { ServerSource } from './tool-sources';
import type { Servers } from './use-servers';

/** The selection shown at the right. */
export type Chosen =
  | { readonly kind: 'tool'; readonly id: string }
  | {
      readonly kind: 'resource';
      readonly server: string;
      readonly resource: McpResource;
      readonly isTemplate: boolean;
    };

/** The source that stands for a server that is being added. */
export const newServer = 'new';

/** Props of each part of the tools screen. */
export interface ToolsContext {
  readonly rows: readonly ToolRow[];
  readonly serverSources: readonly ServerSource[];
  readonly servers: Servers;
  /** `all`, `builtin`, or the key of a server. */
  readonly source: string;
  readonly chosen: Chosen | undefined;
  readonly choose: (chosen: Chosen | undefined) => void;
  /** Asks a server for its tools and resources. */
  readonly ask: (server: ServerSource) => void;
  /** The request for a tool, with the values that its templates can use. */
  readonly wishFor: (name: string, tool: Tool) => ToolCallRequest;
  /** Why the users of tools are not known; undefined: they are, or will be. */
  readonly usesProblem: string | undefined;
}
