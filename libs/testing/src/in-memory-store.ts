import { type Entity, takeHappenings } from '@tandem/domain/core/entity';
import { notFound } from '@tandem/domain/core/errors';
import { Page, type PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Store } from '@tandem/domain/core/store';
import { Cursors } from '@tandem/platform/postgres/cursors';
import type { View } from '@tandem/platform/view/view';

const pageDefault = 50;

/** A store in memory that keeps the promises of every other one; filters hold by equality with the property of that name. */
export class InMemoryStore<E extends Entity> implements Store<E> {
  /** What is stored, of every tenant, in the order it came. */
  protected readonly records = new Map<string, E>();
  private readonly events: { tenantId: string; type: string }[] = [];
  private readonly cursors = new Cursors(Buffer.alloc(32));

  constructor(private readonly view: View<E>) {}

  async add(entity: E): Promise<E> {
    this.keep(entity);
    return entity;
  }

  async change(id: string, rule: (entity: E) => void): Promise<E> {
    const entity = await this.one(id);
    rule(entity);
    if (JSON.stringify(entity) !== JSON.stringify(this.records.get(id))) entity.updatedAt = new Date();
    this.keep(entity);
    return entity;
  }

  async remove(id: string, rule: (entity: E) => void): Promise<void> {
    const entity = await this.one(id);
    rule(entity);
    this.keep(entity);
    this.records.delete(id);
  }

  async one(id: string): Promise<E> {
    const entity = await this.find(id);
    if (!entity) throw notFound();
    return entity;
  }

  async find(id: string): Promise<E | undefined> {
    return this.seen().find((entity) => entity.id === id);
  }

  hold(id: string): Promise<E | undefined> {
    return this.find(id);
  }

  async present(ids: readonly string[]): Promise<Set<string>> {
    const seen = this.seen().map(({ id }) => id);
    return new Set(seen.filter((id) => ids.includes(id)));
  }

  async read(id: string): Promise<Rendered> {
    return this.rendered(await this.one(id));
  }

  async page({ limit = pageDefault, cursor, ...filters }: PageRequest & object): Promise<Page> {
    const { tenantId } = currentScope();
    const list = JSON.stringify([this.view.name, Object.entries(filters).sort()]);
    const after = cursor === undefined ? undefined : this.cursors.decode(cursor, list, tenantId);
    const wanted = Object.entries(filters).filter(([, value]) => value !== undefined);
    const rest = this.seen()
      .filter((entity) => wanted.every(([name, value]) => (entity as Record<string, unknown>)[name] === value))
      .sort((a, b) => (position(a) < position(b) ? 1 : -1))
      .filter((entity) => !after || position(entity) < `${after.key} ${after.id}`);
    const shown = rest.slice(0, limit);
    const last = rest.length > limit ? shown.at(-1) : undefined;
    const next = last && this.cursors.encode({ key: last.createdAt.toISOString(), id: last.id }, list, tenantId);
    return new Page(
      shown.map((entity) => this.rendered(entity)),
      next ?? null,
    );
  }

  /** Types of a tenant's events in the order they came. */
  happened(tenantId: string): string[] {
    return this.events.filter((event) => event.tenantId === tenantId).map(({ type }) => type);
  }

  /** Copies of what the caller may see; those of deleted records where `deleted` says so. */
  protected seen({ deleted = false } = {}): E[] {
    const { tenantId } = currentScope();
    return [...this.records.values()]
      .filter((entity) => entity.tenantId === tenantId && (deleted || !(entity as { deletedAt?: Date }).deletedAt))
      .map(copy);
  }

  protected rendered(entity: E): Rendered {
    return new Rendered(this.view.render(entity));
  }

  protected keep(entity: E): void {
    const { tenantId } = entity;
    this.events.push(...takeHappenings(entity).map(({ type }) => ({ tenantId, type })));
    this.records.set(entity.id, copy(entity));
  }
}

const position = ({ createdAt, id }: Entity) => `${createdAt.toISOString()} ${id}`;

/** Another object of the same class with the same values: what is done to one does not reach the other. */
const copy = <E extends Entity>(entity: E): E =>
  Object.assign(Object.create(Object.getPrototypeOf(entity) as object) as E, structuredClone({ ...entity }));
