import { describe, expect, it } from '@jest/globals';
import { changesBetween, describeChanges } from './tool-changes.js';

describe('changes of the tools of an app', () => {
  it('are listed by name, each escaped as code', () => {
    const odd = '`[x](http://evil) \u202e\n<b>';
    const changes = changesBetween({ pay: '1', refund: '1', ['__proto__']: '1' }, { pay: '2', [odd]: '1' });
    expect(changes).toEqual({ added: [odd], removed: ['refund', '__proto__'], changed: ['pay'] });
    expect(describeChanges(changes)).toBe(
      '- added: ` [x](http://evil)   <b>`\n- removed: `refund`, `__proto__`\n- changed: `pay`',
    );
  });

  it('are abbreviated if there are many, and empty if there are none', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`tool${index}`, '1']));
    expect(describeChanges(changesBetween({}, many))).toMatch(/`tool9`, and 20 more$/);
    expect(describeChanges(changesBetween(many, many))).toBe('');
  });
});
