import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('faults of one request', () => {
  const { ada } = useWorld();

  it.each<[path: string, body: object, faults: string[]]>([
    ['/tasks', { title: '', rrule: 'FOO' }, ['/title', '/rrule invalid_rrule', '/rrule invalid_rrule']],
    [
      '/tasks',
      { title: '', due_date: '2026-11-30', due_at: '2026-11-30T09:00:00Z' },
      ['/title', '/due_date excludes_due_at'],
    ],
    ['/tasks', { title: '', due_date: 'x', due_at: '2026-11-30T09:00:00Z' }, ['/title', '/due_date invalid_format']],
    ['/projects', { name: 7, start_date: '2026-12-01', target_date: '2026-11-01' }, ['/name', '/target_date before_']],
    ['/agent-schedules', { cron_expression: '99 * * * *' }, ['/blueprint', '/cron_expression invalid_cron_']],
    ['/api-keys', { name: '', expires_at: '2020-01-01T00:00:00Z' }, ['/name', '/expires_at in_the_past']],
    ['/contacts', { display_name: 7, language: 'en_GB' }, ['/display_name', '/language invalid_format']],
    ['/webhook-endpoints', { event_types: ['task.*', 'x.y'] }, ['/url', '/event_types/1 unknown_event_type']],
    [
      '/webhook-events/recover',
      { since: '2020-01-01T00:00:00Z', dry_run: 1, event_types: ['x'] },
      ['/dry_run', '/since too_long_ago', '/event_types/0 unknown_event_type'],
    ],
  ])('to %s include broken domain rules and malformed values together', async (path, body, faults) => {
    const reported = async (sent: object) =>
      ((await ada.post(path, sent)).body.errors as { pointer: string; code: string }[]).map(
        ({ pointer, code }) => `${pointer} ${code}`,
      );
    const all = await reported(body);
    for (const fault of faults) expect(all.join()).toContain(fault);
    expect(await reported({ ...body, zzzz: 1 })).toEqual(expect.arrayContaining(['/zzzz unknown_field', ...all]));
  });

  it('are summarised in the detail: the first one, and the number of others', async () => {
    const detailOf = async (body: object) =>
      (await ada.post('/tasks', body)).body as { detail: string; errors: [{ detail: string }] };
    const one = await detailOf({ title: 7 });
    expect(one.detail).toBe(one.errors[0].detail);
    const two = await detailOf({ title: 7, priority: 'x' });
    expect(two.detail).toBe(`${two.errors[0].detail} Another fault is listed in errors.`);
    const three = await detailOf({ title: 7, priority: 'x', due_date: 'x' });
    expect(three.detail).toBe(`${three.errors[0].detail} 2 more faults are listed in errors.`);
  });

  it('of an update include broken domain rules and malformed values together', async () => {
    const { body } = await ada.patch(`/tasks/${ada.tenantId}`, { title: '', rrule: 'FREQ=HOURLY' });
    const reported = (body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(reported).toEqual(['/title', '/rrule']);
  });
});
