const keys = 'wsk_(?:live|test)_|whsec_|inv_|sk-|gh[pousr]_|github_pat_|glpat-|gsk_|lin_api_|re_|SG\\.|AIza|xox[a-z]-';
const secrets = new RegExp(`\\b(?:${keys})[\\w.+/=-]{6,}|\\bBearer\\s+[\\w.~+/=-]{6,}`, 'g');

/** The text without what looks like a key of Tandem or of a product that it works with. */
export const masked = (text: string) => text.replace(secrets, '[masked]');
