#!/usr/bin/env node
import { main } from '../dist/cli/main.js';

// Should the event loop ever run dry before the end, that must not pass for success.
process.exitCode = 1;
process.exitCode = await main(process.argv.slice(2));
