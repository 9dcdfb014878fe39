import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Carried } from './carried.js';

describe('a carried value', () => {
  const [name, size] = [new Carried<string>(), new Carried<number>()];
  const all = () => [name.current, size.current];

  it('is visible to all work started within, beside earlier values, and nowhere else', async () => {
    const later = await name.during('outer', () =>
      size.during(1, async () => {
        await pause(1);
        expect(all()).toEqual(['outer', 1]);
        name.during('inner', () => expect(all()).toEqual(['inner', 1]));
        expect(all()).toEqual(['outer', 1]);
        return { detached: pause(1).then(all) };
      }),
    );
    expect(await later.detached).toEqual(['outer', 1]);
    expect(all()).toEqual([undefined, undefined]);
  });

  it('is separate for concurrent work', async () => {
    const works = ['a', 'b', 'c'].map((one, i) => name.during(one, () => size.during(i, () => pause(3 - i).then(all))));
    expect(await Promise.all(works)).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('is undefined outside', () => {
    const none = new Carried<string | undefined>();
    none.during('something', () => none.during(undefined, () => expect(none.current).toBeUndefined()));
  });
});
