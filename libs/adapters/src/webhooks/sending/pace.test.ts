import { describe, expect, it, jest } from '@jest/globals';
import { Pace } from './pace.js';

describe('the pace of an endpoint', () => {
  it('is quick by how long answers take, and not by how many a busy process gets', () => {
    const pace = new Pace();
    expect(pace.isQuick).toBe(true);
    pace.answered(20);
    pace.answered(150);
    expect(pace.isQuick).toBe(true);
    pace.answered(300);
    expect(pace.isQuick).toBe(false);
  });

  it('counts a request as long sooner where fewer are under way at once', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const pace = new Pace();
    let end: () => void = () => undefined;
    const request = pace.timed(() => new Promise<void>((resolve) => (end = resolve)));
    clock.mockReturnValue(200);
    expect([pace.longUnderWay(1), pace.longUnderWay(3)]).toEqual([1, 0]);
    clock.mockReturnValue(400);
    expect(pace.longUnderWay(3)).toBe(1);
    end();
    await request;
    expect(pace.longUnderWay(1)).toBe(0);
    clock.mockRestore();
  });
});
