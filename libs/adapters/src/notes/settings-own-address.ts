import type { OwnAddress } from '@tandem/domain/notes/own-address.port';
import type { Settings } from '@tandem/platform/settings';
import { SettingsToken } from '@tandem/platform/settings-token';

/** The address the operator names, or those that host and port make. */
export class SettingsOwnAddress implements OwnAddress {
  static needs = [SettingsToken] as const;
  readonly urls: readonly string[];

  constructor(settings: SettingsToken) {
    const { PUBLIC_URL, HOST, PORT } = settings as unknown as Settings;
    const local = [HOST, 'localhost', '127.0.0.1'].map((host) => `http://${host}:${PORT}`);
    this.urls = (PUBLIC_URL ? [PUBLIC_URL] : local).map((url) => url.toLowerCase());
  }
}
