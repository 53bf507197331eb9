#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { main } from './main';
import { nodeIo } from './node-io';

// A run has a listener on one signal for each of its tasks in flight: more than ten are no leak.
setMaxListeners(0);

/** The version of the package, which the build writes in. */
declare const heddleVersion: string;

process.exitCode = await main(process.argv.slice(2), nodeIo(), heddleVersion);
