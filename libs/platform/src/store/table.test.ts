import { describe, expect, it } from '@jest/globals';
import { Entity } from '@tandem/domain/core/entity';
import { Described, fieldsOf, Int, Text } from '../inputs/inputs.js';
import { derived, hidden, id, shown } from '../view/fields.js';
import { bool, from, int32, int64, named, nullable, text, texts } from '../view/kinds.js';
import { fields } from './table.js';

abstract class Room extends Entity {
  static readonly resourceType = 'room';
  name!: string;
  seats!: number | null;
  rentCents!: number;
  openTo!: string[];
  abstract get isLarge(): boolean;
}

describe('the fields of an entity', () => {
  const { table, view } = fields(Room, ['rooms', 'MeetingRoom'], {
    name: shown(text, 'What people call it.', 'Library'),
    id,
    rentCents: hidden(int64),
    seats: shown(nullable(int32), 'How many people fit in.'),
    isLarge: derived(from({ column: 't.seats > 9' }, bool)),
    openTo: named('groups', texts),
  });

  it('are the columns of its table, hidden ones and keys included', () => {
    const { tableName, columns } = table.options;
    expect(tableName).toBe('rooms');
    expect(columns).toEqual({
      tenantId: { name: 'tenant_id', type: 'uuid', primary: true },
      id: { name: 'id', type: 'uuid', primary: true },
      name: { name: 'name', type: 'text' },
      rentCents: { name: 'rent_cents', type: 'bigint' },
      seats: { name: 'seats', type: 'int', nullable: true },
      openTo: { name: 'groups', type: 'text', array: true },
      createdAt: { name: 'created_at', type: 'timestamptz' },
      updatedAt: { name: 'updated_at', type: 'timestamptz' },
    });
  });

  it('are shown in the order of the record', () => {
    expect(view.name).toBe('MeetingRoom');
    expect(view.columns).toBe(
      't.name as name, t.id as id, t.seats as seats, t.seats > 9 as is_large, to_json(t.groups)::text as groups',
    );
    const room = Object.assign(Object.create(Room.prototype) as Room, { name: 'Hall', openTo: ['all'], rentCents: 1 });
    expect(view.render(room)).toBe('{"name":"Hall","id":null,"seats":null,"is_large":null,"groups":["all"]}');
  });

  it('describe its schema and the inputs', () => {
    expect(view.schema).toMatchObject({
      properties: {
        name: { type: 'string', description: 'What people call it.', examples: ['Library'] },
        seats: { type: ['integer', 'null'], description: 'How many people fit in.' },
      },
      required: ['name', 'id', 'seats', 'is_large', 'groups'],
    });
    @Described(view)
    class RoomInput {
      @Text() name!: string;
      @Int({ description: 'chairs', example: 4 }) seats!: number;
      @Int() floor!: number;
    }
    const described = [...fieldsOf(RoomInput).values()].map(({ description, example }) => [description, example]);
    expect(described).toEqual([
      ['What people call it.', 'Library'],
      ['chairs', 4],
      [undefined, undefined],
    ]);
  });
});
