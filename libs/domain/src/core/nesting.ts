import type { Faults } from './errors.js';

const maxDepth = 10;

/** `line` holds the ids from the parent up to the root; `height` counts the levels of live records below. */
export class Nesting {
  constructor(
    private readonly line: readonly string[],
    private readonly height = 0,
    private readonly id?: string,
  ) {}

  fault(resource: string): { code: string; detail: string } | undefined {
    const { id, line, height } = this;
    if (id !== undefined && line.includes(id))
      return { code: 'cycle', detail: `A ${resource} cannot be below itself.` };
    if (line.length + height < maxDepth) return undefined;
    const many = `${resource[0]!.toUpperCase()}${resource.slice(1)}s`;
    return { code: 'too_deep', detail: `${many} nest at most ${maxDepth} deep.` };
  }

  judge(resource: string, faults: Faults): void {
    const fault = this.fault(resource);
    if (fault) faults.expect(false, 'parent_id', fault.code, fault.detail);
  }
}
