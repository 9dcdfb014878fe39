import type { Faults } from './errors.js';

const deepest = 10;

/** A record and its parent-to-be: `line` are the ids from the parent up to the root, `height` the levels of living records below the record. */
export class Nesting {
  /** A new record has no id. */
  constructor(
    private readonly line: readonly string[],
    private readonly height = 0,
    private readonly id?: string,
  ) {}

  /** Cycle or depth fault, if any. */
  fault(noun: string): { code: string; detail: string } | undefined {
    const { id, line, height } = this;
    if (id !== undefined && line.includes(id)) return { code: 'cycle', detail: `A ${noun} cannot be below itself.` };
    if (line.length + height < deepest) return undefined;
    const many = `${noun[0]!.toUpperCase()}${noun.slice(1)}s`;
    return { code: 'too_deep', detail: `${many} nest at most ${deepest} deep.` };
  }

  /** Notes the fault of a body that names the parent. */
  judge(noun: string, faults: Faults): void {
    const fault = this.fault(noun);
    if (fault) faults.expect(false, 'parent_id', fault.code, fault.detail);
  }
}
