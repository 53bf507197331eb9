import { Buffer } from 'buffer/index.js';

// just-bash looks for Node's Buffer while it is loaded; without it, files over 64 kB appear to be missing. Import this
// first.
Object.assign(globalThis, { Buffer });
