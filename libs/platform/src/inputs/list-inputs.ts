import { Int, Text, Uuid } from './inputs.js';

export class PageInput {
  @Int({ min: 1, most: 100, usual: 50, optional: true, description: 'rows a page; more than 100 is taken as 100' })
  limit?: number;
  @Text({ max: 1000, optional: true, description: 'next_cursor of the page before' }) cursor?: string;
}

export class ById {
  @Uuid() id!: string;
}

/** A page of what belongs to the record in the path. */
export class PageWithin extends PageInput {
  @Uuid() id!: string;
}

export class NoInput {}
