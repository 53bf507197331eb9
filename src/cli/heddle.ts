#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { main } from './main';
import { nodeIo } from './node-io';

// A run has a listener on one signal for each of its active tasks: more than ten are not a leak.
setMaxListeners(0);

/** The version of the package. The build inserts it. */
declare const heddleVersion: string;

const openMachine = async () => (await import('./node-machine')).nodeMachine();

process.exitCode = await main(process.argv.slice(2), nodeIo(), openMachine, heddleVersion);
