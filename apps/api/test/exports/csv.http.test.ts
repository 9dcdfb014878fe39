import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { csvRows } from './exported.js';

describe('an export as CSV', () => {
  const { ada } = useWorld({ fresh: 'tenants' });

  const rowsOf = async (path: string) => {
    const [header, ...rows] = csvRows((await ada.get(path)).text);
    return rows.map((row) => Object.fromEntries(row.map((cell, i) => [header![i]!, cell])));
  };

  it('follows RFC 4180, with a column for each field of the record', async () => {
    const title = 'A "quoted", title\r\nof two lines';
    const { body } = await ada.post('/tasks', { title, metadata: { a: [1, 'b,c'] } });
    const { text, headers } = await ada.get('/exports/tasks.csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(csvRows(text)[0]).toEqual(Object.keys(body as object));
    const [row] = await rowsOf('/exports/tasks.csv');
    expect(row).toMatchObject({ id: body.id, title, position: String(body.position), due_at: '', label_ids: '[]' });
    expect(JSON.parse(row!.metadata!)).toEqual({ a: [1, 'b,c'] });
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('disarms the formula %j in a text', async (title) => {
    await ada.post('/tasks', { title: `x${title}`, description: title });
    const { description } = (await ada.get('/tasks')).body.data[0] as { description: string };
    expect((await rowsOf('/exports/tasks.csv'))[0]).toMatchObject({
      title: `x${title}`,
      description: `'${description}`,
    });
    expect((await rowsOf('/exports/tasks.csv?raw=true'))[0]).toMatchObject({ description });
  });

  it('leaves numbers and JSON as they are', async () => {
    await ada.post('/tasks', { title: 'Numbers', metadata: { '=a': -1 } });
    expect((await rowsOf('/exports/tasks.csv'))[0]).toMatchObject({ metadata: '{"=a":-1}' });
  });

  it('cannot be continued', async () => {
    expect((await ada.get('/exports/tasks.csv?resume=task~')).status).toBe(400);
  });
});
