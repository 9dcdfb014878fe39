import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { features } from '@tandem/adapters/features';
import type { Feature, Route } from '@tandem/platform/feature/feature';
import { checkFeatures, WrongFeatures } from '@tandem/platform/feature/check/check-features';
import { widgets } from './widgets.feature.js';

/** What is said of these features beside Tandem's own. */
export function faultsOf(...more: unknown[]): readonly string[] {
  try {
    checkFeatures([...features, ...(more as Feature[])]);
    return [];
  } catch (error) {
    if (error instanceof WrongFeatures) return error.faults;
    throw error;
  }
}

/** The feature of widgets with another route in the place of one of its own. */
export const withRoute = (changes: Partial<Record<keyof Route, unknown>>, of = 1) => ({
  ...widgets,
  routes: widgets.routes!.map((one, index) => (index === of ? { ...one, ...changes } : one)),
});
/** Another feature, with nothing but these parts. */
export const gadgets = (parts: object) => ({ name: 'gadgets', summary: 'Things that hum', ...parts });

export abstract class Hammers {
  abstract hit(): void;
}
export class Hit {
  static needs = [Hammers];
  constructor(readonly hammers: Hammers) {}
  async run(): Promise<void> {}
}
export class Careless {
  static needs = [];
  constructor(readonly hammers: Hammers) {}
  async run(): Promise<void> {}
}
export class Egg {
  static needs: unknown[] = [];
  async run(): Promise<void> {}
}
class Hen {
  static needs = [Egg];
  constructor(readonly egg: Egg) {}
}
Egg.needs.push(Hen);
export class SecondEcho extends Echo {}
export class BadSlug extends Echo {
  override readonly slug = 'Bad Slug' as never;
}
export class BadSchemas extends SecondEcho {
  override readonly slug = 'bad-schemas' as never;
  override readonly inputSchema = { type: 'objekt' } as never;
  override readonly outputSchema = { $ref: '#/$defs/nowhere' } as never;
}
export class NoBlueprint {}
export class IronHammers implements Hammers {
  static needs = [] as const;
  hit(): void {}
}
export class CreateWidgets1900000000001 {}
export class Undated {}
