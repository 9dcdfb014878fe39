import type { Request } from 'express';
import { DomainError, type Finding } from '@tandem/domain/core/errors';
import type { Route } from '@tandem/platform/feature/feature';

/** The body by its fields: where a route takes one list as the whole body, that list gets its name. */
export const named = ({ bareList }: Route, body: unknown): unknown =>
  bareList && Array.isArray(body) ? { [bareList]: body } : body;

/** Tells the faults of a list that came bare by their places in it: `/0/domain`, not `/access_policies/0/domain`. */
export function inTermsOfBody(error: unknown, { bareList }: Route, request: Request): unknown {
  if (!bareList || !Array.isArray(request.body) || !(error instanceof DomainError)) return error;
  const { kind, code, message, extra } = error;
  const findings = extra.findings?.map((finding) => bare(finding, `/${bareList}`));
  return new DomainError(kind, code, message, { ...extra, findings });
}

const bare = ({ pointer, ...finding }: Finding, prefix: string): Finding =>
  pointer === prefix || pointer?.startsWith(`${prefix}/`)
    ? { pointer: pointer.slice(prefix.length), ...finding }
    : { ...(pointer !== undefined && { pointer }), ...finding };
