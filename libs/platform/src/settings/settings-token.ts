import type { Settings } from './settings.js';

// A class, since an interface does not exist at run time; declared twice, it has the members of the settings.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export interface SettingsToken extends Settings {}

/** What a class names in its needs to get the settings; no instance is ever made. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export abstract class SettingsToken {}
