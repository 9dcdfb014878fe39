import { Bool, Json, ListOf, OneOf, Text } from '@tandem/platform/inputs/inputs';

export const batchMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

class BatchRequestInput {
  @OneOf(batchMethods, { description: 'the method', example: 'POST' }) method!: string;
  @Text({
    max: 8000,
    pattern: /^\/api\/v1\/\S*$/,
    form: 'a path of this API such as /api/v1/tasks?limit=5',
    description: 'the full path, with the query if there is one',
    example: '/api/v1/tasks',
  })
  path!: string;
  @Json({
    optional: true,
    description:
      'the body; each `{"$ref": "/0/body/id"}` in it is replaced by the value to which that JSON Pointer (RFC 6901) ' +
      'points in the results so far',
    example: { title: 'Write the launch post' },
  })
  body?: unknown;
}

export class RunBatchInput {
  @ListOf(BatchRequestInput, { maxItems: 100, description: '1 to 100 requests, performed in order' })
  requests!: BatchRequestInput[];
  @Bool({
    optional: true,
    description: 'true for one transaction: the first failure undoes everything. Default: false',
    example: false,
  })
  atomic?: boolean;
}
