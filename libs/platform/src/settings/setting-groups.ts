import { nearest } from '../inputs/nearest.js';

/** Settings that mean something together only. */
const groups = [['AUTH_JWKS_URL', 'AUTH_ISSUER', 'AUTH_AUDIENCE']];

/** One line for each group of which a part is given. */
export function groupFaults(env: NodeJS.ProcessEnv): string[] {
  return groups.flatMap((names) => {
    const missing = names.filter((name) => !env[name]?.trim());
    if (missing.length === 0 || missing.length === names.length) return [];
    const given = names.filter((name) => !missing.includes(name));
    return [`${missing.join(', ')}: missing beside ${given.join(', ')}; set all of ${names.join(', ')}, or none`];
  });
}

const shortest = 7;
const mostSlips = 2;

/**
 * One line for each variable that looks like a setting written wrongly. The environment belongs to others too, so these are
 * hints, not faults.
 */
export function misspelt(env: NodeJS.ProcessEnv, settings: readonly string[]): string[] {
  return Object.keys(env).flatMap((name) => {
    if (name.length < shortest || settings.includes(name)) return [];
    const meant = nearest(name, settings, mostSlips);
    return meant && !env[meant]?.trim() ? [`${name} is no setting; perhaps ${meant} is meant`] : [];
  });
}
