import type { Tool } from '@/workflow/tasks/tools';

/**
 * The address of an MCP server at which a person can sign in. Undefined if it is not known before a run, or if the
 * headers in the file already authorise.
 */
export function buildSignInAddress({ url, headers = {} }: NonNullable<Tool['mcp']>): string | undefined {
  const isAuthorised = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const isKnown = url !== undefined && !url.includes('{{') && URL.canParse(url);
  return isKnown && !isAuthorised ? url : undefined;
}
