/**
 * Replaces `@jest/globals`. Helper modules outlive a test file while Circus creates its functions per file, so these
 * exports forward to those of the current file.
 */
let current = {};

export function provide(globals) {
  current = globals;
}

const forwarding = (name) =>
  new Proxy(() => undefined, {
    apply: (_, self, values) => Reflect.apply(current[name], self, values),
    get: (_, key) => current[name][key],
  });

export const afterAll = forwarding('afterAll');
export const afterEach = forwarding('afterEach');
export const beforeAll = forwarding('beforeAll');
export const beforeEach = forwarding('beforeEach');
export const describe = forwarding('describe');
export const expect = forwarding('expect');
export const it = forwarding('it');
export const jest = forwarding('jest');
export const test = forwarding('test');
