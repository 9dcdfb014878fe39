import type { Settings } from './settings.js';

// A class, because interfaces do not exist at run time; the merged declaration gives it the members of the settings.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export interface SettingsToken extends Settings {}

/** The token of the settings in `needs`; never instantiated. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export abstract class SettingsToken {}
