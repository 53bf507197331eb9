import { describe, expect, it } from 'vitest';
import { runBash } from './run-bash';

const bash = (content: string, more: { stdin?: string; env?: Record<string, string>; timeoutMs?: number } = {}) =>
  runBash({ language: 'bash', content, stdin: '', env: {}, timeoutMs: 60_000, ...more });

describe('bash', () => {
  it('reads stdin and variables and writes to stdout and stderr', async () => {
    const result = await bash('jq -r .name; echo "$GREETING é"; echo trouble >&2; exit 3', {
      stdin: '{"name":"Ada ü"}',
      env: { GREETING: 'Hello' },
    });
    expect(result).toEqual({ stdout: 'Ada ü\nHello é\n', stderr: 'trouble\n', exitCode: 3, binary: false });
  });

  it('keeps the spaces at the start of a line', async () => {
    expect((await bash('echo "list:\n  - two spaces"')).stdout).toBe('list:\n  - two spaces\n');
  });

  it('runs loops that are longer than a chat would need', async () => {
    expect((await bash('for i in $(seq 1 120000); do :; done; echo "$i"')).stdout).toBe('120000\n');
  });

  it('reads back large files', async () => {
    const { stdout } = await bash('cat > /tmp/big; wc -c < /tmp/big', { stdin: 'x'.repeat(200_000) });
    expect(stdout.trim()).toBe('200000');
  });

  it('marks bytes that are no text', async () => {
    const result = await bash('printf "a\\xff\\x00"');
    expect(result).toMatchObject({ stdout: 'a\ufffd\0', binary: true });
  });

  it('has no network, no host and nothing left over from an earlier run', async () => {
    expect((await bash('curl http://localhost')).exitCode).toBe(127);
    await bash('echo secret > /tmp/left; export LEFT=1');
    expect((await bash('cat /tmp/left; echo "[$LEFT]"')).stdout).toBe('[]\n');
    expect((await bash('cat /etc/passwd')).exitCode).not.toBe(0);
  });

  it('says what is wrong with a script that does not parse', async () => {
    const result = await bash('if true; then echo');
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).not.toBe('');
  });
});
