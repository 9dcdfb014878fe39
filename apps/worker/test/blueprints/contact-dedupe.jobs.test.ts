import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { outputOf, startRun, endOf } from './agent-runs.js';

const blueprint = 'contact-dedupe';

describe('the report of duplicate contacts', () => {
  const { ada, member, tenant, asOwner } = useWorld({ workers: 1, fresh: 'tenants' });

  it('lists probable duplicates with reasons, and changes nothing', async () => {
    const make = async (fields: object) => (await ada.post('/contacts', fields)).body.id as string;
    const channels = (value: string) => [{ type: 'phone', value }];
    const first = await make({ display_name: 'Ada Lovelace', channels: channels('+49 30 1234567') });
    const second = await make({ display_name: 'Lovelace, Ada', channels: channels('+49301234567') });
    await make({ display_name: 'Robert"); <b>drop</b> \u202e' });
    await tenant('Other').then((other) => other.post('/contacts', { display_name: 'Ada Lovelace' }));
    const [{ count }] = (await asOwner('select count(*)::int as count from events')) as [{ count: number }];
    const id = await startRun(ada, blueprint);
    expect((await endOf(ada, blueprint, id)).output).toEqual({
      contacts_read: 3,
      groups: [
        {
          alike: [
            { by: 'name', value: 'ada lovelace' },
            { by: 'phone', value: '+49301234567' },
          ],
          contacts: [
            { contact_id: first, display_name: 'Ada Lovelace' },
            { contact_id: second, display_name: 'Lovelace, Ada' },
          ],
        },
      ],
      more: false,
    });
    const reported = await asOwner(`select from events where type not like 'agent_run.%'`);
    expect(reported.length).toBeLessThanOrEqual(count);
    expect((await outputOf(ada, blueprint, { kind: 'org' })).groups).toEqual([]);
  });

  it('is empty in an empty workspace, and refused to members who may not read contacts', async () => {
    expect(await outputOf(await tenant('Empty'), blueprint)).toEqual({ contacts_read: 0, groups: [], more: false });
    const bob = await member(ada, [
      { domain: 'agents', access_level: 'write' },
      { domain: 'contacts', access_level: 'none' },
    ]);
    const failed = await endOf(ada, blueprint, await startRun(bob, blueprint), 'failed');
    expect(failed.failure_category).toBe('permission_denied');
  });
});
