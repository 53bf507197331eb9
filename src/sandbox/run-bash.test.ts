import { describe, expect, it } from 'vitest';
import { printedBy } from './printed.testing';
import { runBash } from './run-bash';

const bash = (content: string, more: { stdin?: string; env?: Record<string, string>; timeoutMs?: number } = {}) =>
  printedBy({ run: (request, sink) => runBash(request, sink) }, { language: 'bash', content, ...more });

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

  it('does at its end what is trapped for it, with its variables and functions', async () => {
    const cleanUp = 'f() { echo "bye $x $? $PWD"; }\n';
    expect(await bash(`${cleanUp}trap f EXIT; x=1; cd /tmp; echo hi; x=2`)).toMatchObject({
      stdout: 'hi\nbye 2 0 /tmp\n',
      exitCode: 0,
    });
    expect(await bash(`set -e\ntrap 'echo "ended with $?"' EXIT\nfalse\necho no`)).toMatchObject({
      stdout: 'ended with 1\n',
      exitCode: 1,
    });
    const exits = 'x=1; trap \'echo "$x $?"\' EXIT; f() { exit 3; }; f';
    expect(await bash(exits)).toMatchObject({ stdout: '1 3\n', exitCode: 3 });
    expect(await bash("trap 'exit 7' EXIT; exit 3")).toMatchObject({ exitCode: 7 });
    expect(await bash("trap 'echo no' 0; trap - EXIT; echo yes")).toMatchObject({ stdout: 'yes\n', exitCode: 0 });
    expect((await bash("trap 'echo bye' EXIT INT; trap")).stdout).toBe("trap -- 'echo bye' EXIT\nbye\n");
  });

  it('says which traps there cannot be', async () => {
    const error = 'bash: trap: ERR is not possible in the sandbox; only EXIT is.\n';
    expect(await bash("trap 'echo no' ERR")).toMatchObject({ stdout: '', stderr: error, exitCode: 1 });
    const lost = 'bash: trap: EXIT of a subshell does not run in the sandbox.\n';
    expect(await bash("trap 'echo bye' EXIT; (trap 'echo no' EXIT); false")).toMatchObject({
      stdout: 'bye\n',
      stderr: lost,
      exitCode: 1,
    });
    expect(await bash("(trap 'echo no' EXIT)")).toMatchObject({ stdout: '', stderr: lost, exitCode: 0 });
  });

  it('has yes, and xargs with options written together', async () => {
    expect((await bash('yes | head -3; yes a b | head -n 1')).stdout).toBe('y\ny\ny\na b\n');
    expect((await bash('seq 3 | xargs -n1 echo')).stdout).toBe('1\n2\n3\n');
    expect((await bash("printf 'a b\\0c\\0' | xargs -0n1 echo -n1")).stdout).toBe('-n1 a b\n-n1 c\n');
    expect((await bash('seq 2 | xargs -I{} echo "[{}]"')).stdout).toBe('[1]\n[2]\n');
    expect((await bash('seq 3 | xargs -n 2 echo')).stdout).toBe('1 2\n3\n');
  });
});
