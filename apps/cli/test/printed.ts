import { jest } from '@jest/globals';

/** What a command prints that runs in this process, and how it ends. */
export async function printed(command: () => Promise<number>): Promise<{ code: number; output: string }> {
  const parts: string[] = [];
  const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => parts.push(String(text)) > 0);
  const code = await command().finally(() => spy.mockRestore());
  return { code, output: parts.join('') };
}
