import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict, Faults, orNotFound } from '../core/errors.js';
import { mustBeRestorable } from '../core/restorable.js';
import { Channel, type ChannelFields, type NewChannel } from './channel.js';
import { admit, mergedChannels, makeSolePrimary } from './contact-channels.js';
import { canonicalLanguage, composedName, expectLanguage, type NameParts } from './contact-name.js';

/** KIND of vCard: RFC 6350, 6473 (application) and 6869 (device). */
export const contactKinds = ['individual', 'group', 'org', 'location', 'application', 'device'] as const;
export type ContactKind = (typeof contactKinds)[number];

export interface ContactFields extends NameParts {
  displayName?: string | null;
  kind?: ContactKind;
  avatarUrl?: string | null;
  bio?: string | null;
  language?: string | null;
  timezone?: string | null;
  vcardUid?: string | null;
  metadata?: unknown;
}

const maxChannels = 100;
const erasedName = 'Erased contact';
const erasedFields = {
  avatarUrl: null,
  bio: null,
  familyName: null,
  givenName: null,
  language: null,
  middleName: null,
  nickname: null,
  prefix: null,
  suffix: null,
  timezone: null,
  metadata: null,
};

/** A person, group or thing outside the tenant, with its channels. */
export class Contact extends Entity {
  static readonly resourceType = 'contact';
  static override readonly channels = ['contacts'];
  displayName = '';
  kind: ContactKind = 'individual';
  avatarUrl: string | null = null;
  bio: string | null = null;
  familyName: string | null = null;
  givenName: string | null = null;
  language: string | null = null;
  middleName: string | null = null;
  nickname: string | null = null;
  prefix: string | null = null;
  suffix: string | null = null;
  timezone: string | null = null;
  vcardUid: string;
  metadata: unknown = {};
  mergedInto: string | null = null;
  deletedAt: Date | null = null;
  contactChannels: Channel[] = [];
  /** Only right after it is restored; not stored. */
  channelsDropped?: Channel[];
  /** Only right after it is erased; not stored. */
  notErased?: string;

  constructor({ channels = [], ...fields }: ContactFields & { channels?: NewChannel[] }) {
    super();
    this.vcardUid = this.ownUid;
    const faults = new Faults();
    this.take(fields, faults);
    channels.forEach((channel, index) => this.takeOn(channel, faults, `channels/${index}/`));
    faults.throwIfAny();
    this.record('created');
  }

  update(fields: ContactFields): void {
    const faults = new Faults();
    this.take(this.patched(fields), faults);
    faults.throwIfAny();
    this.recordChange();
  }

  /** Releases its e-mail addresses and handles to other contacts. */
  delete(): void {
    for (const channel of this.contactChannels) channel.isExclusive = false;
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  /** Without the channels that another contact has taken since. */
  restore(taken: readonly Channel[]): void {
    mustBeRestorable(this);
    this.channelsDropped = [...taken];
    if (!this.deletedAt) return;
    this.deletedAt = null;
    this.contactChannels = this.contactChannels.filter((channel) => !taken.includes(channel));
    for (const channel of this.contactChannels) channel.claim();
    this.recordChange();
  }

  /** Empties it for good; only ids and times stay. Once more, it does nothing. */
  erase(): void {
    this.notErased =
      'Names and addresses that people typed into notes, tasks and other texts, or gave to agents, remain.';
    if (this.isErased) return;
    this.assign({ ...erasedFields, displayName: erasedName, vcardUid: this.ownUid });
    this.contactChannels = [];
    this.record('erased');
  }

  absorb(source: Contact): void {
    if (source.id === this.id) throw conflict('already_merged', 'These two are already one contact.');
    this.contactChannels = mergedChannels(this, source);
    source.contactChannels = [];
    source.mergedInto = this.id;
    source.deletedAt = clock.now();
    source.record('deleted', { merged_into: this.id });
    this.record('merged', { source_id: source.id });
  }

  /** Follows a further merge of the target. No event is needed, since the id already led to another contact. */
  leadTo(survivor: Contact): void {
    this.mergedInto = survivor.id;
  }

  channel(id: string): Channel {
    return orNotFound(this.contactChannels.find((one) => one.id === id));
  }

  addChannel(fields: NewChannel): void {
    if (this.contactChannels.length >= maxChannels)
      throw conflict('too_many_channels', `A contact has at most ${maxChannels} channels.`);
    const faults = new Faults();
    const channel = new Channel(this.id, fields, faults);
    faults.throwIfAny();
    admit(channel, this);
    this.contactChannels.push(channel);
    this.recordChange();
  }

  changeChannel(id: string, fields: ChannelFields): void {
    const channel = this.channel(id);
    const faults = new Faults();
    channel.take(fields, faults);
    faults.throwIfAny();
    admit(channel, this);
    this.recordChange();
  }

  removeChannel(id: string): void {
    const channel = this.channel(id);
    this.contactChannels = this.contactChannels.filter((one) => one !== channel);
    this.recordChange();
  }

  private get isErased(): boolean {
    return (
      this.displayName === erasedName &&
      this.vcardUid === this.ownUid &&
      this.contactChannels.length === 0 &&
      JSON.stringify(this.metadata) === '{}' &&
      Object.keys(erasedFields).every((name) => name === 'metadata' || this[name as keyof typeof erasedFields] === null)
    );
  }

  private get ownUid(): string {
    return `urn:uuid:${this.id}`;
  }

  private take({ displayName, language, vcardUid, ...others }: ContactFields, faults: Faults): void {
    const wasComposed = this.displayName === composedName(this);
    this.assign(others);
    if (vcardUid !== undefined) this.vcardUid = vcardUid ?? this.ownUid;
    if (displayName !== undefined || wasComposed) this.takeName(displayName, faults);
    if (language !== undefined) this.language = language && (canonicalLanguage(language) ?? '');
    expectLanguage({ language }, faults);
  }

  private takeName(given: string | null | undefined, faults: Faults): void {
    this.displayName = given?.trim() ? given : composedName(this);
    const detail = 'Give display_name or one of the name parts.';
    faults.expect(this.displayName !== '', 'display_name', 'required', detail);
  }

  private takeOn(fields: NewChannel, faults: Faults, at: string): void {
    const channel = new Channel(this.id, fields, faults, at);
    const isNew = !this.contactChannels.some((other) => other.isSame(channel) && channel.normalizedValue);
    faults.expect(isNew, `${at}value`, 'duplicate', 'The contact has this channel already.');
    this.contactChannels.push(channel);
    makeSolePrimary(channel, this);
  }
}
