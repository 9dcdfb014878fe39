import { describe, expect, it } from '@jest/globals';
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
});
