import { denials } from '../core/access/authorizations.js';

export interface ScheduleFields {
  blueprint?: string;
  cronExpression?: string;
  timezone?: string;
  inputTemplate?: unknown;
  enabled?: boolean;
  deadlineSeconds?: number | null;
  budgetUsdCents?: number | null;
  model?: string | null;
}

export type NewSchedule = ScheduleFields & { blueprint: string; cronExpression: string; timezone: string };

export const onlyStops = ({ enabled, ...others }: ScheduleFields): boolean =>
  enabled === false && Object.values(others).every((value) => value === undefined);

export const disabledReasons = ['manual', 'consecutive_failures', 'blueprint_unavailable', ...denials] as const;
export type DisabledReason = (typeof disabledReasons)[number];
