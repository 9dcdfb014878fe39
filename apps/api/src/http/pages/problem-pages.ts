import express, { type RequestHandler, type Router } from 'express';
import type { ProblemCode } from '@tandem/platform/feature/problem-codes';
import { fixedResponse } from './fixed-responses.js';
import { escaped, htmlPage } from './html-page.js';
import { HttpProblem } from '../http-problem.js';
import type { KnownProblems } from '../problem-codes.js';
import { refuseChanges } from '../refuse-method.js';

export function problemPages({ codes }: KnownProblems): Router {
  const router = express.Router();
  const pageOf = (code: string, problem: ProblemCode) => fixedResponse('html', () => htmlOf(code, problem));
  const pages = new Map([...codes].map(([code, problem]) => [code, pageOf(code, problem)]));
  const handler: RequestHandler<{ code: string }> = (request, response, next) => {
    const { code } = request.params;
    const send = pages.get(code);
    if (!send) throw new HttpProblem(404, 'not_found', `There is no problem code ${JSON.stringify(code)}.`);
    return send(request, response, next);
  };
  router.route('/problems/:code').get(handler).all(refuseChanges);
  return router;
}

const htmlOf = (code: string, { statuses, title, meaning, remedy }: ProblemCode) =>
  htmlPage(
    escaped(title),
    `<p class="code"><code>${statuses.join(' or ')} ${escaped(code)}</code></p>
<h1>${escaped(title)}</h1>
<h2>What it means</h2>
<p>${escaped(meaning)}</p>
<h2>What to do</h2>
<p>${escaped(remedy)}</p>
<p><a href="/docs/errors">How errors are told</a></p>`,
  );
