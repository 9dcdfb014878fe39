import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Runs test files on the globals of the worker process, and restores what they change there. */
export default class ProcessEnvironment {
  fakeTimers = null;
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #before = { env: { ...process.env }, console: globalThis.console, exit: process.exit };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const { env, console, exit } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    globalThis.console = console;
    process.exit = exit;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
