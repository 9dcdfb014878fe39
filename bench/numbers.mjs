/**
 * Prints how much there is to read: lines of shipped TypeScript, and the files that run while the API answers one
 * request, counted by V8 in a running server.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isShipped = (file) => /\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|^libs\/testing\//.test(file);

function printSizes() {
  const listed = execFileSync('git', ['ls-files', 'apps', 'libs'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\n').filter(isShipped);
  const texts = files.map((file) =>
    readFileSync(root + file, 'utf8')
      .trimEnd()
      .split('\n'),
  );
  const lines = texts.flat();
  const sizes = texts.map(({ length }) => length).sort((a, b) => a - b);
  const comments = lines.filter((line) => /^\s*(\/\/|\/?\*)/.test(line)).length;
  console.log(`shipped TypeScript            ${lines.length} lines in ${files.length} files`);
  console.log(`median file                   ${sizes[Math.floor(sizes.length / 2)]} lines, longest ${sizes.at(-1)}`);
  console.log(`comments                      ${((100 * comments) / lines.length).toFixed(1)} % of lines`);
  console.log(`lines over 120 columns        ${lines.filter(({ length }) => length > 120).length}`);
}

/** The source files whose functions ran in each of three such requests: what ran in one alone was in the background. */
async function filesOf({ child }, request) {
  let common;
  for (let round = 0; round < 4; round++) {
    await taken(child);
    await request();
    const files = (await taken(child)).flatMap(
      (url) => /\/((?:apps|libs)\/\w+\/)dist\/(.*)\.js$/.exec(url)?.slice(1).join('src/') ?? [],
    );
    // The first request of its kind fills caches.
    if (round > 0) common = common ? common.filter((file) => files.includes(file)) : files;
  }
  return common.sort();
}

async function taken(child) {
  child.send('coverage');
  for (;;) {
    const [message] = await once(child, 'message');
    if (message.type === 'coverage') return message.urls;
  }
}

printSizes();
process.env.NODE_OPTIONS = `--import ${new URL('./coverage.mjs', import.meta.url)}`;
const { openStage } = await import('./stage.mjs');
const stage = await openStage();
try {
  const cancel = async () => {
    const { id } = await stage.call('/tasks', { title: 'Buy milk' }, stage.key);
    await taken(stage.api.child);
    await stage.call(`/tasks/${id}/cancel`, {}, stage.key);
  };
  const contact = () => stage.call('/contacts', { display_name: 'Ada Lovelace' }, stage.key);
  for (const [name, request] of Object.entries({ 'POST /tasks/{id}/cancel': cancel, 'POST /contacts': contact })) {
    const files = await filesOf(stage.api, request);
    const behaviour = files.filter((file) => /^libs\/domain\/src\/(?!core\/)/.test(file));
    console.log(`${name.padEnd(30)}${files.length} files, ${behaviour.length} of them behaviour`);
    if (process.argv.includes('--files')) console.log(files.map((file) => `  ${file}`).join('\n'));
  }
} finally {
  await stage.close();
}
