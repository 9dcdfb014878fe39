/** What tells a caller nothing: words of the machinery, patterns, and forms that are named but never shown. */
const unclear = [
  /documented form/i,
  /has the form|have the form|must match|pattern/i,
  /\^\[|\\[dws]|\[a-z|\{\d+,?\d*\}\$/,
  /invalid input syntax|violates|constraint|relation "|column "|syntax error|duplicate key|null value in/i,
  /must be (string|integer|number|boolean|object|array|equal)\b|must NOT/,
  /is not acceptable|\bundefined\b|\[object Object\]|\bNaN\b/,
];

/** The texts of a problem document, without the requested values, that a reader without the code could not act on. */
export function unclearTexts(
  problem: { detail?: string; errors?: { detail: string }[] },
  sentValues: readonly string[] = [],
): string[] {
  const named = (text: string) =>
    sentValues.filter(Boolean).reduce((rest, part) => rest.replaceAll(` ${part}.`, ' "".'), text);
  const texts = [problem.detail, ...(problem.errors ?? []).map(({ detail }) => detail)];
  return texts.filter(
    (text) => !text || !/^.{8,}\.$/su.test(text) || unclear.some((pattern) => pattern.test(withoutQuotes(named(text)))),
  ) as string[];
}

/** What the caller sent may be anything. */
const withoutQuotes = (text: string) =>
  text.replace(/(?<=\bWhat does not fit: ).*(?=\.$)/su, '""').replace(/"(?:[^"\\]|\\.)*["…]/gs, '""');
