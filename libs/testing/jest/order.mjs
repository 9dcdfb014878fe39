import TestSequencer from '@jest/test-sequencer';

/** What works longest begins first, so that no worker of the run is left alone with it at the end. */
const longest = [/apps.worker.test/, /apps.cli.test/];

function rank({ path }) {
  const place = longest.findIndex((one) => one.test(path));
  return place < 0 ? longest.length : place;
}

export default class Order extends TestSequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
