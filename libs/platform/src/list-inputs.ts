import { Int, Text, Uuid } from './inputs.js';

export class PageInput {
  @Int({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'rows a page, default 50; more than 100 is taken as 100',
  })
  limit?: number;
  @Text({ max: 1000, optional: true, description: 'next_cursor of the page before' }) cursor?: string;
}

export class ById {
  @Uuid() id!: string;
}

export class NoInput {}
