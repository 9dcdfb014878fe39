import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkFeatures, WrongFeatures } from './check/check-features.js';
import { isFeature } from './check/check-shape.js';
import { cameFrom } from './check/fault.js';
import type { Feature } from './feature.js';
import { parts } from '../settings/setting-kinds.js';

/**
 * These features and those of the modules that `TANDEM_FEATURES` names: paths, or packages, as the working directory sees them.
 * A module exports a list called `features`, or features under any names. Throws `WrongFeatures` with a line for each that cannot
 * be had, or is wired wrongly. Features bring settings, so this one is read before all others.
 */
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

/** A module without features. Its fault names no place in the code: there is none. */
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

/** What a module threw, and the first place in its own code that led there. */
function reasonOf(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [line] = message.split('\n');
  const place = error instanceof NoFeature ? undefined : ownPlace(stack);
  return place && !message.includes(place) ? `${line} (${place})` : line!;
}

const tandem = fileURLToPath(new URL('../../../../', import.meta.url));
const foreign = ['libs', 'apps'].map((folder) => join(tandem, folder, '/'));

/** `dist/src/goals.js:12`, as the working directory sees it; neither of Node, nor of Tandem, nor of a package. */
function ownPlace(stack: string): string | undefined {
  const places = [...stack.matchAll(/(?:file:\/\/|[\s(])(\/[^\s():]+):(\d+)/g)];
  const own = places.find(
    ([, file]) => !/\/node_modules\//.test(file!) && !foreign.some((path) => file!.startsWith(path)),
  );
  return own && `${relative(process.cwd(), own[1]!)}:${own[2]}`;
}
