import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WordCount } from './word-count.js';

/** Counts a text that arrives in parts of this length. */
function words(text: string, partLength = 8192): number {
  const count = new WordCount();
  let sum = 0;
  for (let i = 0; i < text.length; i += partLength)
    for (const some of count.add(text.slice(i, i + partLength))) sum += some;
  for (const some of count.rest()) sum += some;
  return sum;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const inOnePiece = (text: string) => [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

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

  it.each([
    ['Thai', 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์เช่นเดียวกับภาษาจีนและออกเสียงแยกคำต่อคำ'],
    ['Lao', 'ພາສາລາວເປັນພາສາທາງການຂອງສາທາລະນະລັດປະຊາທິປະໄຕປະຊາຊົນລາວແລະມີຄົນເວົ້າຫຼາຍ'],
    ['Khmer', 'ភាសាខ្មែរគឺជាភាសាកំណើតរបស់ជនជាតិខ្មែរនិងជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា'],
    ['Burmese', 'မြန်မာဘာသာစကားသည်မြန်မာနိုင်ငံ၏ရုံးသုံးဘာသာစကားဖြစ်သည်'],
    ['Chinese', '中文分词是一个困难的问题因为词与词之间没有空格'],
    ['Japanese', '日本語の文章は単語の間に空白を入れないで書かれますカタカナ'],
    ['German', 'Zwölf Boxkämpfer jagen Viktor über den großen Sylter Deich. '],
    ['digits and signs', "1,000.5'a_b:c.d "],
    ['one word', 'äa'],
    ['one number', '1,'],
  ])('of a long text is exact, whatever its slices: %s', (_, sample) => {
    const cut = fc.tuple(fc.nat(sample.length - 1), fc.integer({ min: 1, max: 20 }));
    const texts = fc
      .array(cut, { minLength: 300, maxLength: 400 })
      .map((cuts) => cuts.map(([from, length]) => sample.slice(from, from + length)).join(''));
    const holds = (text: string, partLength: number) => expect(words(text, partLength)).toBe(inOnePiece(text));
    fc.assert(fc.property(texts, fc.integer({ min: 100, max: 5000 }), holds), { seed: 5, numRuns: 10 });
  });

  it('of Latin text matches the segmenter', () => {
    const text = fc.string({ unit: fc.constantFrom(...`aB1_:.,;'"- \n\t/@é’‘“ñ…Žß—×µ`), maxLength: 12 });
    fc.assert(
      fc.property(text, (some) => expect(words(some)).toBe(inOnePiece(some))),
      { seed: 5, numRuns: 5000 },
    );
  });
});
