import { type BatchResults, RunBatch } from '@tandem/domain/batch/run-batch';
import { type Feature, one, POST } from '@tandem/platform/feature/feature';
import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { shown } from '@tandem/platform/view/fields';
import { shaped } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { RunBatchInput } from './batch.inputs.js';

const result = {
  type: 'object',
  required: ['status', 'body'],
  properties: {
    status: { type: 'integer', format: 'int32', description: 'The status that the request alone would have had.' },
    body: { description: 'The body that the request alone would have had; null for none.' },
  },
};

interface BatchBody {
  results: { body: { api_key?: unknown } | null }[];
}

const batchView = view<BatchResults>()('BatchResults', {
  results: shown(
    shaped({ type: 'array', items: result, maxItems: 100 }),
    'One result for each request, in the same order.',
    [{ status: 201, body: { id: '019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa', title: 'Write the launch post' } }],
  ),
});

export const batch: Feature = {
  name: 'batch',
  summary: 'Many calls in one request',
  closedTo: { models: 'all', agents: 'all' },
  routes: [
    POST('/batch', 'authenticated', 'Perform up to 100 calls in one request', {
      description:
        'Each call is performed as if it were sent alone: with your rights, limits, usage and audit log. ' +
        'See [batches](/docs/batches).',
      tool: 'never',
      counts: 'nothing',
      isAlone: true,
      shownKeys: ({ results }: BatchBody) => results.map(({ body }) => body?.api_key),
      bodyLimitBytes: 2 * 1024 * 1024,
      input: RunBatchInput,
      run: RunBatch,
      response: one(batchView),
      problems: ['409 api_key_revoked', '422 batch_too_long', '422 not_batchable'],
      example: {
        requests: [{ method: 'POST', path: '/api/v1/tasks', body: { title: 'Write the launch post' } }],
        atomic: false,
      },
    }),
  ],
  problems: problemCodes(`
not_batchable | 422 | Not batchable
  | A batch holds an operation that must be sent alone: a batch, a stream, an export, an upload, or one that calls the
    outside world.
  | Send the requests named in errors alone.
not_executed | 424 | Not executed
  | Another request of the same atomic batch failed, so nothing of the batch was executed.
  | Correct the request that failed, and send the whole batch again.
batch_too_long | 422 | Batch too long
  | The results of the batch exceed 8 MiB, the references of a request insert more than 2 MiB, or the batch has more
    requests than the rate limit of the key ever allows at once.
  | Send the remaining requests in another batch.
`),
};
