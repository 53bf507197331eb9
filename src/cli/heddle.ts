#!/usr/bin/env node
import { main } from './main';
import { nodeIo } from './node-io';

/** The version of the package, which the build writes in. */
declare const heddleVersion: string;

process.exitCode = await main(process.argv.slice(2), nodeIo(), heddleVersion);
