type Report = (detail: string) => void;

interface FieldRange {
  name: string;
  min: number;
  max: number;
  step: number;
  names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ranges: readonly FieldRange[] = [
  { name: 'minute', min: 0, max: 59, step: 60, names: [] },
  { name: 'hour', min: 0, max: 23, step: 24, names: [] },
  { name: 'day', min: 1, max: 31, step: 31, names: [] },
  { name: 'month', min: 1, max: 12, step: 12, names: months },
  { name: 'weekday', min: 0, max: 7, step: 7, names: weekdays },
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

export function cronFields(text: string, report: Report): string[] {
  const nickname = nicknames.get(text.trim().toLowerCase());
  const fields = (nickname ?? text).split(/\s+/).filter(Boolean);
  if (fields.length === ranges.length)
    for (const [index, field] of fields.entries()) check(field, ranges[index]!, report);
  else if (fields[0]?.startsWith('@'))
    report(
      `There is no ${quoted(text)}; there are ${[...nicknames.keys()].join(', ')}, or five fields such as ${example}.`,
    );
  else report(`cron_expression must have five fields such as ${example}; this one has ${fields.length}.`);
  return fields;
}

function check(field: string, range: FieldRange, report: Report): void {
  const parts = field.split(',');
  if (parts.length > maxParts) report(`${range.name} takes at most ${maxParts} values, separated by commas.`);
  else for (const part of new Set(parts)) checkPart(part, range, report);
}

function checkPart(part: string, range: FieldRange, report: Report): void {
  const { name, min, max } = range;
  const [, from, to, step] = partForm.exec(part) ?? [];
  if (from === undefined || (from === '*' && to !== undefined))
    return report(`${name} takes *, values, ranges such as ${min}-${max} and steps such as */2, not ${quoted(part)}.`);
  const first = from === '*' ? min : valueOf(from, range, report);
  const last = to === undefined ? first : valueOf(to, range, report, to.toLowerCase() === 'sun');
  if (first > last) report(`${name} takes ranges that begin with the smaller value, not ${quoted(part)}.`);
  if (step !== undefined) checkStep(part, step, range, report);
}

function checkStep(part: string, step: string, { name, min, max, step: maxStep }: FieldRange, report: Report): void {
  if (!(numberOf(step) >= 1 && numberOf(step) <= maxStep))
    report(`${name} takes steps from 1 to ${maxStep}, not ${quoted(part)}.`);
  if (!/[*-]/.test(part))
    report(`${name} takes steps of * or of a range, such as ${min}-${max}/2, not ${quoted(part)}.`);
}

/** At the end of a range, Sunday is 7. */
function valueOf(text: string, { name, min, max, names }: FieldRange, report: Report, isSundayLast = false): number {
  if (isSundayLast && names === weekdays) return max;
  const index = names.indexOf(text.toLowerCase());
  const value = index < 0 ? numberOf(text) : index + min;
  if (value >= min && value <= max) return value;
  const suggestion = names.find((one) => text.toLowerCase().startsWith(one));
  const named = names.length ? ` or ${names[0]} to ${names.at(-1)}` : '';
  report(`${name} takes ${min} to ${max}${named}, not ${quoted(text)}${suggestion ? `: write ${suggestion}` : ''}.`);
  return NaN;
}

const numberOf = (text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : NaN);
const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
