/** Operations of contacts on the deals that name them. */
export abstract class ContactDeals {
  abstract replaceContact(id: string, survivorId: string): Promise<void>;
}
