import TestSequencer from '@jest/test-sequencer';

/** What works longest begins first, so that no worker of the run is left alone with it at the end. */
const longest = [/apps.worker.test/, /apps.cli.test/];

function rank({ path }) {
  const index = longest.findIndex((one) => one.test(path));
  return index < 0 ? longest.length : index;
}

export default class Order extends TestSequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
