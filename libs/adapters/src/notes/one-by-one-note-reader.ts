import { unavailable } from '@tandem/domain/core/errors';
import { Turns } from '@tandem/domain/core/turns';
import { uses } from '@tandem/domain/core/use-case';
import { type NoteBody, readBody } from '@tandem/domain/notes/note-body';
import { NoteReader } from '@tandem/domain/notes/note-reader.port';
import type { Settings } from '@tandem/platform/settings/settings';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

/** Read within a few milliseconds. */
const shortLength = 8192;
const maxWaitMillis = 8000;

/** Reads one long body at a time, fairly between tenants, to keep the process responsive. */
export class OneByOneNoteReader extends uses({ settings: SettingsToken }, NoteReader) {
  private readonly turns = new Turns({ inAll: 1, perTenant: 1 });
  private readonly ownUrls = ownUrlsOf(this.settings);

  async read(text: string): Promise<NoteBody> {
    const work = () => readBody(text, this.ownUrls);
    if (text.length <= shortLength) return work();
    return this.turns.take(work, { millis: maxWaitMillis, refusal: tooBusy });
  }
}

const tooBusy = () => unavailable('Other long notes are being read; this one was not.');

const ownUrlsOf = ({ PUBLIC_URL, HOST, PORT }: Settings) =>
  (PUBLIC_URL ? [PUBLIC_URL] : [HOST, 'localhost', '127.0.0.1'].map((host) => `http://${host}:${PORT}`)).map((url) =>
    url.toLowerCase(),
  );
