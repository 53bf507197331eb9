import { connect, createServer, type Socket } from 'node:net';

/** A way to a database on which connections can be lost. */
export interface LossyProxy {
  /** An address that leads through it. */
  through(address: string): string;
  /** Loses all connections, and lets none pass until `open`. */
  cut(): void;
  open(): void;
  /** Passes the next COMMIT, or append in one statement, on, and loses its connection before the answer comes back. */
  loseNextCommit(): void;
  /** How many answers were lost in that way. */
  readonly lost: number;
  close(): void;
}

/** Starts it on a free port, before a database on this machine. */
export async function startLossyProxy(port: number): Promise<LossyProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isOpen = true;
  let isArmed = false;
  let lost = 0;
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const database = connect(port, '127.0.0.1');
    const pair = [client, database] as const;
    let isDeaf = false;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.on('data', (data) => {
      if (isArmed && (data.includes('COMMIT') || data.includes('append\0'))) {
        isArmed = false;
        isDeaf = true;
        lost += 1;
      }
      database.write(data);
    });
    database.on('data', (data) => {
      // The server has done it.
      if (isDeaf) end();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address();
  const ownPort = typeof own === 'object' && own !== null ? own.port : 0;
  const cutAll = () => {
    for (const pair of [...pairs]) for (const socket of pair) socket.destroy();
  };
  return {
    through: (address) => address.replace(/:\d+\//, `:${ownPort}/`),
    cut: () => {
      isOpen = false;
      cutAll();
    },
    open: () => {
      isOpen = true;
    },
    loseNextCommit: () => {
      isArmed = true;
    },
    get lost() {
      return lost;
    },
    close: () => {
      cutAll();
      server.close();
    },
  };
}
