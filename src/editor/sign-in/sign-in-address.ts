import type { Tool } from '@/workflow/tasks/tools';

/**
 * The address of a server of MCP at which a person can sign in; undefined: it is not known before a run, or the headers
 * that are written sign in already.
 */
export function signInAddress({ url, headers = {} }: NonNullable<Tool['mcp']>): string | undefined {
  const isAuthorised = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const isKnown = url !== undefined && !url.includes('{{') && URL.canParse(url);
  return isKnown && !isAuthorised ? url : undefined;
}
