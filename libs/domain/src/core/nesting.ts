import type { Faults } from './errors.js';

const maxDepth = 10;

/** `line` holds the ids from the parent up to the root; `height` counts the levels of live records below. */
export class Nesting {
  constructor(
    private readonly line: readonly string[],
    private readonly height = 0,
    private readonly id?: string,
  ) {}

  fault(noun: string): { code: string; detail: string } | undefined {
    const { id, line, height } = this;
    if (id !== undefined && line.includes(id)) return { code: 'cycle', detail: `A ${noun} cannot be below itself.` };
    if (line.length + height < maxDepth) return undefined;
    const many = `${noun[0]!.toUpperCase()}${noun.slice(1)}s`;
    return { code: 'too_deep', detail: `${many} nest at most ${maxDepth} deep.` };
  }

  judge(noun: string, faults: Faults): void {
    const fault = this.fault(noun);
    if (fault) faults.expect(false, 'parent_id', fault.code, fault.detail);
  }
}
