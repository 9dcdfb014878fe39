import type { Settings } from './settings.js';

// An interface cannot be asked for by name at run time; a class can, and merging gives it the settings' members.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface SettingsToken extends Settings {}

/** Names the settings where a class needs them; never made. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export abstract class SettingsToken {}
