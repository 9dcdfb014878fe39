import { Extensions } from '@tandem/domain/core/extensions';
import { Rendered } from '@tandem/domain/core/page';
import {
  type SearchedRecord,
  SearchedRecords,
  type SearchedType,
  type SearchField,
  type ShownRecord,
  type Within,
} from '@tandem/domain/core/searched-records';
import type { Row } from '../postgres/batch.js';
import type { Bind } from '../postgres/statements.js';
import type { SqlReader } from '../store/sql-reader.js';
import type { Container } from './container.js';
import type { Feature, Searchable } from './feature.js';

type Store = Pick<SqlReader<never>, 'columnsOf' | 'columnsAfter' | 'readable'>;

/** Longer texts are neither indexed nor shown to the end. */
const maxTextLength = 256 * 1024;
const column = {
  identifier: 'identifiers',
  title: 'title',
  channel: 'channels',
  tag: 'tags',
  description: 'description',
  body: 'body',
} as const satisfies Record<SearchField, keyof Searchable>;
const fields = Object.entries(column) as [SearchField, (typeof column)[SearchField]][];

/** Reads the records of features that declare them as searchable, through their own stores. */
export class FeatureSearchables extends SearchedRecords {
  readonly types: readonly SearchedType[];
  readonly parts: SearchedRecords['parts'];
  readonly names: SearchedRecords['names'];
  private readonly known: ReadonlyMap<string, Searchable>;
  private readonly stores: NonNullable<Feature['entities']>;

  constructor(
    features: readonly Feature[],
    private readonly container: () => Container,
  ) {
    super();
    const all = features.flatMap(({ searchable = [] }) => searchable);
    this.known = new Map(all.map((one) => [one.type, one]));
    this.stores = Object.assign({}, ...features.map(({ entities = {} }) => entities)) as typeof this.stores;
    this.types = all.map(({ type: name, domain, project, notebook }) => ({
      name,
      domain,
      isInProjects: project !== undefined,
      isInNotebooks: notebook !== undefined,
    }));
    const entriesOf = (what: 'parts' | 'names') =>
      all.flatMap((one) => Object.entries(one[what] ?? {}).map(([type, field]) => ({ type, field, of: one.type })));
    this.parts = Object.fromEntries(entriesOf('parts').map(({ type, field, of }) => [type, { of, field }]));
    this.names = Object.fromEntries(entriesOf('names').map(({ type, field, of }) => [type, { in: of, field }]));
  }

  async texts(type: string, ids: readonly string[]): Promise<SearchedRecord[]> {
    const one = this.known.get(type)!;
    return (await this.store(type).columnsOf(ids, columnsOf(one))).map((row) => this.recordOf(one, row));
  }

  async textsAfter(type: string, id: string, max: number): Promise<SearchedRecord[]> {
    const one = this.known.get(type)!;
    return (await this.store(type).columnsAfter(id, columnsOf(one), max)).map((row) => this.recordOf(one, row));
  }

  async seen(type: string, ids: readonly string[], { projectId, notebookId }: Within): Promise<ReadonlySet<string>> {
    const { project, notebook } = this.known.get(type)!;
    const conditions = [
      ...(projectId ? [(bind: Bind) => `${project} = ${bind(projectId)}`] : []),
      ...(notebookId ? [(bind: Bind) => `${notebook} = ${bind(notebookId)}`] : []),
    ];
    const condition = (bind: Bind) => conditions.map((one) => one(bind)).join(' and ');
    const rows = await this.store(type).columnsOf(ids, 't.id', conditions.length ? condition : undefined);
    return new Set(rows.map((row) => row.id as string));
  }

  async shown(type: string, ids: readonly string[]): Promise<ShownRecord[]> {
    const one = this.known.get(type)!;
    const store = this.store(type);
    const rows = await store.columnsOf(ids, `${one.view.columns}, ${columnsOf(one)}`);
    const records = await store.readable(rows.map((row) => new Rendered(one.view.renderRow(row))));
    return records.map((record, index) => {
      const found = this.recordOf(one, rows[index]!);
      const texts = isWithheld(record) ? found.texts.filter(({ field }) => field !== 'body') : found.texts;
      return { ...found, texts, record, path: pathOf(one.path, rows[index]!) };
    });
  }

  private recordOf({ titleOf }: Searchable, row: Row): SearchedRecord {
    const texts = fields.flatMap(([field]) => {
      const value = row[`#${field}`] as string | readonly (string | null)[] | null | undefined;
      const values = typeof value === 'string' ? [value] : (value ?? []);
      return values.flatMap((text) => (text ? [{ field, text: this.named(field, text, titleOf) }] : []));
    });
    return { id: row['#id'] as string, updatedAt: row['#updated'] as Date, isClosed: row['#closed'] as boolean, texts };
  }

  private named(field: SearchField, text: string, titleOf: Searchable['titleOf']): string {
    return field === 'title' && titleOf ? titleOf(text, this.container().get(Extensions)) : text;
  }

  private store(type: string): Store {
    return this.container().get(this.stores[type]!) as unknown as Store;
  }
}

function columnsOf(one: Searchable): string {
  const texts = fields.flatMap(([field, name]) => {
    const sql = one[name];
    if (sql === undefined) return [];
    const isLong = field === 'body' || field === 'description';
    return `${isLong ? `left(${sql}, ${maxTextLength})` : sql} as "#${field}"`;
  });
  return [`t.id as "#id", t.updated_at as "#updated", ${one.isClosed ?? 'false'} as "#closed"`, ...texts].join(', ');
}

const isWithheld = ({ json }: Rendered) =>
  json.includes('"content_hidden":true') && (JSON.parse(json) as { content_hidden?: boolean }).content_hidden === true;

const pathOf = (path: string, row: Row): string =>
  path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(row[field])));
