/** The words that goals add: a domain of rights, and a type of records that notes and tasks refer to. */
declare module '@tandem/domain/core/vocabulary' {
  interface Domains {
    goals: true;
  }
  interface Linkables {
    goal: true;
  }
}

export {};
