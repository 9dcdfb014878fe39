#!/usr/bin/env node
// The deployables run as this very process, so that signals reach them.
const app = process.argv[2];
const isDeployable = app === 'api' || app === 'worker';

await import(isDeployable ? `@tandem/${app}/main` : '../dist/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write(`tandem: ${remedyFor(error.message.split('\n')[0])}\n`);
  process.exit(1);
});

function remedyFor(fault) {
  const isUnbuilt = /^Cannot find module '.*[/\\](?:apps|libs|@tandem)[/\\]\w+[/\\]dist[/\\]/.test(fault);
  return isUnbuilt ? 'this is not built yet; run: npm run build' : `${fault}; run: npm install`;
}
