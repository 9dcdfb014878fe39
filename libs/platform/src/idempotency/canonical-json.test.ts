import { describe, expect, it } from '@jest/globals';
import { canonicalJson } from './canonical-json.js';

const canonical = (text: string) => canonicalJson(JSON.parse(text));

describe('canonical JSON', () => {
  it('writes numbers, texts and literals as RFC 8785, section 3.2.2 does', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonical(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by UTF-16 code units, as RFC 8785, section 3.2.3 does', () => {
    const sample = String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7,"10":8,"9":9}`;
    const order = canonical(sample).match(/(?<=:)\d/g);
    expect(order).toEqual(['2', '4', '8', '9', '6', '7', '1', '5', '3']);
  });

  it('sorts members at every depth, and treats __proto__ as an ordinary name', () => {
    expect(canonical('{"b":[{"z":1,"a":{"d":2,"c":3}}],"__proto__":{"y":1,"x":2}}')).toBe(
      '{"__proto__":{"x":2,"y":1},"b":[{"a":{"c":3,"d":2},"z":1}]}',
    );
  });
});
