import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { provide } from './globals.mjs';

/**
 * Runs a test file on jest-circus, with modules loaded by Node itself and kept by the worker. Jest would load a
 * thousand of them again for each file, in a context of its own. In return, a test must not rely on module state that
 * another file may have changed, apart from the clock, which a file's database corrects.
 */
register('./typescript.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
const require = createRequire(import.meta.url);

export default async function run(globalConfig, config, environment, runtime, path, send) {
  Error.prepareStackTrace = undefined; // Jest's looks for maps of its own transforms; Node reads those in the modules.
  const modules = {
    requireInternalModule: requireFresh,
    requireModule: require,
    setGlobalsForRuntime: (globals) => provide({ ...globals, jest: jestOf(environment) }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(`${pathToFileURL(file).href}?at=${Date.now()}`),
    enterTestCode() {},
    leaveTestCode() {},
  };
  const { clock } = await import('../../domain/src/core/clock.ts');
  clock.correct(0);
  return circus.default(globalConfig, config, environment, modules, path, send);
}

/** Circus keeps the declared tests in module state and its event handlers on the global object. */
function requireFresh(file) {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete require.cache[file];
  return require(file);
}

/** The part of `jest` that needs no module registry: mocks and fake timers. */
function jestOf({ moduleMocker, fakeTimersModern }) {
  const pick = (owner, ...names) => Object.fromEntries(names.map((name) => [name, owner[name].bind(owner)]));
  return {
    ...pick(moduleMocker, 'fn', 'spyOn', 'replaceProperty', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks'),
    ...pick(fakeTimersModern, 'useFakeTimers', 'useRealTimers', 'setSystemTime', 'runOnlyPendingTimers'),
    ...pick(fakeTimersModern, 'advanceTimersByTime', 'advanceTimersByTimeAsync', 'getTimerCount'),
  };
}
