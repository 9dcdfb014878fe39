import { forbidden } from '../core/errors.js';
import { currentScope } from '../core/scope.js';

/**
 * A policy that names notebooks cannot name a new one, which would be lost to its maker at once, nor does it let anybody take
 * notes to notebooks outside or change which one all others write to.
 */
export function mustReachAll(): void {
  if (currentScope().rights.isLimited('notes')) throw forbidden('notes:write');
}
