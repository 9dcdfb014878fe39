import { describe, expect, it } from '@jest/globals';
import { countWords } from './count-words.js';

const words = (text: string) => [...countWords(text)].reduce((sum, count) => sum + count, 0);

describe('the word count', () => {
  it.each([
    ['', 0],
    ['Hello, world', 2],
    ["can't stop, 3.14 e.g.", 4],
    ['- [ ] **bold** — `code`', 2],
    ['你好，世界', 2],
    ['see https://example.com/a/b?c=d(e)f or [here](https://x.example)', 3],
    ['mailto:ada@example.com tel:+49301234567', 0],
    ['👩‍👩‍👧 🎉', 0],
  ])('of %j is %i', (text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it('of a long text is the sum of its parts, however it is sliced', () => {
    expect(words('Zwölf Boxkämpfer jagen Viktor. '.repeat(5000))).toBe(20_000);
    expect(words('a'.repeat(100_000))).toBeGreaterThan(0);
    expect(words('one,two,three;'.repeat(3000))).toBe(9000);
  });
});
