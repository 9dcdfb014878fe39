import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkFeatures, WrongFeatures } from './check/check-features.js';
import { isFeature } from './check/check-shape.js';
import { cameFrom } from './check/fault.js';
import type { Feature } from './feature.js';
import { parts } from '../settings/setting-kinds.js';

/** Appends features of the modules (paths or packages) in `TANDEM_FEATURES`; throws `WrongFeatures` with all faults. */
export async function withLoaded(
  own: readonly Feature[],
  { TANDEM_FEATURES = '' }: NodeJS.ProcessEnv = process.env,
): Promise<readonly Feature[]> {
  const faults: string[] = [];
  const loaded: Feature[] = [];
  for (const name of parts(TANDEM_FEATURES))
    await load(name).then(
      (features) => {
        for (const feature of features) cameFrom(name, feature);
        loaded.push(...features);
      },
      (error: unknown) => faults.push(`TANDEM_FEATURES: ${name}: ${reasonOf(error)}`),
    );
  if (faults.length) throw new WrongFeatures(faults);
  const all = [...own, ...loaded];
  checkFeatures(all);
  return all;
}

class NoFeature extends Error {}

async function load(name: string): Promise<Feature[]> {
  const module = (await import(pathToFileURL(fileOf(name)).href)) as Record<string, unknown>;
  // One feature may be exported under several names.
  const found = Array.isArray(module.features)
    ? (module.features as unknown[])
    : [...new Set(Object.values(module).filter(isFeature))];
  if (found.length && found.every(isFeature)) return found;
  throw new NoFeature(
    'exports no feature; a feature is a record with a name and a summary, or is in a list called features',
  );
}

function fileOf(name: string): string {
  const from = process.cwd();
  try {
    return createRequire(join(from, 'tandem.js')).resolve(name);
  } catch {
    throw new NoFeature(`there is no such module, seen from ${from}; paths begin with ./ or /`);
  }
}

function reasonOf(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [line] = message.split('\n');
  const position = error instanceof NoFeature ? undefined : ownPosition(stack);
  return position && !message.includes(position) ? `${line} (${position})` : line!;
}

const tandem = fileURLToPath(new URL('../../../../', import.meta.url));
const foreign = ['libs', 'apps'].map((folder) => join(tandem, folder, '/'));

/** `dist/src/goals.js:12`, relative to the working directory; skips Node, Tandem and packages. */
function ownPosition(stack: string): string | undefined {
  const positions = [...stack.matchAll(/(?:file:\/\/|[\s(])(\/[^\s():]+):(\d+)/g)];
  const own = positions.find(
    ([, file]) => !/\/node_modules\//.test(file!) && !foreign.some((path) => file!.startsWith(path)),
  );
  return own && `${relative(process.cwd(), own[1]!)}:${own[2]}`;
}
