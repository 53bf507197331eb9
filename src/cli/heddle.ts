#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { runCommandLine } from './main';
import { createNodeIo } from './node-io';

// A run has a listener on one signal for each of its active tasks: more than ten are not a leak.
setMaxListeners(0);

/** The version of the package. The build inserts it. */
declare const heddleVersion: string;

const openMachine = async () => (await import('./node-machine')).createNodeMachine();

process.exitCode = await runCommandLine(process.argv.slice(2), createNodeIo(), openMachine, heddleVersion);
