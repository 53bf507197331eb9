import { isJsonObject, type JsonObject } from '@/base/json';

/** What is kept of each workflow in this browser, under one key. */
export interface KeptByWorkflow {
  /** What is kept of a workflow; empty: nothing. */
  read(workflowId: string): JsonObject;
  /** Replaces what is kept of a workflow. A browser that stores nothing has it until the page is left. */
  write(workflowId: string, kept: JsonObject): void;
}

/** The most workflows of which something is kept; the one that was not used for the longest time goes first. */
const mostWorkflows = 50;

/** Keeps things of workflows in the storage of the browser. `key`: what they are called there. */
export function createKeptByWorkflow(key: string): KeptByWorkflow {
  const here = new Map<string, JsonObject>();
  /** The last used is at the end. */
  const readAll = (): JsonObject => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
      return isJsonObject(kept) ? kept : {};
    } catch {
      return {};
    }
  };
  return {
    read(workflowId) {
      const kept = here.get(workflowId) ?? readAll()[workflowId];
      return isJsonObject(kept) ? kept : {};
    },
    write(workflowId, kept) {
      const { [workflowId]: _before, ...others } = readAll();
      const rest = Object.entries(others).slice(1 - mostWorkflows);
      try {
        localStorage.setItem(key, JSON.stringify({ ...Object.fromEntries(rest), [workflowId]: kept }));
        here.delete(workflowId);
      } catch {
        here.set(workflowId, kept);
      }
    },
  };
}
