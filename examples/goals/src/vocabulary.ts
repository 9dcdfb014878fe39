/** Adds a domain of rights, and a type of record that notes and tasks can link to. */
declare module '@tandem/domain/core/vocabulary' {
  interface Domains {
    goals: true;
  }
  interface Linkables {
    goal: true;
  }
}

export {};
