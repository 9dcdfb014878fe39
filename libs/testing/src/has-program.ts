import { spawnSync } from 'node:child_process';

export const hasProgram = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** Whether to declare tests that need a program: always on a build server, so that they fail where it is missing. */
export const mayUse = (name: string): boolean => process.env.CI === 'true' || hasProgram(name);
