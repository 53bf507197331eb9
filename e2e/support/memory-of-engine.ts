import type { CDPSession } from '@playwright/test';

/** What V8 says of a worker, in bytes: its objects, those of the browser, and its buffers. */
interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

/** Asks the worker of the engine for its memory, in MB; `session` is one of the browser. */
export async function memoryOfEngine(session: CDPSession): Promise<number> {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  const engine = targetInfos.find(({ type, title, url }) => type === 'worker' && `${title} ${url}`.includes('engine'));
  if (engine === undefined) throw new Error('The worker of the engine is not there.');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: engine.targetId, flatten: false });
  const answer = new Promise<HeapUsage>((resolve) => {
    const heard = (message: { readonly sessionId: string; readonly message: string }) => {
      const said = JSON.parse(message.message) as { id?: number; result: HeapUsage };
      if (message.sessionId !== sessionId || said.id !== 1) return;
      session.off('Target.receivedMessageFromTarget', heard);
      resolve(said.result);
    };
    session.on('Target.receivedMessageFromTarget', heard);
  });
  const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' });
  await session.send('Target.sendMessageToTarget', { sessionId, message });
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await answer;
  await session.send('Target.detachFromTarget', { sessionId });
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6;
}
