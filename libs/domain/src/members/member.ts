import { Entity } from '../core/entity.js';
import { conflict } from '../core/errors.js';
import { plainEmail } from '../core/access/identity.js';
import { type Policy, Rights, type Role } from '../core/access/rights.js';
import { canAdminister } from './owners.js';

export interface MemberFields {
  name?: string;
  role?: Role;
  metadata?: unknown;
}

export class Member extends Entity {
  static readonly resourceType = 'member';
  static override readonly channels = ['members'];
  name: string;
  email: string;
  role: Role;
  isActive = true;
  metadata: unknown = {};

  constructor(fields: { name: string; email: string; role: Role }) {
    super();
    this.name = fields.name;
    this.email = plainEmail(fields.email);
    this.role = fields.role;
    this.record('created');
  }

  get isActiveOwner(): boolean {
    return this.role === 'owner' && this.isActive;
  }

  /** `isLastOwner`: no other active owner can administer members. */
  update(fields: MemberFields, isLastOwner: boolean): void {
    if (isLastOwner && fields.role && fields.role !== 'owner') throw lastOwner();
    this.assign(this.patched(fields));
    this.recordChange();
  }

  /** Refuses to leave the tenant without an owner who can administer members. */
  mustStayAdministrable(policies: readonly Policy[], isLastOwner: boolean): void {
    if (isLastOwner && !canAdminister(new Rights(this.role, policies))) throw lastOwner();
  }

  deactivate(isLastOwner: boolean): void {
    if (!this.isActive) return;
    if (isLastOwner) throw lastOwner();
    this.isActive = false;
    this.record('deactivated');
  }

  mustBeAbsent(): void {
    if (this.isActive) throw conflict('member_exists', 'A member with this email address already exists.');
  }

  reactivate({ name, role }: { name?: string; role: Role }): void {
    this.mustBeAbsent();
    this.isActive = true;
    this.assign({ name, role });
    this.recordChange();
  }
}

const lastOwner = () => conflict('last_owner', 'A tenant keeps at least one owner.');
