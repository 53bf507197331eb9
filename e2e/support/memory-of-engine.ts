import type { CDPSession } from '@playwright/test';

/** What V8 reports about a worker, in bytes: its objects, those of the browser, and its buffers. */
interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

/** Reads the memory of the engine's worker, in MB; `session` is one of the browser. */
export function memoryOfEngine(session: CDPSession): Promise<number> {
  return inEngine(session, async (ask) => megabytesOf(await ask<HeapUsage>('Runtime.getHeapUsage')));
}

/** The same, in all and without garbage: the amount of garbage depends on how busy the machine is. */
export function memoryHeldByEngine(session: CDPSession): Promise<{ readonly all: number; readonly held: number }> {
  return inEngine(session, async (ask) => {
    const all = megabytesOf(await ask<HeapUsage>('Runtime.getHeapUsage'));
    await ask('HeapProfiler.collectGarbage');
    return { all, held: megabytesOf(await ask<HeapUsage>('Runtime.getHeapUsage')) };
  });
}

function megabytesOf({ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }: HeapUsage): number {
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6;
}

/** Runs a command of the DevTools protocol in the engine's worker. */
async function inEngine<T>(
  session: CDPSession,
  use: (ask: <R>(method: string) => Promise<R>) => Promise<T>,
): Promise<T> {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  const engine = targetInfos.find(({ type, title, url }) => type === 'worker' && `${title} ${url}`.includes('engine'));
  if (engine === undefined) throw new Error('The worker of the engine is not there.');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: engine.targetId, flatten: false });
  let asked = 0;
  const ask = async <R>(method: string): Promise<R> => {
    const id = ++asked;
    const answer = new Promise<R>((resolve) => {
      const heard = (message: { readonly sessionId: string; readonly message: string }) => {
        const said = JSON.parse(message.message) as { id?: number; result: R };
        if (message.sessionId !== sessionId || said.id !== id) return;
        session.off('Target.receivedMessageFromTarget', heard);
        resolve(said.result);
      };
      session.on('Target.receivedMessageFromTarget', heard);
    });
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
  try {
    return await use(ask);
  } finally {
    await session.send('Target.detachFromTarget', { sessionId });
  }
}
