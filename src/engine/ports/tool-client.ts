import type { JsonObject } from '@/base/json';
import type { ToolDeclaration } from './model-client';

/** A request of an http tool, its templates filled: it may hold secrets, so that it is never recorded. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A picture, a sound or a document that a tool gave beside its text: nothing of it is checked yet. */
export interface ToolFile {
  /** For a person, with the ending of what its server calls it, such as `plan.png`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What stands for it in the text, where it belongs; perhaps not there, as a text is cut. */
  readonly mark: string;
}

/** What a server answered. `text` is cut at a bound of the adapter, which says so in it. */
export interface HttpReply {
  readonly status: number;
  readonly text: string;
  /** Left out: none. */
  readonly files?: readonly ToolFile[];
}

/** What a tool of a server gave back. `text` is cut at a bound of the adapter, which says so in it. */
export interface McpReply {
  readonly text: string;
  readonly isError: boolean;
  /** Left out: none. */
  readonly files?: readonly ToolFile[];
}

/** A server that speaks the Model Context Protocol. */
export type McpServer = McpHttpServer | McpStdioServer;

/** One that is reached over streamable HTTP; headers may hold secrets. */
export interface McpHttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * One that is a process, spoken with over its standard input and output. `env`: its variables besides those that every
 * server is given. Arguments and variables may hold secrets.
 */
export interface McpStdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a server says of its tool beside what a model is told: hints, not promises. Left out: it does not say. Source:
 * modelcontextprotocol.io/specification/2025-11-25/schema, ToolAnnotations.
 */
export interface ToolHints {
  /** A name for a person. */
  readonly title?: string;
  /** Whether it changes nothing. */
  readonly readOnly?: boolean;
  /** Whether what it changes may be lost. */
  readonly destructive?: boolean;
}

/** A tool as its server describes it. */
export interface OfferedTool extends ToolDeclaration {
  readonly hints?: ToolHints;
}

/** The tools of a server, as it describes them. `problems`: what had to be left out, a sentence each. */
export interface McpToolList {
  readonly tools: readonly OfferedTool[];
  readonly problems: readonly string[];
  /** Whether it has resources to read. Left out: no. */
  readonly hasResources?: boolean;
}

/** Something that can be read at a server, or a template of the addresses of such things (RFC 6570). */
export interface McpResource {
  /** Its address, or the template. */
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly bytes?: number;
}

/** What a server has to read. `problems`: what had to be left out, a sentence each. */
export interface McpResourceList {
  readonly resources: readonly McpResource[];
  readonly templates: readonly McpResource[];
  readonly problems: readonly string[];
}

/**
 * Port: tools that are somewhere else. Rejects with an `AppError`: `CANCELLED` on abort, `KEY_NEEDED` where a person
 * has to sign in first (`details.server`, the host), else `TASK_FAILURE` with a message for the model and the person
 * (`details.reason` `tool`), which never holds a secret.
 */
export interface ToolClient {
  http(request: HttpRequest, signal: AbortSignal): Promise<HttpReply>;
  mcpTools(server: McpServer, signal: AbortSignal): Promise<McpToolList>;
  mcpCall(server: McpServer, tool: string, args: JsonObject, signal: AbortSignal): Promise<McpReply>;
  /**
   * Resolves once somebody signed in at a server that asked for it. Rejects with `CANCELLED` on abort. Left out: nobody
   * can, and no server is said to ask for it.
   */
  whenSignedIn?(server: McpServer, signal: AbortSignal): Promise<void>;
  mcpResources(server: McpServer, signal: AbortSignal): Promise<McpResourceList>;
  /** The text of a resource, cut at a bound of the adapter, which says so in it; what is no text is named in it. */
  mcpRead(server: McpServer, uri: string, signal: AbortSignal): Promise<string>;
  /** Ends what is open at servers, when the run that uses it is over; waits a second or so at most. Never rejects. */
  close(): Promise<void>;
}
