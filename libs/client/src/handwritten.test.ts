import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

describe('the handwritten part of the client', () => {
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const sources = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));

  it('is small, and names no path of an operation', () => {
    expect(files).toHaveLength(6);
    expect(sources.join('').match(/\n/g)!.length).toBeLessThanOrEqual(400);
    for (const text of sources) expect(text.replace('without `/api/v1`', '')).not.toMatch(/\/api\/v1|['"`]\/[a-z]/);
  });
});
