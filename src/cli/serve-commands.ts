import { type CliCommand, defineCommand } from './cli-command';

// The code of commands that need much the same is loaded together, when one of them is run.
const loadServerCommands = () => import('./commands/server-commands');

const world = {
  journal: { type: 'string', value: 'DIR', help: 'where the runs are kept (default: .heddle/runs in the folder)' },
  store: {
    type: 'string',
    value: 'ADDRESS',
    help: 'keep runs and their files here: postgres://USER@HOST/DATABASE, or a folder (default: HEDDLE_STORE)',
  },
  'env-file': {
    type: 'string',
    value: 'FILE',
    help: 'keys and secrets as NAME=VALUE lines; the environment goes before them',
  },
  'allow-scripts': {
    type: 'boolean',
    help: 'let scripts and MCP servers over stdio run as processes; otherwise scripts run in a sandbox',
  },
  'allow-secret': {
    type: 'string',
    multiple: true,
    value: 'NAME=ORIGIN',
    help: 'let this secret be sent there: SEARCH=https://api.example.org (may be repeated)',
  },
  'pass-env': { type: 'string', multiple: true, value: 'NAME', help: 'let scripts see this variable too' },
  'unknown-price-usd': {
    type: 'string',
    value: 'IN/OUT',
    help: 'USD for a million tokens of models whose price is not known, where there is a budget in USD',
  },
  provider: {
    type: 'string',
    multiple: true,
    value: 'ID',
    help: 'take ID for a known provider of models (may be repeated)',
  },
  protocol: {
    type: 'string',
    multiple: true,
    value: '[PROVIDER=]NAME',
    help: 'the protocol of base URLs from the environment: openai, anthropic, google, compatible',
  },
  'max-runs': { type: 'string', value: 'N', help: 'most runs at once (default: 256)' },
} as const;

/** The commands that serve workflows to others, by name, in the order of the help. */
export const serveCommands: Readonly<Record<string, CliCommand>> = {
  serve: defineCommand(
    {
      summary: 'Serve the workflows of a folder: the page, an HTTP API, tools over MCP.',
      usage: '[FOLDER] [--port N] [--host H]',
      options: {
        port: { type: 'string', value: 'N', help: 'the port (default: 4400; 0: any that is free)' },
        host: { type: 'string', value: 'H', help: 'the address (default: 127.0.0.1); any other needs a token' },
        'allow-origin': {
          type: 'string',
          multiple: true,
          value: 'ORIGIN',
          help: 'let pages of this origin use the API, such as https://flows.example.org (may be repeated)',
        },
        'allow-host': {
          type: 'string',
          multiple: true,
          value: 'NAME',
          help: 'a name by which the server may be called, such as that of a proxy (may be repeated)',
        },
        ...world,
        engine: {
          type: 'string',
          value: 'ADDRESS',
          help: 'share the runs of a database with other machines: restate://HOST:PORT, the ingress of Restate',
        },
        'engine-listen': {
          type: 'string',
          value: 'HOST:PORT',
          help: 'where this machine listens for Restate (default: 127.0.0.1:9080)',
        },
        'engine-machines': {
          type: 'string',
          value: 'URL',
          help: 'where Restate reaches the machines: the balancer before them (default: this machine)',
        },
        'engine-key': {
          type: 'string',
          multiple: true,
          value: 'KEY',
          help: 'the key by which a request is known to come from Restate, publickeyv1_… (may be repeated)',
        },
        'engine-label': {
          type: 'string',
          multiple: true,
          value: 'LABEL',
          help: 'what this machine has that runs may ask for, such as gpu (may be repeated)',
        },
        'max-body-mb': { type: 'string', value: 'N', help: 'most megabytes of a request (default: 16)' },
        'max-requests': { type: 'string', value: 'N', help: 'most requests a minute of one token (default: 600)' },
        'max-streams': { type: 'string', value: 'N', help: 'most open event streams (default: 1000)' },
        'arrival-seconds': {
          type: 'string',
          value: 'N',
          help: 'how long a request may take to arrive whole (default: 30)',
        },
        'drain-seconds': {
          type: 'string',
          value: 'N',
          help: 'how long calls under way may take to end when the server stops (default: 8)',
        },
      },
    },
    async () => (await loadServerCommands()).serveFolder,
  ),
  mcp: defineCommand(
    {
      summary: 'Serve the workflows of a folder as tools over MCP, on standard input and output.',
      usage: '[FOLDER]',
      options: world,
    },
    async () => (await loadServerCommands()).serveMcp,
  ),
  token: defineCommand(
    {
      summary: 'Make, list and revoke the tokens by which others use a server.',
      usage: 'make [FOLDER] [--scope read,run] [--expires 30d] | list [FOLDER] | revoke ID [FOLDER]',
      options: {
        scope: {
          type: 'string',
          multiple: true,
          value: 'SCOPES',
          help: 'read: look; run: start and steer runs; admin: both, and remove runs (default: read)',
        },
        name: { type: 'string', value: 'TEXT', help: 'what it is for' },
        expires: { type: 'string', value: 'WHEN', help: 'when it ends: 12h, 30d, 2027-01-31 (default: never)' },
        json: { type: 'boolean', help: 'print JSON for another program' },
      },
    },
    async () => (await loadServerCommands()).manageTokens,
  ),
};
