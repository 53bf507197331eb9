import type { JsonObject } from '@/base/json';
import type { ToolDeclaration } from './model-client';

/** A request of an http tool with its templates filled in. It may hold secrets, so it is never recorded. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A picture, a sound or a document that a tool returned besides its text. Nothing about it has been checked yet. */
export interface ToolFile {
  /** For a person, with the file extension that matches its type, such as `plan.png`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The marker for it in the text, where it belongs. It may be missing, because a text can be cut. */
  readonly mark: string;
}

/** What a server answered. The adapter cuts `text` at a limit, and says so in it. */
export interface HttpReply {
  readonly status: number;
  readonly text: string;
  /** Left out: none. */
  readonly files?: readonly ToolFile[];
}

/** What a tool of a server returned. The adapter cuts `text` at a limit, and says so in it. */
export interface McpReply {
  readonly text: string;
  readonly isError: boolean;
  /** Left out: none. */
  readonly files?: readonly ToolFile[];
}

/** A server that speaks the Model Context Protocol. */
export type McpServer = McpHttpServer | McpStdioServer;

/** A server reached over streamable HTTP. Headers may hold secrets. */
export interface McpHttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A server that runs as a process and speaks over its standard input and output. `env`: its variables in addition to
 * those that every server gets. Arguments and variables may hold secrets.
 */
export interface McpStdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Hints of a server about its tool that are not part of its description for a model. They are not promises. Left out:
 * the server gives none. Source: modelcontextprotocol.io/specification/2025-11-25/schema, ToolAnnotations.
 */
export interface ToolHints {
  /** A name for a person. */
  readonly title?: string;
  /** Whether it makes no changes. */
  readonly readOnly?: boolean;
  /** Whether its changes may destroy data. */
  readonly destructive?: boolean;
}

/** A tool as its server describes it. */
export interface OfferedTool extends ToolDeclaration {
  readonly hints?: ToolHints;
}

/** The tools of a server, as it describes them. `problems`: one sentence for each tool that had to be left out. */
export interface McpToolList {
  readonly tools: readonly OfferedTool[];
  readonly problems: readonly string[];
  /** Whether it has resources to read. Left out: no. */
  readonly hasResources?: boolean;
}

/** Something that a server lets clients read, or a template of addresses of such things (RFC 6570). */
export interface McpResource {
  /** Its address, or the template. */
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly bytes?: number;
}

/** The resources of a server. `problems`: one sentence for each resource that had to be left out. */
export interface McpResourceList {
  readonly resources: readonly McpResource[];
  readonly templates: readonly McpResource[];
  readonly problems: readonly string[];
}

/**
 * Port: tools outside Heddle. Rejects with an `AppError`: `CANCELLED` on abort, `KEY_NEEDED` if a person has to sign in
 * first (`details.server`, the host), else `TASK_FAILURE` with a message for the model and the person (`details.reason`
 * `tool`). The message never holds a secret.
 */
export interface ToolClient {
  http(request: HttpRequest, signal: AbortSignal): Promise<HttpReply>;
  mcpTools(server: McpServer, signal: AbortSignal): Promise<McpToolList>;
  mcpCall(server: McpServer, tool: string, args: JsonObject, signal: AbortSignal): Promise<McpReply>;
  /**
   * Resolves once a person has signed in at a server that requires it. Rejects with `CANCELLED` on abort. Left out:
   * nobody can sign in, and no server is reported to require it.
   */
  whenSignedIn?(server: McpServer, signal: AbortSignal): Promise<void>;
  mcpResources(server: McpServer, signal: AbortSignal): Promise<McpResourceList>;
  /**
   * The text of a resource. The adapter cuts it at a limit, and says so in it. Content that is not text is only named.
   */
  mcpRead(server: McpServer, uri: string, signal: AbortSignal): Promise<string>;
  /**
   * Closes the connections to servers when the run that uses them is over. Waits about a second at most. Never rejects.
   */
  close(): Promise<void>;
}
