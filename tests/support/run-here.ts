import { main } from '@/cli/main';
import { nodeIo } from '@/cli/node-io';
import { type RunEvent, runEventSchema } from '@/run/events';

const real = nodeIo();

/** A command's output, and its exit code. */
export interface RanHere {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, on this machine, and captures its output. Paths are absolute. */
export async function runHere(args: readonly string[]): Promise<RanHere> {
  const printed = { out: '', err: '' };
  const keep = (stream: 'out' | 'err') => ({
    coloured: false,
    columns: undefined,
    taken: async () => {},
    write: (text: string | Uint8Array) => {
      printed[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
    },
  });
  const machine = { ...real.machine, ask: undefined };
  const code = await main(args, { ...real, out: keep('out'), err: keep('err'), machine }, '0');
  return { code, ...printed };
}

/** The answers of the tools of a run that was printed with `--json`, in order. */
export function answersIn({ out }: RanHere): readonly string[] {
  const events = out
    .split('\n')
    .filter(Boolean)
    .map((line): RunEvent => runEventSchema.parse(JSON.parse(line)));
  return events.flatMap((event) => (event.kind === 'tool.called' ? [event.result ?? ''] : []));
}
