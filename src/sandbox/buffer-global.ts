import { Buffer } from 'buffer/index.js';

// just-bash looks for Node's Buffer while it is loaded; without it files over 64 kB read as missing. Import this first.
Object.assign(globalThis, { Buffer });
