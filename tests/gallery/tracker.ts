import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The address of the tracker in the workflow. */
export const trackerUrl = 'https://tracker.example.com/mcp';

const issues = [
  {
    number: 311,
    title: 'Cards out of order after a train ride',
    body: 'Two of us moved cards while offline. After the merge the order in “Doing” is neither hers nor mine. 3.0.2, Android.',
  },
  {
    number: 314,
    title: 'How do I export one column?',
    body: 'I only need “Done” of this month as CSV. Export gives me the whole board.',
  },
  {
    number: 317,
    title: 'Column jumps when the tablet comes online',
    body: 'The tablet was in the basement. When it came up, my column on the desktop was sorted anew, by time it seems.',
  },
  {
    number: 318,
    title: 'Manual: there is no button “Sync now”',
    body: 'Page 12 says to press it. In 3.0 it is called “Update”.',
  },
];

/** An issue tracker that speaks the Model Context Protocol, on a free port of this machine. */
export async function startTracker(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const server = createServer((request, response) => {
    const id = String(request.headers['mcp-session-id'] ?? '');
    const answer = async () => (sessions.get(id) ?? (await openSession())).handleRequest(request, response);
    answer().catch(() => response.destroy());
  });

  async function openSession(): Promise<NodeStreamableHTTPServerTransport> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${sessions.size + 1}`,
      onsessioninitialized: (name) => {
        sessions.set(name, transport);
      },
    });
    const mcp = new McpServer({ name: 'tracker', version: '1' });
    const repository = z.string();
    const number = z.number().int();
    const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });
    const listed = z.object({ repository, state: z.enum(['open', 'closed']) });
    mcp.registerTool('list_issues', { inputSchema: listed, description: 'Numbers and titles of issues.' }, () =>
      text(issues.map(({ body, ...issue }) => issue)),
    );
    const named = z.object({ repository, number });
    mcp.registerTool('read_issue', { inputSchema: named, description: 'One issue with its text.' }, (asked) =>
      text(issues.find((issue) => issue.number === asked.number) ?? { error: 'no such issue' }),
    );
    const labelled = z.object({ repository, number, label: z.enum(['bug', 'question', 'docs']) });
    mcp.registerTool('set_label', { inputSchema: labelled, description: 'Sets the label of an issue.' }, (asked) =>
      text({ number: asked.number, labels: [asked.label] }),
    );
    const closed = z.object({ repository, number, comment: z.string() });
    mcp.registerTool('close_issue', { inputSchema: closed, description: 'Closes an issue with a comment.' }, (asked) =>
      text({ number: asked.number, state: 'closed' }),
    );
    await mcp.connect(transport);
    return transport;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
