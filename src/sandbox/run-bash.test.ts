import { describe, expect, it } from 'vitest';
import { printedBy } from './printed.testing';
import { runBash } from './run-bash';

const bash = (content: string, more: { stdin?: string; env?: Record<string, string>; timeoutMs?: number } = {}) =>
  printedBy({ run: runBash }, { language: 'bash', content, ...more });

describe('bash', () => {
  it('reads stdin and variables and writes to stdout and stderr', async () => {
    const result = await bash('jq -r .name; echo "$GREETING é"; echo trouble >&2; exit 3', {
      stdin: '{"name":"Ada ü"}',
      env: { GREETING: 'Hello' },
    });
    expect(result).toEqual({ stdout: 'Ada ü\nHello é\n', stderr: 'trouble\n', exitCode: 3, binary: false });
  });

  it('reads back large files', async () => {
    const { stdout } = await bash('cat > /tmp/big; wc -c < /tmp/big', { stdin: 'x'.repeat(200_000) });
    expect(stdout.trim()).toBe('200000');
  });

  it('says so when it prints more than it can keep', async () => {
    const { stdout, stderr, exitCode } = await bash('printf "%033554432d" 0; printf "%033554433d" 0');
    expect(stderr).toBe('The script printed more than 64 MiB and was stopped.\n');
    expect(exitCode).not.toBe(0);
    expect(stdout.length).toBeLessThanOrEqual(64 * 2 ** 20);
  });

  it('has no network, no host and nothing left over from an earlier run', async () => {
    expect((await bash('curl http://localhost')).exitCode).toBe(127);
    await bash('echo secret > /tmp/left; export LEFT=1');
    expect((await bash('cat /tmp/left; echo "[$LEFT]"')).stdout).toBe('[]\n');
    expect((await bash('cat /etc/passwd')).exitCode).not.toBe(0);
  });
});
