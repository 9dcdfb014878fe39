import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { breaking, surface } from './api-surface.js';

const root = new URL('../../../../', import.meta.url);
const file = new URL('docs/api-surface.txt', root);

describe('the surface of the API', () => {
  it('is the committed one; what breaks clients stands in the changelog', () => {
    const before = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    const after = surface();
    const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
    const announced = [...changelog.matchAll(/^- Breaking: ([^]*?)(?=\n- |\n\n|$(?![^]))/gm)].map(([, text]) => text!);
    const unannounced = breaking(before, after).filter((line) => {
      const [, name = ''] = line.split(' ');
      return !announced.some((text) => text.includes(`\`${name}\``));
    });
    // Give each a line in the changelog that begins with "Breaking:" and names the second word: `Task.title`.
    expect(unannounced).toEqual([]);
    // In CI the file must be committed as it is; elsewhere the test brings it up to date.
    if (process.env.CI) expect(before).toEqual(after);
    else writeFileSync(file, `${after.join('\n')}\n`);
  });

  it('is broken by a field that goes, a narrower type and a new demand, not by an addition', () => {
    const before = ['field CreateTaskBody.title string required', 'field Task.id string(uuid) required'];
    expect(breaking(before, [...before, 'field Task.size any', 'field CreateTaskBody.size string'])).toEqual([]);
    expect(breaking(before, ['field CreateTaskBody.title string', before[1]!])).toEqual([]);
    expect(breaking(before, [before[0]!])).toEqual([before[1]]);
    expect(breaking(before, [before[0]!, 'field Task.id string required'])).toEqual([before[1]]);
    const demand = 'field CreateTaskBody.size string required';
    expect(breaking(before, [...before, demand, 'field OtherBody.size string required'])).toEqual([demand]);
  });
});
