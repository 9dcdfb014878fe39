import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('an Idempotency-Key', () => {
  const { ada, operator, tenant, withKey, asOwner } = useWorld();
  let keys = 0;
  const fresh = () => ({ 'idempotency-key': `key-${++keys}` });
  const titled = async (title: string) => (await ada.get(`/tasks?q=${title}&limit=100`)).body.data as { id: string }[];

  it('shows an API key again in a retry only while that key works', async () => {
    const twice = (path: string, body: object) => ada.post(path, body, { 'idempotency-key': `shown ${path}` });
    const created = await twice('/api-keys', { name: 'CI' });
    const rotate = `/api-keys/${created.body.id}/rotate`;
    const rotated = await twice(rotate, {});
    for (const [path, body, first] of [
      ['/api-keys', { name: 'CI' }, created],
      [rotate, {}, rotated],
    ] as const) {
      const again = await twice(path, body);
      expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
        first.status,
        first.body,
        'true',
      ]);
    }
    await ada.delete(`/api-keys/${rotated.body.id}`);
    const late = await twice(rotate, {});
    expect(late.body).toMatchObject({ status: 409, code: 'api_key_revoked' });
    expect(late.text).not.toContain(rotated.body.key);
  });

  it('returns the stored response to a retry without repeating the effect', async () => {
    const key = fresh();
    const first = await ada.post('/tasks', { title: 'once' }, key);
    const again = await ada.post('/tasks', { title: 'once' }, key);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect([again.status, again.text, again.headers.location]).toEqual([201, first.text, first.headers.location]);
    expect(await titled('once')).toHaveLength(1);
  });

  it('applies to PATCH and to actions', async () => {
    const { body } = await ada.post('/tasks', { title: 'patched' });
    const key = fresh();
    await ada.patch(`/tasks/${body.id}`, { priority: 'high' }, key);
    await ada.patch(`/tasks/${body.id}`, { priority: 'low' });
    const again = await ada.patch(`/tasks/${body.id}`, { priority: 'high' }, key);
    expect([again.headers['idempotent-replayed'], again.body.priority]).toEqual(['true', 'high']);
    expect((await ada.get(`/tasks/${body.id}`)).body.priority).toBe('low');
    const cancel = fresh();
    const first = await ada.post(`/tasks/${body.id}/cancel`, undefined, cancel);
    const repeated = await ada.post(`/tasks/${body.id}/cancel`, undefined, cancel);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(repeated.text).toBe(first.text);
  });

  it('rejects another body, and is a separate key on another path or for another actor', async () => {
    const key = fresh();
    await ada.post('/tasks', { title: 'reused' }, key);
    const changed = await ada.post('/tasks', { title: 'changed' }, key);
    expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(changed.body.errors).toMatchObject([{ header: 'Idempotency-Key' }]);
    expect((await ada.post('/projects', { name: 'reused' }, key)).status).toBe(201);
    const sister = await withKey(ada, {});
    expect((await sister.post('/tasks', { title: 'changed' }, key)).status).toBe(201);
    const stranger = await tenant('Stranger');
    expect((await stranger.post('/tasks', { title: 'changed' }, key)).status).toBe(201);
  });

  it('lets one of many concurrent duplicates take effect', async () => {
    const key = fresh();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => ada.post('/tasks', { title: 'concurrent' }, key)),
    );
    const [created] = responses.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed']);
    for (const { status, body, headers } of responses)
      if (status === 201) expect(body).toEqual(created!.body);
      else expect([status, body.code, headers['retry-after']]).toEqual([409, 'idempotency_in_progress', '1']);
    expect(await titled('concurrent')).toHaveLength(1);
  });

  it('does not store refusals', async () => {
    const key = fresh();
    expect((await ada.post('/tasks', { title: '' }, key)).status).toBe(422);
    expect((await ada.post('/tasks', { title: 'fixed' }, key)).status).toBe(201);
    const conflict = fresh();
    const { body } = await ada.post('/tasks', { title: 'completed' });
    await ada.post(`/tasks/${body.id}/complete`);
    expect((await ada.post(`/tasks/${body.id}/cancel`, undefined, conflict)).status).toBe(409);
    await ada.post(`/tasks/${body.id}/reopen`);
    expect((await ada.post(`/tasks/${body.id}/cancel`, undefined, conflict)).status).toBe(200);
  });

  it('stores the response in the transaction of the effect: both exist or neither', async () => {
    await asOwner(`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'the disk is full'; end $$;
       create trigger refuse before insert on answered_requests for each row execute function refuse()`);
    const key = fresh();
    const failed = await ada.post('/tasks', { title: 'halfway' }, key);
    expect(failed.body).toMatchObject({ status: 500, code: 'internal' });
    expect(failed.text).not.toContain('disk');
    expect(await titled('halfway')).toHaveLength(0);
    await asOwner('drop trigger refuse on answered_requests; drop function refuse()');
    expect((await ada.post('/tasks', { title: 'halfway' }, key)).status).toBe(201);
    expect(await titled('halfway')).toHaveLength(1);
  });

  it('keeps secrets sealed in storage, and still returns them', async () => {
    const key = fresh();
    const first = await ada.post('/api-keys', { name: 'sealed' }, key);
    const stored = await asOwner<{ row: string }>('select t::text as row from answered_requests t');
    for (const { row } of stored) {
      expect(row).not.toContain(first.body.key);
      expect(row).not.toContain('wsk_');
    }
    expect((await ada.post('/api-keys', { name: 'sealed' }, key)).body.key).toBe(first.body.key);
  });

  it('creates one tenant for the operator', async () => {
    const key = fresh();
    const body = { name: 'Once', slug: 'once', owner: { name: 'Ada', email: 'ada@example.com' } };
    const first = await operator.post('/tenants', body, key);
    const again = await operator.post('/tenants', body, key);
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(again.body.api_key).toBe(first.body.api_key);
  });

  it('has 1 to 255 visible characters', async () => {
    for (const bad of ['a'.repeat(256), 'späte']) {
      const response = await ada.post(
        '/tasks',
        { title: 'x' },
        { 'idempotency-key': Buffer.from(bad).toString('latin1') },
      );
      expect([response.status, response.body.code]).toEqual([400, 'invalid_header']);
    }
    expect((await ada.post('/tasks', { title: 'x' }, { 'idempotency-key': 'a'.repeat(255) })).status).toBe(201);
  });

  it('expires after a day', async () => {
    const key = fresh();
    await ada.post('/tasks', { title: 'yesterday' }, key);
    await asOwner(`update answered_requests set created_at = now() - interval '25 hours'`);
    const again = await ada.post('/tasks', { title: 'yesterday' }, key);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await titled('yesterday')).toHaveLength(2);
  });
});
