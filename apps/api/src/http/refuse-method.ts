import type { RequestHandler } from 'express';
import { HttpProblem } from './http-problem.js';

export const methodNotAllowed = (method: string, allow: string) =>
  new HttpProblem(405, 'method_not_allowed', `${method} is not supported here.`, { allow });

export const nothingAt = (path: string) => new HttpProblem(404, 'not_found', `There is nothing at ${path}.`);

/** For `all` after the routes of a path; Express then no longer answers OPTIONS itself. */
export const refuseMethod =
  (allow: string): RequestHandler =>
  ({ method }) => {
    throw methodNotAllowed(method, allow);
  };

export const refuseChanges = refuseMethod('GET, HEAD');
