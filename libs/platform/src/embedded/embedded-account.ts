import { readFile, stat } from 'node:fs/promises';

/** The user that PostgreSQL runs as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses root. A root process runs it as the owner of the data directory or, where root owns that, as
 * `postgres` or `nobody`; undefined = this process is no root and runs it as itself.
 */
export async function chooseAccount(directory: string): Promise<Account | undefined> {
  const owner = await stat(directory).catch(() => undefined);
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.())
      throw new Error(`${directory} belongs to user ${owner.uid}; start as that user or as root`);
    return undefined;
  }
  const accounts = parse(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  if (owner && owner.uid !== 0)
    return accounts.find(({ uid }) => uid === owner.uid) ?? { name: `${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const account = ['postgres', 'nobody'].map((wanted) => accounts.find(({ name }) => name === wanted)).find(Boolean);
  if (account) return account;
  throw new Error('PostgreSQL refuses root and /etc/passwd has neither postgres nor nobody; start as a normal user');
}

const parse = (passwd: string): Account[] =>
  passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid), gid: Number(gid) }));
