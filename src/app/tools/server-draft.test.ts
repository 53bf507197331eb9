import { expect, it } from 'vitest';
import { addServer, buildServer, formatTokenName, isServerAddress, suggestServerName } from './server-draft';

it('names a server after its path, else after its host', () => {
  const name = (address: string, taken: readonly string[] = []) => suggestServerName(address, taken);
  expect(name('https://mcp.example.org/everything')).toBe('everything');
  expect(name('https://mcp.linear.app/mcp')).toBe('linear');
  expect(name('https://api.github.com/mcp/v1')).toBe('github');
  expect(name('http://127.0.0.1:3001/mcp')).toBe('server');
  expect(name('http://localhost:3001/sse')).toBe('server');
  expect(name('https://mcp.linear.app/mcp', ['linear'])).toBe('linear_2');
  expect(name('https://mcp.')).toBe('server');
  expect(name('linear')).toBe('');
});

it('takes whole addresses only', () => {
  const texts = ['https://a.example/mcp', 'http://127.0.0.1:1', 'https://', 'ftp://a.example', 'a.example', ''];
  expect(texts.filter(isServerAddress)).toEqual(['https://a.example/mcp', 'http://127.0.0.1:1']);
});

it('adds the server under its name, and the chosen tools under theirs, without what was sent for a trial', () => {
  const mcp = buildServer(' https://a.example/mcp ', formatTokenName('my-tides'));
  expect(mcp).toEqual({
    url: 'https://a.example/mcp',
    headers: { authorization: 'Bearer {{secrets.MY_TIDES_TOKEN}}' },
  });
  const before = { echo: { builtin: 'note' } };
  expect(addServer(before, { name: 'tides', mcp }, ['get-sum', 'echo'])).toEqual({
    ...before,
    tides: { mcp: { ...mcp, tool: '*' } },
    'get-sum': { mcp },
    echo_2: { mcp: { ...mcp, tool: 'echo' } },
  });
  expect(buildServer('https://a.example', undefined)).toEqual({ url: 'https://a.example' });
});
