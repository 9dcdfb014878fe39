type Complain = (detail: string) => void;

interface Place {
  name: string;
  least: number;
  max: number;
  /** The longest step. */
  step: number;
  /** Other names of its numbers, from the least on. */
  names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const places: readonly Place[] = [
  { name: 'minute', least: 0, max: 59, step: 60, names: [] },
  { name: 'hour', least: 0, max: 23, step: 24, names: [] },
  { name: 'day', least: 1, max: 31, step: 31, names: [] },
  { name: 'month', least: 1, max: 12, step: 12, names: months },
  { name: 'weekday', least: 0, max: 7, step: 7, names: weekdays },
];
const nicknames = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);
const example = '0 9 * * 1-5 (minute, hour, day, month, weekday)';
const maxParts = 60;
const partForm = /^([a-z\d]+|\*)(?:-([a-z\d]+))?(?:\/([a-z\d]+))?$/i;

/** The five fields of a cron expression, or of the one its nickname stands for; reports every fault of the text. */
export function cronFields(text: string, complain: Complain): string[] {
  const nickname = nicknames.get(text.trim().toLowerCase());
  const fields = (nickname ?? text).split(/\s+/).filter(Boolean);
  if (fields.length === places.length)
    for (const [index, field] of fields.entries()) check(field, places[index]!, complain);
  else if (fields[0]?.startsWith('@'))
    complain(
      `There is no ${quoted(text)}; there are ${[...nicknames.keys()].join(', ')}, or five fields such as ${example}.`,
    );
  else complain(`cron_expression must have five fields such as ${example}; this one has ${fields.length}.`);
  return fields;
}

function check(field: string, place: Place, complain: Complain): void {
  const parts = field.split(',');
  if (parts.length > maxParts) complain(`${place.name} takes at most ${maxParts} values, separated by commas.`);
  else for (const part of new Set(parts)) checkPart(part, place, complain);
}

function checkPart(part: string, place: Place, complain: Complain): void {
  const { name, least, max } = place;
  const [, from, to, step] = partForm.exec(part) ?? [];
  if (from === undefined || (from === '*' && to !== undefined))
    return complain(
      `${name} takes *, values, ranges such as ${least}-${max} and steps such as */2, not ${quoted(part)}.`,
    );
  const first = from === '*' ? least : valueOf(from, place, complain);
  const last = to === undefined ? first : valueOf(to, place, complain, to.toLowerCase() === 'sun');
  if (first > last) complain(`${name} takes ranges that begin with the smaller value, not ${quoted(part)}.`);
  if (step !== undefined) checkStep(part, step, place, complain);
}

function checkStep(part: string, step: string, { name, least, max, step: maxStep }: Place, complain: Complain): void {
  if (!(numberOf(step) >= 1 && numberOf(step) <= maxStep))
    complain(`${name} takes steps from 1 to ${maxStep}, not ${quoted(part)}.`);
  if (!/[*-]/.test(part))
    complain(`${name} takes steps of * or of a range, such as ${least}-${max}/2, not ${quoted(part)}.`);
}

/** At the end of a range, Sunday is 7. */
function valueOf(text: string, { name, least, max, names }: Place, complain: Complain, isSundayLast = false): number {
  if (isSundayLast && names === weekdays) return max;
  const index = names.indexOf(text.toLowerCase());
  const value = index < 0 ? numberOf(text) : index + least;
  if (value >= least && value <= max) return value;
  const meant = names.find((one) => text.toLowerCase().startsWith(one));
  const named = names.length ? ` or ${names[0]} to ${names.at(-1)}` : '';
  complain(`${name} takes ${least} to ${max}${named}, not ${quoted(text)}${meant ? `: write ${meant}` : ''}.`);
  return NaN;
}

const numberOf = (text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : NaN);
const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
