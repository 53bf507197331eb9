import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { maxWorkflowBytes } from '@/formats/limits';
import { fetchWorkflowFile } from './fetch-file';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const never = new AbortController().signal;
const refused = (message: string | RegExp) => ({ code: 'FILE_REFUSED', message: expect.stringMatching(message) });

it('gives the bytes and the name of a file, whatever its type is called', async () => {
  const server = await serve((_request, response) => {
    response.setHeader('content-type', 'image/png').end('tasks: {}');
  });
  const { name, bytes } = await fetchWorkflowFile(` ${server}/a/my%20flow.yaml?raw=1 `, never);
  expect(name).toBe('my flow.yaml');
  expect(new TextDecoder().decode(bytes)).toBe('tasks: {}');
  expect((await fetchWorkflowFile(`${server}/%ff.yaml`, never)).name).toBe('%ff.yaml');
});

it.each([
  [404, 'has nothing at this address'],
  [403, 'does not give this file to everyone'],
  [500, 'could not answer'],
])('says what a server means by %s', async (status, message) => {
  const server = await serve((_request, response) => {
    response.writeHead(status).end();
  });
  await expect(fetchWorkflowFile(`${server}/a.yaml`, never)).rejects.toMatchObject(refused(message));
});

it('refuses a file beyond the limit as soon as that is known, with or without a length', async () => {
  let sent = 0;
  const server = await serve((request, response) => {
    if (request.url === '/told.yaml') {
      response.writeHead(200, { 'content-length': String(50 * 1024 * 1024) });
      response.write('tasks');
      return;
    }
    const part = Buffer.alloc(64 * 1024, 'x');
    const more = () => {
      while (!response.destroyed && response.write(part)) sent += part.length;
    };
    response.on('drain', more);
    more();
  });
  await expect(fetchWorkflowFile(`${server}/told.yaml`, never)).rejects.toMatchObject(
    refused('^“told.yaml” is larger than 5 MB'),
  );
  await expect(fetchWorkflowFile(`${server}/endless.yaml`, never)).rejects.toMatchObject(
    refused(/^“endless.yaml” is larger than 5 MB/),
  );
  expect(sent).toBeLessThan(8 * maxWorkflowBytes);
});

it('says when nobody answers, or the answer breaks off', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('tasks');
    response.destroy();
  });
  await expect(fetchWorkflowFile(`${server}/a.yaml`, never)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await expect(fetchWorkflowFile('http://127.0.0.1:9/a.yaml', never)).rejects.toMatchObject(refused('^No answer from'));
});

it.each([
  '',
  'flow.yaml',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,tasks',
  'https://me:pw@x.org/a',
])('does not fetch %j', async (address) => {
  await expect(fetchWorkflowFile(address, never)).rejects.toMatchObject(refused('address'));
});

it('stops when it is told to', async () => {
  const controller = new AbortController();
  const server = await serve(() => controller.abort());
  await expect(fetchWorkflowFile(`${server}/a.yaml`, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
