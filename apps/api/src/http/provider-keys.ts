import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import { DomainError } from '@tandem/domain/core/errors';

const pauseSeconds = 5;
const maxWaitMillis = 3000;
/** How long a withdrawn key may work: the last good key set is used for this time if no other can be read. */
const maxUseMillis = 24 * 60 * 60 * 1000;

const unavailable = () =>
  new DomainError('unavailable', 'unavailable', 'The key set of the identity provider cannot be read now.', {
    retryAfterSeconds: pauseSeconds,
  });

const defaultAlgorithms = ['RS256', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const verifies = (key: JWK): Promise<boolean> => {
  const find = createLocalJWKSet({ keys: [key] });
  const algorithms = key.alg === undefined ? defaultAlgorithms : [key.alg];
  return Promise.any(algorithms.map((alg) => find({ alg }, {} as FlattenedJWSInput))).then(
    () => true,
    () => false,
  );
};

/** A set without any usable key is an outage, not a withdrawal of all keys: it fails like an unreadable one. */
const fetchUsable: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options);
  if (response.status !== 200) return response;
  const { keys } = createLocalJWKSet((await response.clone().json()) as JSONWebKeySet).jwks();
  if ((await Promise.all(keys.map(verifies))).includes(true)) return response;
  throw new errors.JWKSInvalid('The JSON Web Key Set holds no key that verifies signatures');
};

/** The last good set is used while the provider is down, slow or sends no usable key; without one, `unavailable`. */
export class ProviderKeys {
  private readonly remote: ReturnType<typeof createRemoteJWKSet>;
  private last: { find: JWTVerifyGetKey; readAt: number } | undefined;
  private pauseUntil = 0;

  constructor(
    url: string,
    private readonly onUnavailable: (error: unknown) => void = () => undefined,
  ) {
    this.remote = createRemoteJWKSet(new URL(url), {
      timeoutDuration: maxWaitMillis,
      [customFetch]: fetchUsable,
    });
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    const found = await this.current();
    try {
      return await found(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.remote.coolingDown) throw error;
      // The provider may have added a key.
      return (await this.read())(header, token);
    }
  };

  private async current(): Promise<JWTVerifyGetKey> {
    const isUsable = this.last !== undefined && Date.now() < this.last.readAt + maxUseMillis;
    if (!isUsable) return this.read();
    if (!this.remote.fresh) void this.read().catch(() => undefined);
    return this.last!.find;
  }

  private async read(): Promise<JWTVerifyGetKey> {
    if (Date.now() < this.pauseUntil) throw unavailable();
    try {
      await this.remote.reload();
    } catch (error) {
      if (Date.now() >= this.pauseUntil) this.onUnavailable(error);
      this.pauseUntil = Date.now() + pauseSeconds * 1000;
      throw unavailable();
    }
    this.last = { find: createLocalJWKSet(this.remote.jwks()!), readAt: Date.now() };
    return this.last.find;
  }
}
