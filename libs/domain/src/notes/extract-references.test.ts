import { describe, expect, it } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { extractReferences } from './extract-references.js';
import { prosePieces } from './prose.js';
import { ReadingBudget } from './reading-budget.js';

const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const other = '0199aaaa-bbbb-7ccc-8ddd-ffffffffffff';
const base = 'https://tandem.example';

function found(markdown: string): string[] {
  const origin = { ownUrls: [base], country: 'DE', budget: new ReadingBudget() };
  return tandem.within(() =>
    [...prosePieces(markdown)].flatMap(({ plain }) => [...extractReferences(plain, origin)].flat()),
  );
}

const rows: [what: string, markdown: string, expected: string[]][] = [
  ['a mention', `Ask @[Ada](mention://contact/${id}).`, [`contact:${id}`]],
  ['a mention with any label', `@[a [b] c](mention://task/${id.toUpperCase()})`, [`task:${id}`]],
  ['no mention of an unknown type', `@[x](mention://planet/${id})`, []],
  ['a task by identifier', '[[WEB-12]]', ['key:WEB-12', 'title:web-12']],
  ['a task by identifier in lower case', '[[web-12]]', ['key:WEB-12', 'title:web-12']],
  ['a record by type and id', `[[agent_run:${id}]] and [[event:${other}]]`, [`agent_run:${id}`, `event:${other}`]],
  ['a title that resembles a type and id', `[[planet:${id}]]`, [`title:planet:${id}`]],
  ['a note by title', '[[Meeting  of Monday]]', ['title:meeting of monday']],
  ['a title in another Unicode form', '[[Cafe\u0301 ÄRGER]]', ['title:café ärger']],
  ['a title in any letter case', '[[STRASSE]] [[Straße]]', ['title:strasse', 'title:strasse']],
  ['no title in escaped brackets', '\\[[Plan]] [\\[Plan]] [[Plan\\]] \\\\\\[[Plan]]', []],
  ['a title after an escaped backslash', '\\\\[[Plan]]', ['title:plan']],
  ['no mention in escaped brackets', `@\\[Ada](mention://contact/${id}) @[Ada\\](mention://contact/${id})`, []],
  ['a mention after an escaped at sign', `\\@[Ada](mention://contact/${id})`, [`contact:${id}`]],
  ['no empty title', '[[ ]] [[]]', []],
  ['no title across two lines', '[[a\nb]]', []],
  ['a bare identifier', 'WEB-12, (API-1) and A1-7.', ['key:WEB-12', 'key:API-1', 'key:A1-7']],
  ['a bare identifier in emphasis', '**A-1** _A-2_ ~~A-3~~ __A-4__', ['key:A-1', 'key:A-2', 'key:A-3', 'key:A-4']],
  ['a bare identifier between words without spaces', '見てA-1は、「A-2」ดูA-3', ['key:A-1', 'key:A-2', 'key:A-3']],
  ['no identifier inside other words', 'web-12 XWEB-12x WEB-12-a -WEB-12 éWEB-1 WEB-0 WEB-012 a_A-1 A-1_a', []],
  ['no identifier with an overlong key', 'ABCDEFGHIJK-1', []],
  ['an own address', `${base}/api/v1/tasks/${id}, see`, [`task:${id}`]],
  ['an own address as a link', `[x](${base}/api/v1/projects/${id}?a=1)`, [`project:${id}`]],
  [
    'an own address in capitals',
    `${base.replace('https://tandem', 'HTTPS://TANDEM')}/api/v1/notes/${id}`,
    [`note:${id}`],
  ],
  ['an own address of a stage', `${base}/api/v1/pipelines/${other}/stages/${id}`, [`pipeline_stage:${id}`]],
  ['an own address of a run', `${base}/api/v1/agents/echo/runs/${id}`, [`agent_run:${id}`]],
  ['an own address by identifier', `${base}/api/v1/tasks/by-identifier/web-3`, ['key:WEB-3']],
  ['an own address below a record', `${base}/api/v1/tasks/${id}/comments`, [`task:${id}`]],
  ['no address of another server', `https://elsewhere.example/api/v1/tasks/${id}`, []],
  ['no address that only begins alike', `${base}.evil.example/api/v1/tasks/${id}`, []],
  ['no identifier in an address', 'https://jira.example/browse/WEB-12', []],
  ['an e-mail address', '[Ada](mailto:Ada%40Example.com?subject=WEB-1)', ['mailto:ada@example.com']],
  ['an international e-mail address', '<mailto:ada@Bücher.example>', ['mailto:ada@xn--bcher-kva.example']],
  ['several e-mail addresses', 'mailto:a@x.example,b@y.example.', ['mailto:a@x.example', 'mailto:b@y.example']],
  ['a phone number', 'tel:+49-30-1234567;ext=3', ['tel:+49301234567']],
  ['one number of a link, without the dialled suffix', 'tel:+4930123456,,12,+4930123457', ['tel:+4930123456']],
  ['an address of any case', 'MAILTO:Ada@x.example Tel:+4930123456', ['mailto:ada@x.example', 'tel:+4930123456']],
  ['no address inside other words', 'xmailto:ada@x.example hotel:+4930123456', []],
  ['a phone number in brackets', '[call](tel:+49(30)123456)', ['tel:+4930123456']],
  ['a phone number of the own country', '[call](tel:030-1234567)', ['tel:+49301234567']],
  ['no phone number without digits', 'tel:abc mailto:nobody', []],
  ['nothing in a code span', '`WEB-1` ``[[a]] ` WEB-2`` WEB-3', ['key:WEB-3']],
  ['nothing in a code span across two lines', '`WEB-1\nWEB-2` WEB-3', ['key:WEB-3']],
  ['text between single backticks of two paragraphs', 'a ` b\n\nWEB-1 ` c', ['key:WEB-1']],
  ['text after an escaped backtick', '\\`WEB-1` and WEB-2', ['key:WEB-1', 'key:WEB-2']],
  ['nothing in a fence', '```js\nWEB-1\n```\nWEB-2', ['key:WEB-2']],
  ['nothing in a fence of tildes', '~~~\nWEB-1\n```\nWEB-2\n~~~~\nWEB-3', ['key:WEB-3']],
  ['nothing in an unclosed fence', 'WEB-1\n```\nWEB-2', ['key:WEB-1']],
  ['nothing in a fence in a list', '- ```\n  WEB-1\n  ```\n- WEB-2', ['key:WEB-2']],
  ['nothing in a fence on a later line of a list item', '- a\n  ```\n  WEB-1\n  ```\n  WEB-2', ['key:WEB-2']],
  ['text after a quote with an open fence', '> ```\n> WEB-1\n\nWEB-2', ['key:WEB-2']],
  ['text after a list item with an open fence', '- ```\n  WEB-1\n- WEB-2', ['key:WEB-2']],
  ['text after a list with an open fence', '- a\n  ```\n  WEB-1\n\n  WEB-2\nWEB-3', ['key:WEB-3']],
  ['nothing in a fence in a quote in a list', '1. > ~~~\n   > WEB-1\n   WEB-2', ['key:WEB-2']],
  ['nothing in indented code', 'a\n\n    WEB-1\n\n\tWEB-2\n\nWEB-3', ['key:WEB-3']],
  ['nothing in indented code after a heading', '# a\n    WEB-1\n# WEB-2', ['key:WEB-2']],
  ['nothing in indented code after a setext heading', 'a\n===\n    WEB-1\n\nWEB-2', ['key:WEB-2']],
  ['nothing in indented code in an item', '- a\n\n      WEB-1\n\n  WEB-2', ['key:WEB-2']],
  ['an indented line of a paragraph', 'a\n    WEB-1', ['key:WEB-1']],
  ['an indented paragraph of an item', '- a\n\n    WEB-1\n    - WEB-2', ['key:WEB-1', 'key:WEB-2']],
  ['text after a thematic break', '* * *\n    WEB-1\n***\nWEB-2', ['key:WEB-2']],
  ['nothing in a fence with a shorter one inside', '````\n```\nWEB-1\n```\nWEB-2\n````', []],
  ['no code span beyond a heading', '# Use ` for code\nSee LAUN-1 and ` too', ['key:LAUN-1']],
  ['no code span across a setext heading', '`\n===\nWEB-1 `', ['key:WEB-1']],
  ['no code span into a quote', '`\n> WEB-1 `', ['key:WEB-1']],
  ['nothing in indented code after an underline that resembles a list item', 'a\n-\n    WEB-1', []],
  ['a lazy continuation line of a quote', '> a\n===\n    WEB-1', ['key:WEB-1']],
  ['a paragraph of characters that only look blank', '\v\n    WEB-1\n\n\f\n    WEB-2', ['key:WEB-1', 'key:WEB-2']],
  ['text after a comment', '<!--\n```\n-->\nWEB-1', ['key:WEB-1']],
  ['text around HTML', '<pre>\n```\n</pre>\nWEB-1\n```\nWEB-2', ['key:WEB-1']],
  ['text in HTML', '<div>\n`WEB-1`\n</div>\n\n`WEB-2`', ['key:WEB-1']],
  [
    'each kind of HTML to its end',
    '<?\n\n`A-1` ?>\n<!A\n`A-2` >\n<![CDATA[\n`A-3` ]]>\n`A-4`',
    ['key:A-1', 'key:A-2', 'key:A-3'],
  ],
  ['text after a tag that contains a backtick', '<a title="`">WEB-1 `WEB-2`', ['key:WEB-1']],
  ['text after carriage returns', '`\r\rWEB-1 `\r\n\r\nWEB-2', ['key:WEB-1', 'key:WEB-2']],
  ['text after a line of inline code', '```WEB-1``` x\nWEB-2', ['key:WEB-2']],
];

describe('the references of a text', () => {
  it.each(rows)('include %s', (_, markdown, expected) => {
    expect(found(markdown)).toEqual(expected);
  });

  it('are found in lines of a megabyte, wherever they are cut', () => {
    const one = `lorem ipsum [[Note title with blanks]] @[x y](mention://task/${id}) `;
    const text = one.repeat(Math.floor((1 << 20) / one.length));
    const all = found(text);
    expect(all.filter((reference) => reference === 'title:note title with blanks')).toHaveLength(all.length / 2);
    expect(all).toHaveLength(2 * Math.floor((1 << 20) / one.length));
  });

  it.each([
    '[[',
    '@[',
    '`',
    '``` ',
    'mailto:',
    'https://',
    '[[a',
    '](mention://',
    '\\`',
    'A-',
    '(',
    '\n',
    '- `\n',
    '- ',
    '>',
    '\t>',
    'tel:(',
    '`<!--',
    '`<?',
    '<a b="`" ',
    '<a b="`\'<a c=\'`" ',
    '`<a@',
    '<div>\n',
    '- - - x\n',
    '> a\nb\n',
  ])('take no more than linear time for a megabyte of %j', (part) => {
    const processorTime = (length: number) => {
      const text = part.repeat(length / part.length);
      const before = process.cpuUsage();
      found(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    // Quadratic time would take sixteen times as long; compilation and garbage collection add noise.
    const quarter = processorTime(1 << 18);
    expect(processorTime(1 << 20)).toBeLessThan(8 * quarter + 2000);
  });
});
