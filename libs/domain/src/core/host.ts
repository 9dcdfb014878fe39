/** Who listens at a web address: scheme, name and port. A secret saved for one host is sent to no other. */
export const hostOf = (address: string) => new URL(address).origin;
