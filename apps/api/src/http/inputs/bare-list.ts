import type { ErrorRequestHandler } from 'express';
import { DomainError, type Finding } from '@tandem/domain/core/errors';
import type { Route } from '@tandem/platform/feature/feature';

export const named = ({ bareList }: Route, body: unknown): unknown =>
  bareList && Array.isArray(body) ? { [bareList]: body } : body;

/** Points faults of a bare list at its entries: `/0/domain`, not `/access_policies/0/domain`. */
export const inTermsOfBody =
  (bareList: string): ErrorRequestHandler =>
  (error, { body }, _response, next) => {
    if (!Array.isArray(body) || !(error instanceof DomainError)) return next(error);
    const { kind, code, message, extra } = error;
    const findings = extra.findings?.map((finding) => bare(finding, `/${bareList}`));
    next(new DomainError(kind, code, message, { ...extra, findings }));
  };

const bare = ({ pointer, ...finding }: Finding, prefix: string): Finding =>
  pointer === prefix || pointer?.startsWith(`${prefix}/`)
    ? { pointer: pointer.slice(prefix.length), ...finding }
    : { ...(pointer !== undefined && { pointer }), ...finding };
