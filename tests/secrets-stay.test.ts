import fc from 'fast-check';
import { expect, it } from 'vitest';
import { requestHttp } from '@/engine/tools/http-tool';
import { callServer } from '@/engine/tools/mcp-tool';
import { createSubtaskScope } from '@/engine/tools/subtask';
import type { ToolAccess } from '@/engine/tools/tool-access';
import { gateSecrets } from '@/host/gate-secrets';
import { createToolClient } from '@/tools/create-tool-client';

const secret = 'hush-0123456789';
const allowed = 'https://good.example';
const origins = [allowed, 'http://good.example', 'https://evil.example', 'https://good.example.evil.example'];

/** An access to tools over servers that answer with these redirects, and the origins that a secret came to. */
function openAccess(locations: readonly string[]) {
  const reached: string[] = [];
  const left = [...locations];
  const send: typeof fetch = async (input, init) => {
    const sent = `${String(input)} ${JSON.stringify([...new Headers(init?.headers)])} ${init?.body}`;
    if (sent.includes(secret)) reached.push(new URL(String(input)).origin);
    const location = left.shift();
    return location === undefined
      ? new Response(`you sent ${sent}`)
      : new Response(null, { status: 307, headers: { location } });
  };
  const secretOf = gateSecrets({
    heldUnder: () => secret,
    isAllowed: ({ target }) => target === allowed,
    advice: () => '',
  });
  const { signal } = new AbortController();
  const access: ToolAccess = {
    tools: createToolClient({ fetch: send }),
    secretOf,
    environment: createSubtaskScope({ variables: {} }),
    timed: (perform) => perform(signal),
    ask: (_server, perform) => perform(signal),
  };
  return { access, reached };
}

const filled = fc.constantFrom('{{a}}', '{{secrets.K}}', '', '/', '@', '.', ':', '?', '#', 'x');
const url = fc
  .tuple(
    fc.constantFrom(...origins, '', 'https://', 'https://good.example@evil.example'),
    fc.array(filled, { maxLength: 4 }),
  )
  .map(([start, parts]) => start + parts.join(''));
const value = fc.oneof(
  fc.constantFrom(
    ...origins,
    '@evil.example/',
    '//evil.example',
    '.evil.example',
    '\\evil.example',
    '{{secrets.K}}',
    '..',
  ),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
);
const location = fc.oneof(
  fc.constantFrom(...origins.map((origin) => `${origin}/x`), '/y', '//evil.example'),
  fc.webUrl(),
);

it('a secret comes to the allowed origin only, whatever a tool, its values and its server say', async () => {
  let times = 0;
  await fc.assert(
    fc.asyncProperty(url, value, fc.array(location, { maxLength: 3 }), fc.boolean(), async (written, a, to, isHttp) => {
      const { access, reached } = openAccess(to);
      const parameters = { type: 'object', properties: { a: { type: 'string' } } };
      const headers = { 'x-key': '{{secrets.K}}' };
      const answer = await (isHttp
        ? requestHttp(
            { parameters, http: { url: written } },
            { url: written, headers, body: { k: '{{secrets.K}}' } },
            { a },
            access,
          )
        : callServer({ url: written, headers }, 't', { a }, access)
      ).catch((error: Error) => ({ text: error.message }));
      await access.tools.close();
      expect(answer.text).not.toContain(secret);
      for (const origin of reached) expect(origin).toBe(allowed);
      times += reached.length;
    }),
    { numRuns: 300 },
  );
  expect(times, 'some of them are allowed').toBeGreaterThan(0);
}, 60_000);
