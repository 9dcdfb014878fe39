/** Languages whose forms of words are found for each other: the Snowball stemmers of PostgreSQL. */
export const searchLanguages = [
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'english',
  'estonian',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'yiddish',
] as const;
const most = 3;

/** Whether a setting names up to three languages. */
export const areSearchLanguages = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= most && value.every((one) => searchLanguages.includes(one as 'english'));
