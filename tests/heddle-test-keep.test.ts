import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from './gallery/record';

const secret = '0123456789abcdef';

/** A server that counts who calls it, and gives away a key of the environment. */
let server: Server;
let calls = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    calls += 1;
    response.end(JSON.stringify({ state: 'there', token: secret }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

const heddle = (...args: readonly string[]) => command(args, { SHOP_API_KEY: secret });

const createWorkflow = () => `# What comes in by mail
default_model: sim:fast
variables: { mail: Hello } # nobody's
tools:
  lookup_order:
    http: { url: "http://127.0.0.1:${(server.address() as AddressInfo).port}/{{id}}" }
    description: Looks an order up
    parameters: { type: object, properties: { id: { type: string } } }
tasks:
  find: { type: tool, tool: lookup_order, args: { id: A-20418 } }
  say: # the answer
    description: "Say {{mail}} {{find}}"
    depends_on: [find]
    options: { reply: "Order A-20418 came." }
layout: { tasks: { find: [0, 0] } }
`;

describe('heddle test keep', () => {
  it('writes a run as a test that asks and performs nothing, and that fails once the workflow is another', {
    timeout: 300_000,
  }, async () => {
    const text = createWorkflow();
    const folder = mkdtempSync(join(tmpdir(), 'heddle-keep-'));
    const file = join(folder, 'a.yaml');
    writeFileSync(file, text);
    expect((await heddle('run', file, '--var', 'mail=About A-20418')).code).toBe(0);
    expect(calls).toBe(1);
    const kept = await heddle('test', 'keep', file, '--as', 'refund');
    expect([kept.code, kept.err]).toEqual([0, expect.stringContaining('nothing performs: lookup_order (1)\n')]);
    const written = readFileSync(file, 'utf8');
    // All that was there is there, with its comments.
    for (const line of text.split('\n')) expect(written).toContain(line);
    expect(written.slice(text.indexOf('layout:'))).toMatchInlineSnapshot(`
      "tests:
        refund:
          inputs:
            mail: About A-20418
          expect:
            - type: contains
              value: A-20418
            - type: trajectory:tool-sequence
              value:
                steps: [lookup_order]
                mode: in_order
            - type: trajectory:tool-args-match
              value:
                name: lookup_order
                args:
                  id: A-20418
                mode: partial
            - type: tokens
              threshold: 160
          recording: file:///tests/refund.jsonl
      layout: { tasks: { find: [0, 0] } }
      "
    `);
    const recording = readFileSync(join(folder, 'tests/refund.jsonl'), 'utf8');
    expect(recording).toContain('lookup_order');
    expect(recording + written).not.toContain(secret);

    const tested = await heddle('test', file, '--offline');
    expect([tested.out, calls]).toEqual([expect.stringContaining('1 passed'), 1]);
    writeFileSync(file, written.replace('reply: "Order A-20418 came."', 'reply: "Which order?"'));
    const broken = await heddle('test', file, '--offline');
    expect([broken.code, broken.out]).toEqual([
      1,
      expect.stringContaining('✗ refund  contains: “A-20418” is not there.'),
    ]);

    const again = await heddle('test', 'keep', file, '--as', 'refund');
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('tests/refund.jsonl is there already.')]);
    const refused = await heddle('test', 'keep', file, '--as', 'no good');
    expect([refused.code, existsSync(join(folder, 'tests/no good.jsonl'))]).toEqual([2, false]);
  });
});
