import { Exports } from '@tandem/domain/exports/exports.port';
import { audits, bind, type Feature } from '@tandem/platform/feature/feature';
import { derivedRoutes } from './derived-routes.js';
import { exportsProblems } from './exports.problems.js';
import { CreateExportSlots1795980700000 } from './migrations/1795980700000-create-export-slots.js';
import { SqlExports } from './sql-exports.js';

export const exports: Feature = {
  name: 'exports',
  summary: 'Lists and the workspace as a stream of all records',
  migrations: [CreateExportSlots1795980700000],
  adapters: [bind(Exports, SqlExports)],
  audits: audits('export', ['started', 'finished']),
  derives: derivedRoutes,
  problems: exportsProblems,
};
