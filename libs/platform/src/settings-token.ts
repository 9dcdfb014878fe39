import type { Settings } from './settings.js';

/** Names the settings where a class needs them; never made. */
export abstract class SettingsToken {
  declare readonly settings: Settings;
}
