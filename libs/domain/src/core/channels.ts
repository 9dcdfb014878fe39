/** The channels of what belongs to a project, a notebook or a blueprint, beside those of its domain; none for what belongs to none. */

export const ofProject = (id: string | null | undefined): string[] => (id ? [`project_${id}`] : []);
export const ofNotebook = (id: string): string[] => [`notebook_${id}`];
export const ofAgent = (blueprint: string): string[] => [`agent_${blueprint}`];
