#!/usr/bin/env node
// The deployables run as this very process, so that signals reach them.
const app = process.argv[2];
await import(app === 'api' || app === 'worker' ? `@tandem/${app}/main` : '../dist/main.js');
