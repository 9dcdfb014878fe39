/** Where clients reach this server. */
export abstract class OwnAddress {
  /** Base URLs in lower case, without a slash at the end. */
  abstract readonly urls: readonly string[];
}
