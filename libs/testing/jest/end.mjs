import { rmSync } from 'node:fs';

export default async function end() {
  const { postgres, directory } = globalThis.tandemTests;
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
